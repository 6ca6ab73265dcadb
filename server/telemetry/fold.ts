import type Database from "better-sqlite3";
import { HOUR, type HotTable } from "./schema.ts";
import { type Rollup, Tally } from "./tally.ts";
import type { Value } from "./telemetry.ts";

const ROWS_AT_ONCE = 2_000;

/** Hourly sums of obs, always counted from its rows: added up from increments, a replayed batch would count twice. */
export class Rollups {
  readonly #values: Database.Statement<[number, number, number], Value>;
  readonly #put: Database.Statement<
    [number, number, number | null, number, number | null, number, number | null, number | null, Value | null, Value | null]
  >;
  readonly #remove: Database.Statement<[number, number]>;
  readonly #removeBefore: Database.Statement<[number, number]>;
  readonly #open: Database.Statement<[number], number>;
  readonly #known: Database.Statement<[number, number], number>;

  constructor(db: Database.Database) {
    this.#values = db.prepare<[number, number, number], Value>("select value from obs where series = ? and ts >= ? and ts < ? order by ts");
    this.#values.pluck();
    this.#put = db.prepare("insert or replace into roll_h values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.#remove = db.prepare("delete from roll_h where series = ? and hour = ?");
    this.#removeBefore = db.prepare("delete from roll_h where series = ? and hour < ?");
    this.#open = db.prepare<[number], number>("select hour from roll_h where series = ? and n is null").pluck();
    this.#known = db.prepare<[number, number], number>("select 1 from roll_h where series = ? and hour = ?").pluck();
  }

  /**
   * Takes note that rows of these hours changed. The newest hour of the series is left open (readers count it themselves), since it would
   * be summed up again with every fold; hours left open earlier are summed up now.
   */
  changed(series: number, hours: Set<number>, newest: number): void {
    for (const hour of this.#open.all(series)) hours.add(hour);
    for (const hour of hours) {
      if (hour >= newest) this.#leaveOpen(series, hour);
      else this.settle(series, hour);
    }
  }

  /** Forgets the hours before the instant and counts the rest of its hour again. */
  cut(series: number, before: number): void {
    const hour = Math.floor(before / HOUR);
    this.#removeBefore.run(series, hour);
    if (this.#known.get(series, hour)) this.settle(series, hour);
  }

  settle(series: number, hour: number): void {
    const tally = new Tally();
    for (const value of this.#values.all(series, hour * HOUR, (hour + 1) * HOUR)) tally.add(value);
    if (tally.n === 0) this.#remove.run(series, hour);
    else this.#store(series, hour, tally.rollup());
  }

  #store(series: number, hour: number, { n, numbers, sum, rest, min, max, first, last }: Rollup): void {
    this.#put.run(series, hour, n, numbers, sum, rest, min, max, first, last);
  }

  #leaveOpen(series: number, hour: number): void {
    this.#put.run(series, hour, null, 0, 0, 0, null, null, null, null);
  }
}

/** Moves the rows of a hot table into obs, many of a series at a time: spread over all series they would touch a page each. */
export class Folder {
  readonly #rollups: Rollups;
  readonly #newest: Database.Statement<[number], number>;
  readonly #tables: Record<HotTable, HotStatements>;

  constructor(db: Database.Database, rollups: Rollups) {
    this.#rollups = rollups;
    this.#newest = db.prepare<[number], number>("select ts from obs where series = ? order by ts desc limit 1").pluck();
    this.#tables = { hot_a: hotStatements(db, "hot_a"), hot_b: hotStatements(db, "hot_b") };
  }

  /** Folds the next rows inside the caller's transaction; false when the table is empty. */
  step(table: HotTable): boolean {
    const hot = this.#tables[table];
    const series = hot.nextSeries.get();
    if (series === undefined) return false;
    const instants = hot.instants.all(series, ROWS_AT_ONCE);
    const last = instants.at(-1);
    if (last === undefined) return false;
    hot.copy.run(series, last);
    hot.latest.run(series, last);
    hot.remove.run(series, last);
    const newest = Math.floor((this.#newest.get(series) ?? last) / HOUR);
    this.#rollups.changed(series, new Set(instants.map((ts) => Math.floor(ts / HOUR))), newest);
    return true;
  }

  /** Keeps the newest row before the instant as the latest reading, before the rows themselves go. */
  keepLatest(table: HotTable, series: number, before: number): void {
    this.#tables[table].latestBefore.run(series, before);
  }
}

interface HotStatements {
  nextSeries: Database.Statement<[], number>;
  instants: Database.Statement<[number, number], number>;
  copy: Database.Statement<[number, number]>;
  latest: Database.Statement<[number, number]>;
  latestBefore: Database.Statement<[number, number]>;
  remove: Database.Statement<[number, number]>;
}

function hotStatements(db: Database.Database, table: HotTable): HotStatements {
  const keep = "on conflict (series) do update set ts = excluded.ts, value = excluded.value where excluded.ts >= latest.ts";
  return {
    nextSeries: db.prepare<[], number>(`select series from ${table} order by series limit 1`).pluck(),
    instants: db.prepare<[number, number], number>(`select ts from ${table} where series = ? order by ts limit ?`).pluck(),
    copy: db.prepare(`insert or replace into obs select series, ts, value from ${table} where series = ? and ts <= ?`),
    latest: db.prepare(`insert into latest select series, ts, value from ${table} where series = ? and ts = ? ${keep}`),
    latestBefore: db.prepare(
      `insert into latest select series, ts, value from ${table} where series = ? and ts < ? order by ts desc limit 1 ${keep}`,
    ),
    remove: db.prepare(`delete from ${table} where series = ? and ts <= ?`),
  };
}
