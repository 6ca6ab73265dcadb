import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareBackup } from "#server/backup/backup.ts";
import { openDatabase, openExisting } from "#server/db/open.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "newer-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("what opens records without changing them refuses those of a newer version, and takes those of its own", async () => {
  const file = join(folder, "app.db");
  await (await openDatabase(file)).destroy();
  await (await openExisting(file)).destroy();
  const raw = openSqlite(file);
  raw.exec("insert into kysely_migration (name, timestamp) values ('9999_future', '2027-01-01T00:00:00.000Z')");
  raw.close();
  await expect(openExisting(file)).rejects.toThrow("app.db was written by a newer version of Gatehouse (it has 9999_future)");
});

it("a backup of readings of a newer version is refused before anything is made", async () => {
  const data = join(folder, "data");
  mkdirSync(data);
  const raw = openSqlite(join(data, "telemetry.db"));
  raw.exec("pragma user_version = 9999");
  raw.close();
  await expect(prepareBackup(data, join(folder, "backup"))).rejects.toThrow("newer version");
  expect(readdirSync(folder)).toEqual(["data"]);
});
