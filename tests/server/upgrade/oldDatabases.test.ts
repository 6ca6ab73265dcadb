import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Migration } from "kysely/migration";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase, openExisting } from "#server/db/open.ts";
import { openSqlite, prepareValues } from "#server/sqlite/sqlite.ts";
import { dumpOf } from "./dump.ts";
import { fillFirstVersion } from "./firstVersion.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "old-database-"));
  file = join(folder, "app.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type List = Record<string, Migration>;

const only = (...wanted: string[]): List =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => wanted.some((number) => name.startsWith(number))));
const table = (name: string): Migration => ({
  up: (db) =>
    db.schema
      .createTable(name)
      .addColumn("id", "text", (column) => column.primaryKey())
      .execute(),
});

const upgrade = async (list: List = { ...migrations }, fill: (db: unknown) => Promise<void> = async () => undefined): Promise<void> => {
  const db = await openDatabase(file, { migrations: list, beside: [join(folder, "log-head.json")] });
  await fill(db);
  await db.destroy();
};
const execute = (sql: string): void => {
  const db = openSqlite(file);
  db.exec(sql);
  db.close();
};
const copies = (): string[] => readdirSync(folder).filter((name) => name.includes(".before-"));

it.each([
  { what: "without the one between them", had: ["0001", "0002", "0003", "0006", "0007", "0008"] },
  { what: "with the newest alone", had: ["0001", "0002", "0003", "0007"] },
])("opens a database that has had later migrations $what, and gives it the others", async ({ had }) => {
  const fresh = join(folder, "fresh.db");
  await (await openDatabase(fresh)).destroy();
  const first = only("0001");
  await upgrade(first, fillFirstVersion);
  await upgrade(only(...had));
  await upgrade();
  const { schema, migrations: recorded, device } = dumpOf(file);
  expect({ recorded, names: schema?.map(({ name }) => name) }).toEqual({
    recorded: dumpOf(fresh).migrations,
    names: dumpOf(fresh).schema?.map(({ name }) => name),
  });
  expect(device).toHaveLength(3);
});

it("keeps a copy of the database and of the log's head before an upgrade, and two of each at most", async () => {
  writeFileSync(join(folder, "log-head.json"), "head");
  const later = { ...migrations, "9001_a": table("a") };
  await upgrade();
  expect(copies()).toEqual([]);
  await upgrade(later);
  expect(copies()).toEqual(["app.db.before-9001_a", "log-head.json.before-9001_a"]);
  const before = dumpOf(join(folder, "app.db.before-9001_a"));
  expect([before.a, before.migrations?.length]).toEqual([undefined, Object.keys(migrations).length]);
  await upgrade({ ...later, "9002_b": table("b") });
  await upgrade({ ...later, "9002_b": table("b"), "9003_c": table("c") });
  await upgrade({ ...later, "9002_b": table("b"), "9003_c": table("c") });
  expect(copies()).toEqual(["app.db.before-9002_b", "app.db.before-9003_c", "log-head.json.before-9002_b", "log-head.json.before-9003_c"]);
});

it("refuses a database of a newer version in one line and changes nothing", async () => {
  await upgrade({ ...migrations, "9001_a": table("a") });
  const before = dumpOf(file);
  const refusal = "app.db was written by a newer version of Gatehouse (it has 9001_a): start that one, or restore a backup from before it";
  await expect(openDatabase(file)).rejects.toThrow(refusal);
  expect(dumpOf(file)).toEqual(before);
});

it("leaves the schema to the server where a command opens the database", async () => {
  await expect(openExisting(file)).rejects.toThrow(`There is no ${file}`);
  expect(existsSync(file)).toBe(false);
  await upgrade(only("0001"));
  await expect(openExisting(file)).rejects.toThrow("app.db was written by an older version of Gatehouse: start the server once");
  expect(dumpOf(file).migrations).toHaveLength(1);
});

it("keeps what an operator added when it mends what an interrupted upgrade left half-way", async () => {
  await upgrade(only("0001"), fillFirstVersion);
  execute("create index own_index on user (nick_name); create table own_table (id text); insert into own_table values ('1')");
  execute("alter table device add column sn_twin integer not null default 0");
  await upgrade();
  const { schema, own_table: rows, device } = dumpOf(file);
  expect(schema?.map(({ name }) => name)).toContain("own_index");
  expect([rows, device?.map(({ sn_twin: twin }) => twin)]).toEqual([[{ id: "1" }], [0, 1, 0]]);
});

it("says what to do where what was left half-way cannot be mended", async () => {
  await upgrade(only("0001"), fillFirstVersion);
  await upgrade(only("0001", "0002", "0003"));
  execute("create table data_unit (id text); insert into data_unit values ('m')");
  await expect(upgrade()).rejects.toThrow(
    "app.db was left half-way by an upgrade that was interrupted, with rows in data_unit already: restore a backup from before it",
  );
  const db = openSqlite(file);
  expect(prepareValues(db, "select id from data_unit").all()).toEqual(["m"]);
  db.close();
});
