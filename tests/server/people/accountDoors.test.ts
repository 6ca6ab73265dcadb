import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { afterEach, expect, it } from "vitest";
import { openKnownBrowsers } from "#server/auth/knownBrowsers.ts";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import { mayTakeCodes } from "#server/people/addressChange.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const stamps = { updated_at: 1, updated_by: "" };
const company = {
  ...stamps,
  id: "root",
  parent_id: null,
  path: "root/",
  name: "Root",
  enabled: 1,
  expires_at: null,
  zone: "UTC",
  created_at: 1,
};
const person = {
  nick_name: "",
  phone: "13800138000",
  email: "a@example.org",
  avatar: "",
  type: 1,
  password_hash: "",
  enabled: 1,
  second_factor: 1,
};

it("users of an installation from before go on with their addresses, and their browsers are learned", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-"));
  folders.push(folder);
  const file = join(folder, "app.db");
  const sqlite = openSqlite(file, { pragmas: ["journal_mode = WAL"] });
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const old = new Kysely<Record<string, Record<string, unknown>>>({ dialect: sqliteDialect(sqlite) });
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0018"));
  const { error } = await new Migrator({ db: old, provider: { getMigrations: async () => before } }).migrateToLatest();
  expect(error).toBeUndefined();
  await old.insertInto("company").values(company).execute();
  const user = { ...stamps, ...person, id: "u", company_id: "root", account: "old", user_name: "Old", created_at: 1 };
  await old.insertInto("user").values(user).execute();
  await old.destroy();

  const db = await openDatabase(file);
  const row = await db.selectFrom("user").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ ...user, phone_changed_at: 0, email_changed_at: 0 });
  expect(mayTakeCodes(row.email_changed_at, 2)).toBe(true);
  const browsers = openKnownBrowsers(db, () => 5);
  const mark = await browsers.remember("u", "");
  expect([await browsers.nameFor("u", mark), await browsers.nameFor("u", ""), await browsers.nameFor(undefined, mark)]).toEqual([
    expect.any(String),
    undefined,
    undefined,
  ]);
  expect(await browsers.remember("u", mark)).toBe(mark);
  expect(JSON.stringify(await db.selectFrom("known_browser").selectAll().execute())).not.toContain(mark);
  for (let n = 0; n < 30; n += 1) await browsers.remember("u", "");
  expect(await db.selectFrom("known_browser").selectAll().execute()).toHaveLength(20);
  await db.deleteFrom("user").execute();
  expect(await db.selectFrom("known_browser").selectAll().execute()).toEqual([]);
  await db.destroy();
});
