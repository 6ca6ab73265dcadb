import { numericOf } from "./numeric.ts";
import type { Bucket, Value } from "./telemetry.ts";

/**
 * An hour as kept in roll_h. `sum` + `rest` is the exact sum of its numbers, scaled; where two doubles cannot hold it, which takes numbers
 * of very different size, `sum` is null and whoever wants it adds up the readings. Numbers that come as digits are added as doubles, and kept
 * as digits in `min` and `max`.
 */
export interface Rollup {
  n: number;
  numbers: number;
  sum: number | null;
  rest: number;
  min: Value | null;
  max: Value | null;
  first: Value;
  last: Value;
}

export type SummedRollup = Rollup & { sum: number };

// Scaling by a power of two is exact and leaves room for 2^40 of the largest numbers.
const SCALE = 2 ** -40;

/**
 * Count, sum and limits of readings in order of time. The sum is kept without rounding as a list of partial sums that do not overlap
 * (Shewchuk 1997), so a day is the same number whether it is added up from readings or from hours.
 */
export class Tally {
  n = 0;
  #numbers = 0;
  readonly #parts: number[] = [];
  readonly #text: boolean;
  #min: number | bigint = Number.POSITIVE_INFINITY;
  #max: number | bigint = Number.NEGATIVE_INFINITY;
  #first: Value = 0;
  #last: Value = 0;

  /** Of texts, whatever they look like, only count, first and last are kept. */
  constructor(text = false) {
    this.#text = text;
  }

  add(value: Value): void {
    if (this.n++ === 0) this.#first = value;
    this.#last = value;
    const number = this.#text ? undefined : numericOf(value);
    if (number === undefined) return;
    this.#numbers++;
    add(this.#parts, Number(number) * SCALE);
    this.#reach(number);
  }

  /** Adds an hour that follows everything added so far. */
  addRollup(hour: SummedRollup): void {
    if (this.n === 0) this.#first = hour.first;
    this.n += hour.n;
    this.#last = hour.last;
    if (this.#text) return;
    this.#numbers += hour.numbers;
    add(this.#parts, hour.sum);
    if (hour.rest !== 0) add(this.#parts, hour.rest);
    for (const limit of [hour.min, hour.max]) {
      const number = limit === null ? undefined : numericOf(limit);
      if (number !== undefined) this.#reach(number);
    }
  }

  rollup(): Rollup {
    const { min, max } = this.#limits();
    const sum = rounded(this.#parts);
    const parts = added(this.#parts, -sum);
    const rest = rounded(parts);
    const exact = added(parts, -rest).every((part) => part === 0);
    return {
      n: this.n,
      numbers: this.#numbers,
      sum: exact ? sum + 0 : null,
      rest: exact ? rest + 0 : 0,
      min,
      max,
      first: this.#first,
      last: this.#last,
    };
  }

  bucket(ts: number): Bucket {
    const { min, max } = this.#limits();
    const [low, high] = [Number(min), Number(max)];
    const mean = this.#numbers === 0 ? null : Math.min(high, Math.max(low, rounded(this.#parts) / this.#numbers / SCALE));
    return { ts, count: this.n, mean, min, max, first: this.#first, last: this.#last };
  }

  #reach(number: number | bigint): void {
    if (number < this.#min) this.#min = number;
    if (number > this.#max) this.#max = number;
  }

  #limits(): { min: Value | null; max: Value | null } {
    return this.#numbers > 0 ? { min: storedOf(this.#min), max: storedOf(this.#max) } : { min: null, max: null };
  }
}

const storedOf = (number: number | bigint): Value => (typeof number === "bigint" ? String(number) : number);

/** The parts with one more number in their sum; they are changed in place. */
const add = (parts: number[], value: number): void => {
  let high = value;
  let kept = 0;
  for (const part of parts) {
    const [large, small] = Math.abs(high) < Math.abs(part) ? [part, high] : [high, part];
    high = large + small;
    const low = small - (high - large);
    if (low !== 0) parts[kept++] = low;
  }
  parts[kept] = high;
  parts.length = kept + 1;
};

const added = (parts: readonly number[], value: number): number[] => {
  const copy = [...parts];
  add(copy, value);
  return copy;
};

/** The double nearest to the sum of parts that do not overlap and grow; ties are decided by the part below. */
const rounded = (parts: readonly number[]): number => {
  let at = parts.length - 1;
  let high = parts[at] ?? 0;
  let low = 0;
  while (at > 0 && low === 0) {
    const part = parts[--at] ?? 0;
    const sum = high + part;
    low = part - (sum - high);
    high = sum;
  }
  const below = parts[at - 1] ?? 0;
  if ((low < 0 && below < 0) || (low > 0 && below > 0)) {
    const twice = low * 2;
    const moved = high + twice;
    if (twice === moved - high) return moved;
  }
  return high;
};
