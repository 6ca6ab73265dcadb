import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { keepCopy } from "#server/sqlite/copies.ts";
import { inTransaction, openSqlite, prepareValues } from "#server/sqlite/sqlite.ts";
import { StartFault } from "#server/startFault.ts";

export const HOUR = 3_600_000;

const MEMORY = ["cache_size = -65536", "temp_store = MEMORY"];

export type HotTable = "hot_a" | "hot_b";

/** Which hot table takes new rows; the other one is being folded into obs, and its rows are newer than those of obs. */
export interface Levels {
  active: HotTable;
  frozen: HotTable;
}

// `value` has no type, so SQLite converts nothing: numbers stay numbers and digits in texts stay texts.
// A row of roll_h whose n is null says that the rows of that hour in obs are not summed up yet.
const FIRST = `
create table series (id integer primary key, device_id text not null, slave integer not null, point_id text not null,
  unique (device_id, slave, point_id));
create table obs (series integer not null, ts integer not null, value not null, primary key (series, ts)) without rowid;
create table hot_a (series integer not null, ts integer not null, value not null, primary key (series, ts)) without rowid;
create table hot_b (series integer not null, ts integer not null, value not null, primary key (series, ts)) without rowid;
create table roll_h (series integer not null, hour integer not null, n integer, numbers integer, sum real, rest real,
  min, max, first, last, primary key (series, hour)) without rowid;
create index roll_open on roll_h (series, hour) where n is null;
create table latest (series integer primary key, ts integer not null, value not null);
create table doomed (series integer primary key);
create table state (id integer primary key check (id = 1), active text not null);
insert into state values (1, 'hot_a');
`;

// Readings of points stored on change that only repeated the one before them; one of the two tables takes new rows.
const HELD = `
create table held_a (series integer not null, ts integer not null, value not null, primary key (series, ts)) without rowid;
create table held_b (series integer not null, ts integer not null, value not null, primary key (series, ts)) without rowid;
alter table state add column held text not null default 'held_a';
`;

// Whether the server gave a reading its time: 1, or null. A series is marked with the first of them.
const GIVEN = ["series", "obs", "hot_a", "hot_b", "held_a", "held_b"]
  .map((table) => `alter table ${table} add column given integer`)
  .join("; ");

// What rules had not judged when the last batch was written: pairs of a series and the time of its newest reading before, as 64-bit floats.
const UNJUDGED = "alter table state add column unjudged blob";

/** What leads from each version of the schema to the next, from none to the first one on. What has shipped is never changed. */
export const steps: readonly string[] = [FIRST, HELD, GIVEN, UNJUDGED];

export const openForWriting = async (file: string): Promise<DatabaseSync> => {
  const db = openSqlite(file, { pragmas: ["journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 4000", ...MEMORY] });
  await bringToNewest(db, file, steps);
  return db;
};

/** Throws where the file was written by a version that knows more. */
export const checkVersion = (file: string): void => {
  const version = existsSync(file) ? versionOfFile(file) : 0;
  if (version > steps.length)
    throw new StartFault(
      `${basename(file)} was written by a newer version of Gatehouse (its schema has version ${version}): start that one, or restore a backup from before it`,
    );
};

/** Of a file that is there. */
export const versionOfFile = (file: string): number => {
  const db = openSqlite(file, { readOnly: true });
  try {
    return versionOf(db);
  } finally {
    db.close();
  }
};

/** Each step and its number stay together, or neither does; before the first step of a file with readings in it, a copy is kept. */
export const bringToNewest = async (db: DatabaseSync, file: string, list: readonly string[]): Promise<void> => {
  const version = versionOf(db);
  if (version > 0 && version < list.length)
    await keepCopy(file, `version-${version + 1}`, async (target) => db.prepare("vacuum into ?").run(target));
  for (const [at, step] of list.entries()) {
    if (at < version) continue;
    inTransaction(db, "immediate", () => db.exec(`${step}; pragma user_version = ${at + 1};`));
  }
};

const versionOf = (db: DatabaseSync): number => prepareValues<[], number>(db, "pragma user_version").get() ?? 0;

export const openForReading = (file: string): DatabaseSync => openSqlite(file, { readOnly: true, pragmas: MEMORY });

export const levelsOf = (active: unknown): Levels =>
  active === "hot_b" ? { active: "hot_b", frozen: "hot_a" } : { active: "hot_a", frozen: "hot_b" };
