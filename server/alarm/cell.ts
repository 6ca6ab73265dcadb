import { isNewer, takenAt } from "#server/telemetry/newest.ts";
import { quietRange } from "./judge.ts";
import type { Watch } from "./watch.ts";

/**
 * The watches of one point of one slave. While none of them is at anything, and all have looked at the same newest reading, the cell takes
 * readings for them: of a value within limits that all of them let pass, or of the value that they let pass last, nothing comes, however many
 * they are.
 */
export class Cell {
  readonly watches: readonly Watch[];
  /** Numbers from and to these, both included, hold no condition of them. */
  readonly #from: number;
  readonly #to: number;
  #atRest = false;
  #value: number | string = Number.NaN;
  #newest = Number.NEGATIVE_INFINITY;
  #taken = Number.NEGATIVE_INFINITY;

  constructor(watches: readonly Watch[]) {
    this.watches = watches;
    let [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const watch of watches) {
      const { from, to } = quietRange(watch.rule.definition);
      lowest = Math.max(lowest, from);
      highest = Math.min(highest, to);
      watch.cell?.wake();
      watch.cell = this;
    }
    this.#from = lowest;
    this.#to = highest;
  }

  /** Hot path: takes a reading of which nothing comes for any of them. False: each has to look at it. */
  passes(value: number | string, ts: number, arrivedAt: number): boolean {
    if (!this.#atRest) return false;
    if (!isNewer(ts, arrivedAt, this.#newest, this.#taken)) return true;
    if (value !== this.#value && !(typeof value === "number" && value >= this.#from && value <= this.#to)) {
      this.wake();
      return false;
    }
    this.#newest = ts;
    this.#taken = takenAt(ts, arrivedAt);
    return true;
  }

  /** A reading of this value and time came, of which nothing came for any of them: they rest where all of them have looked at it. */
  rest(value: number | string, ts: number): void {
    const [first] = this.watches;
    if (!first || !this.watches.every(({ newest, taken }) => newest === ts && taken === first.taken)) return;
    this.#newest = ts;
    this.#taken = first.taken;
    this.#value = value;
    this.#atRest = true;
  }

  /** They know of the newest reading by themselves, and are asked again. */
  wake(): void {
    if (!this.#atRest) return;
    this.#atRest = false;
    for (const watch of this.watches) {
      watch.newest = this.#newest;
      watch.taken = this.#taken;
    }
  }
}
