import type { DatabaseSync } from "node:sqlite";
import { prepareValues, prepareWrite, type Query, type Write } from "#server/sqlite/sqlite.ts";
import { HOUR, type HotTable } from "./schema.ts";
import { type Rollup, Tally } from "./tally.ts";
import type { Value } from "./telemetry.ts";

const ROWS_AT_ONCE = 2_000;

/** Hourly sums of obs, always counted from its rows: added up from increments, a replayed batch would count twice. */
export class Rollups {
  readonly #values: Query<[number, number, number], Value>;
  readonly #put: Write<
    [number, number, number | null, number, number | null, number, Value | null, Value | null, Value | null, Value | null]
  >;
  readonly #remove: Write<[number, number]>;
  readonly #removeBefore: Write<[number, number]>;
  readonly #removeWithin: Write<[number, number, number]>;
  readonly #open: Query<[number], number>;
  readonly #known: Query<[number, number], number>;

  constructor(db: DatabaseSync) {
    this.#values = prepareValues(db, "select value from obs where series = ? and ts >= ? and ts < ? order by ts");
    this.#put = prepareWrite(db, "insert or replace into roll_h values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.#remove = prepareWrite(db, "delete from roll_h where series = ? and hour = ?");
    this.#removeBefore = prepareWrite(db, "delete from roll_h where series = ? and hour < ?");
    this.#removeWithin = prepareWrite(db, "delete from roll_h where series = ? and hour >= ? and hour < ?");
    this.#open = prepareValues<[number], number>(db, "select hour from roll_h where series = ? and n is null");
    this.#known = prepareValues<[number, number], number>(db, "select 1 from roll_h where series = ? and hour = ?");
  }

  /**
   * Takes note that rows of these hours changed. The newest hour of the series is left open (readers count it themselves), since it would
   * be summed up again with every fold, and so is one of which more is to come; hours left open earlier are summed up now.
   */
  changed(series: number, hours: Set<number>, newest: number, unfinished?: number): void {
    for (const hour of this.#open.all(series)) hours.add(hour);
    for (const hour of hours) {
      if (hour >= newest || hour === unfinished) this.#leaveOpen(series, hour);
      else this.settle(series, hour);
    }
  }

  /** Forgets the hours before the instant and counts the rest of its hour again, unless more of it is to go. */
  cut(series: number, before: number, unfinished: boolean): void {
    const hour = Math.floor(before / HOUR);
    this.#removeBefore.run(series, hour);
    if (!unfinished) this.recount(series, hour);
    else if (this.#known.get(series, hour)) this.#leaveOpen(series, hour);
  }

  /** Forgets the hours that lie within the range, and counts again those at its ends. */
  cutWithin(series: number, from: number, to: number): void {
    const first = Math.floor(from / HOUR);
    const last = Math.floor((to - 1) / HOUR);
    this.#removeWithin.run(series, first + 1, last);
    this.recount(series, first);
    if (last !== first) this.recount(series, last);
  }

  /** Counts an hour again of which rows have gone. */
  recount(series: number, hour: number): void {
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
  readonly #newest: Query<[number], number>;
  readonly #tables: Record<HotTable, HotStatements>;

  constructor(db: DatabaseSync, rollups: Rollups) {
    this.#rollups = rollups;
    this.#newest = prepareValues<[number], number>(db, "select ts from obs where series = ? order by ts desc limit 1");
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
    const unfinished = instants.length < ROWS_AT_ONCE ? undefined : Math.floor(last / HOUR);
    this.#rollups.changed(series, new Set(instants.map((ts) => Math.floor(ts / HOUR))), newest, unfinished);
    return true;
  }

  /** Keeps the newest row before the instant as the latest reading, before the rows themselves go. */
  keepLatest(table: HotTable, series: number, before: number): void {
    this.#tables[table].latestBefore.run(series, before);
  }
}

interface HotStatements {
  nextSeries: Query<[], number>;
  instants: Query<[number, number], number>;
  copy: Write<[number, number]>;
  latest: Write<[number, number]>;
  latestBefore: Write<[number, number]>;
  remove: Write<[number, number]>;
}

const hotStatements = (db: DatabaseSync, table: HotTable): HotStatements => {
  const keep = "on conflict (series) do update set ts = excluded.ts, value = excluded.value where excluded.ts >= latest.ts";
  return {
    nextSeries: prepareValues<[], number>(db, `select series from ${table} order by series limit 1`),
    instants: prepareValues<[number, number], number>(db, `select ts from ${table} where series = ? order by ts limit ?`),
    copy: prepareWrite(db, `insert or replace into obs select series, ts, value, given from ${table} where series = ? and ts <= ?`),
    latest: prepareWrite(db, `insert into latest select series, ts, value from ${table} where series = ? and ts = ? ${keep}`),
    latestBefore: prepareWrite(
      db,
      `insert into latest select series, ts, value from ${table} where series = ? and ts < ? order by ts desc limit 1 ${keep}`,
    ),
    remove: prepareWrite(db, `delete from ${table} where series = ? and ts <= ?`),
  };
};
