import type { DatabaseSync } from "node:sqlite";
import { prepareTuples, prepareValues, type Query } from "#server/sqlite/sqlite.ts";
import { HOUR, type HotTable, type Levels, levelsOf } from "./schema.ts";
import type { Sample, Value } from "./telemetry.ts";

const PAGE = 10_000;
const TABLES = ["hot_a", "hot_b", "obs"] as const;
type Table = (typeof TABLES)[number];
type Row = [ts: number, value: Value];

export interface RawRange {
  series: number;
  from: number;
  to: number;
  limit: number;
  descending: boolean;
}

/** Reads the three tables as one; where an instant stands in several, the newest written counts. */
export class LevelReader {
  readonly #current: Query<[], string>;
  readonly #ascending: Record<Table, Query<[number, number, number, number], Row>>;
  readonly #descending: Record<Table, Query<[number, number, number, number], Row>>;
  readonly #counts: Record<Table, Query<[number, number, number], number>>;
  readonly #instants: Record<HotTable, Query<[number, number, number], number>>;
  readonly #unshadowed: Record<HotTable, { aboveObs: Query<Range, number>; aboveAll: Query<Range, number> }>;

  constructor(db: DatabaseSync) {
    const range = "series = ? and ts >= ? and ts < ?";
    const rows = (order: string) => (table: Table) =>
      prepareTuples<[number, number, number, number], Row>(
        db,
        `select ts, value from ${table} where ${range} order by ts ${order} limit ?`,
      );
    const hotOutside = (table: HotTable, ...others: Table[]) =>
      prepareValues<Range, number>(
        db,
        `select count(*) from ${table} h where ${range} ${others
          .map((other) => `and not exists (select 1 from ${other} o where o.series = h.series and o.ts = h.ts)`)
          .join(" ")}`,
      );
    this.#current = prepareValues<[], string>(db, "select active from state");
    this.#ascending = perTable(rows("asc"));
    this.#descending = perTable(rows("desc"));
    this.#counts = perTable((table) => prepareValues<Range, number>(db, `select count(*) from ${table} where ${range}`));
    this.#instants = {
      hot_a: prepareValues<Range, number>(db, `select ts from hot_a where ${range}`),
      hot_b: prepareValues<Range, number>(db, `select ts from hot_b where ${range}`),
    };
    this.#unshadowed = {
      hot_a: { aboveObs: hotOutside("hot_a", "obs"), aboveAll: hotOutside("hot_a", "obs", "hot_b") },
      hot_b: { aboveObs: hotOutside("hot_b", "obs"), aboveAll: hotOutside("hot_b", "obs", "hot_a") },
    };
  }

  levels(): Levels {
    return levelsOf(this.#current.get());
  }

  rows(range: RawRange): Sample[] {
    return this.#page(range).map(([ts, value]) => ({ ts, value }));
  }

  /** Visits all readings of the range in order of time, a page in memory at once. */
  scan(series: number, from: number, to: number, visit: (ts: number, value: Value) => void): void {
    let next = from;
    while (next < to) {
      const page = this.#page({ series, from: next, to, limit: PAGE, descending: false });
      for (const [ts, value] of page) visit(ts, value);
      if (page.length < PAGE) return;
      next = (page.at(-1)?.[0] ?? to) + 1;
    }
  }

  /** Readings of obs alone. */
  folded(series: number, from: number, to: number): number {
    return this.#counts.obs.get(series, from, to) ?? 0;
  }

  /** Readings of the hot tables that obs does not have. */
  unfolded(series: number, from: number, to: number): number {
    const { active, frozen } = this.levels();
    const fromActive = this.#unshadowed[active].aboveObs.get(series, from, to) ?? 0;
    return fromActive + (this.#unshadowed[frozen].aboveAll.get(series, from, to) ?? 0);
  }

  /** Hours (since 1970) with rows in the hot tables. */
  hotHours(series: number, from: number, to: number): Set<number> {
    const hours = new Set<number>();
    for (const table of ["hot_a", "hot_b"] as const) {
      for (const ts of this.#instants[table].all(series, from, to)) hours.add(Math.floor(ts / HOUR));
    }
    return hours;
  }

  /** Instants of the first and the last reading in the range, if there is one. */
  extent(series: number, from: number, to: number): { first: number; last: number } | undefined {
    const [first] = this.rows({ series, from, to, limit: 1, descending: false });
    const [last] = this.rows({ series, from, to, limit: 1, descending: true });
    return first && last ? { first: first.ts, last: last.ts } : undefined;
  }

  #page({ series, from, to, limit, descending }: RawRange): Row[] {
    const statements = descending ? this.#descending : this.#ascending;
    const { active, frozen } = this.levels();
    let [lower, upper] = [from, to];
    // Beyond the end of a full page the other levels need not be read.
    const read = (table: Table): Row[] => {
      const rows = statements[table].all(series, lower, upper, limit);
      const end = rows.length === limit ? rows.at(-1) : undefined;
      if (end && descending) lower = end[0];
      else if (end) upper = end[0] + 1;
      return rows;
    };
    const [old, newer, newest] = [read("obs"), read(frozen), read(active)];
    const rows = merged(merged(newest, newer, descending), old, descending);
    return rows.length > limit ? rows.slice(0, limit) : rows;
  }
}

type Range = [series: number, from: number, to: number];

const perTable = <T>(make: (table: Table) => T): Record<Table, T> => ({ hot_a: make("hot_a"), hot_b: make("hot_b"), obs: make("obs") });

const merged = (newer: Row[], older: Row[], descending: boolean): Row[] => {
  if (newer.length === 0) return older;
  if (older.length === 0) return newer;
  const sign = descending ? -1 : 1;
  const rows: Row[] = [];
  let left = 0;
  let right = 0;
  while (left < newer.length || right < older.length) {
    const one = newer[left];
    const other = older[right];
    const difference = one && other ? (one[0] - other[0]) * sign : one ? -1 : 1;
    const next = difference <= 0 ? one : other;
    if (next) rows.push(next);
    if (difference <= 0) left++;
    if (difference >= 0) right++;
  }
  return rows;
};
