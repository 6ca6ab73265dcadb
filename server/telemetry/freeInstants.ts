import type { DatabaseSync } from "node:sqlite";
import { prepareValues, type Query } from "#server/sqlite/sqlite.ts";

const FIRST_LOOK = 8;
const AT_ONCE = 1_000;
const TABLES = ["hot_a", "hot_b", "obs", "held_a", "held_b"];
/** Full stretches that are known of a series: more than anything asks for in turns. */
const STRETCHES = 8;

/** Instants without a free one between them, both ends included. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Finds instants at which a series has no reading, so that one that came without a time replaces none. */
export class FreeInstants {
  /** Newest instant of each series, by its id. */
  readonly #newest: number[] = [];
  readonly #from: Query<[series: number, ts: number, most: number], number>;
  readonly #until: Query<[series: number, ts: number, most: number], number>;
  /** Of each series those that were found last: what asks for one instant of a long stretch after the other walks through it once. */
  readonly #full = new Map<number, readonly Stretch[]>();

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

  /** The next free instant; everything that was taken has to be in the tables. It counts as taken from now on. */
  next(series: number, ts: number): number {
    const { first, last } = this.#around(series, ts) ?? { first: ts, last: ts - 1 };
    const free = nearest(last + 1, 1, (instant, most) => this.#from.all(series, instant, most));
    this.#found(series, { first, last: free });
    return free;
  }

  /** The last free instant before one that is taken. It counts as taken from now on. */
  before(series: number, ts: number): number {
    const { first, last } = this.#around(series, ts) ?? { first: ts, last: ts };
    const free = nearest(first - 1, -1, (instant, most) => this.#until.all(series, instant, most));
    this.#found(series, { first: free, last: Math.max(last, ts) });
    return free;
  }

  /** The stretch that the instant lies in, or at the end of. */
  #around(series: number, ts: number): Stretch | undefined {
    return this.#full.get(series)?.find(({ first, last }) => first <= ts && ts <= last + 1);
  }

  #found(series: number, stretch: Stretch): void {
    const others = this.#full.get(series)?.filter(({ first, last }) => last < stretch.first || stretch.last < first) ?? [];
    this.#full.set(series, [stretch, ...others].slice(0, STRETCHES));
  }
}

/** The first instant in a direction at which nothing is taken. */
const nearest = (start: number, step: 1 | -1, takenFrom: (instant: number, most: number) => number[]): number => {
  let free = start;
  for (let most = FIRST_LOOK; ; most = Math.min(AT_ONCE, most * 8)) {
    const taken = takenFrom(free, most);
    for (const instant of taken) {
      if (instant !== free) return free;
      free += step;
    }
    if (taken.length < most) return free;
  }
};
