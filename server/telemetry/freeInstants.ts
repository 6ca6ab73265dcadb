import type { DatabaseSync } from "node:sqlite";
import { prepareValues, type Query } from "#server/sqlite/sqlite.ts";

const FIRST_LOOK = 8;
const AT_ONCE = 1_000;
const TABLES = ["hot_a", "hot_b", "obs", "held_a", "held_b"];

/** Finds instants at which a series has no reading, so that one that came without a time replaces none. */
export class FreeInstants {
  /** Newest instant of each series, by its id. */
  readonly #newest: number[] = [];
  readonly #from: Query<[series: number, ts: number, most: number], number>;
  readonly #until: Query<[series: number, ts: number, most: number], number>;
  /** Of each series the stretch that was last found full: the readings of one message ask for one instant of it after the other. */
  readonly #full = new Map<number, { first: number; last: number }>();

  constructor(db: DatabaseSync) {
    const taken = (range: string, order: string) => {
      const instants = TABLES.map((table) => `select ts from ${table} where series = ?1 and ${range}`);
      return prepareValues<[number, number, number], number>(db, `${instants.join(" union ")} order by ts ${order} limit ?3`);
    };
    this.#from = taken("ts >= ?2", "asc");
    this.#until = taken("ts <= ?2", "desc");
  }

  took(series: number, ts: number): void {
    if (ts > (this.#newest[series] ?? Number.NEGATIVE_INFINITY)) this.#newest[series] = ts;
  }

  /** True without a look at the tables: nothing of the series is as new. */
  surely(series: number, ts: number): boolean {
    return ts > (this.#newest[series] ?? Number.NEGATIVE_INFINITY);
  }

  /** The next free instant; everything that was taken has to be in the tables. */
  next(series: number, ts: number): number {
    return nearest(ts, 1, (instant, most) => this.#from.all(series, instant, most));
  }

  /** The last free instant before one that is taken. It counts as taken from now on. */
  before(series: number, ts: number): number {
    const full = this.#full.get(series);
    const within = full && full.first < ts && ts <= full.last + 1 ? full : { first: ts, last: ts };
    const free = nearest(within.first - 1, -1, (instant, most) => this.#until.all(series, instant, most));
    this.#full.set(series, { first: free, last: Math.max(within.last, ts) });
    return free;
  }
}

/** The first instant in a direction at which nothing is taken. */
function nearest(start: number, step: 1 | -1, takenFrom: (instant: number, most: number) => number[]): number {
  let free = start;
  for (let most = FIRST_LOOK; ; most = Math.min(AT_ONCE, most * 8)) {
    const taken = takenFrom(free, most);
    for (const instant of taken) {
      if (instant !== free) return free;
      free += step;
    }
    if (taken.length < most) return free;
  }
}
