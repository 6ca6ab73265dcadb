import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";

test("alarm records of before have been raised once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "repeats-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "app.db");
  const old = new Kysely<Database>({ dialect: sqliteDialect(openSqlite(file)) });
  const { "0014_alarm_repeats": _, ...before } = migrations;
  expect((await new Migrator({ db: old, provider: { getMigrations: async () => before } }).migrateTo("0010_proven_phone")).error).toBe(
    undefined,
  );
  const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
  await old
    .insertInto("company")
    .values({ id: "north", parent_id: null, path: "north/", name: "N", enabled: 1, expires_at: null, zone: "UTC", ...stamps })
    .execute();
  await old.insertInto("device_type").values({ id: "general", company_id: "north", name: "G", name_en: "", description: "" }).execute();
  await old
    .insertInto("device")
    .values(deviceRow({ id: "d", company_id: "north", sn: "S", type_id: "general", ...stamps }))
    .execute();
  await old
    .insertInto("alarm_log")
    .values(alarmRow({ id: "a", company_id: "north", device_id: "d" }))
    .execute();
  await old.destroy();
  const db = await openDatabase(file);
  onTestFinished(() => db.destroy());
  expect(await db.selectFrom("alarm_log").select(["id", "repeats", "repeated_at"]).execute()).toEqual([
    { id: "a", repeats: 0, repeated_at: null },
  ]);
});
