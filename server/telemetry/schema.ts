import type { DatabaseSync } from "node:sqlite";
import { inTransaction, openSqlite, prepareValues } from "#server/sqlite/sqlite.ts";

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
const SCHEMA = `
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
pragma user_version = 1;
`;

// Readings of points stored on change that only repeated the one before them; one of the two tables takes new rows.
const HELD = `
create table held_a (series integer not null, ts integer not null, value not null, primary key (series, ts)) without rowid;
create table held_b (series integer not null, ts integer not null, value not null, primary key (series, ts)) without rowid;
alter table state add column held text not null default 'held_a';
pragma user_version = 2;
`;

/** What brings a file from each version to the next. */
const STEPS = [SCHEMA, HELD];

export function openForWriting(file: string): DatabaseSync {
  const db = openSqlite(file, { pragmas: ["journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 4000", ...MEMORY] });
  const version = prepareValues<[], number>(db, "pragma user_version").get() ?? 0;
  if (version > STEPS.length) throw new Error(`${file} has version ${version}; this server reads version ${STEPS.length}`);
  for (const step of STEPS.slice(version)) inTransaction(db, "immediate", () => db.exec(step));
  return db;
}

export function openForReading(file: string): DatabaseSync {
  return openSqlite(file, { readOnly: true, pragmas: MEMORY });
}

export function levelsOf(active: unknown): Levels {
  return active === "hot_b" ? { active: "hot_b", frozen: "hot_a" } : { active: "hot_a", frozen: "hot_b" };
}
