import type { DatabaseSync } from "node:sqlite";
import { prepareValues } from "#server/sqlite/sqlite.ts";

const AT_ONCE = 1_000;
const TABLES = ["hot_a", "hot_b", "obs", "held_a", "held_b"];

/** Finds instants at which a series has no reading, so that one that came without a time replaces none. */
export class FreeInstants {
  /** Newest instant of each series, by its id. */
  readonly #newest: number[] = [];
  readonly #taken;

  constructor(db: DatabaseSync) {
    const instants = TABLES.map((table) => `select ts from ${table} where series = ?1 and ts >= ?2`);
    this.#taken = prepareValues<[number, number], number>(db, `${instants.join(" union ")} order by ts limit ${AT_ONCE}`);
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
    let free = ts;
    for (;;) {
      const taken = this.#taken.all(series, free);
      for (const instant of taken) {
        if (instant > free) return free;
        free = instant + 1;
      }
      if (taken.length < AT_ONCE) return free;
    }
  }
}
