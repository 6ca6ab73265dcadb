import Database from "better-sqlite3";

export const HOUR = 3_600_000;

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

export function openForWriting(file: string): Database.Database {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("wal_autocheckpoint = 4000");
  db.pragma("cache_size = -65536");
  db.pragma("temp_store = MEMORY");
  const version = db.pragma("user_version", { simple: true });
  if (version === 0) db.transaction(() => db.exec(SCHEMA)).immediate();
  else if (version !== 1) throw new Error(`${file} has version ${version}; this server reads version 1`);
  return db;
}

export function openForReading(file: string): Database.Database {
  const db = new Database(file, { readonly: true });
  db.pragma("cache_size = -65536");
  db.pragma("temp_store = MEMORY");
  return db;
}

export function levelsOf(active: unknown): Levels {
  return active === "hot_b" ? { active: "hot_b", frozen: "hot_a" } : { active: "hot_a", frozen: "hot_b" };
}
