import type { JudgedReading } from "./telemetry.ts";

interface Entry {
  /** What was the newest before; undefined where there was none. */
  readonly before: JudgedReading | undefined;
  last: symbol;
}

/** As many as can be under way at once; what fails for long beyond that is judged by what is newest. */
const MOST = 20_000;

/**
 * Series with readings that rules have not judged to the end. They are kept with the readings, so that after a kill what is sent again is
 * not taken for late: what was the newest before all that is not judged is what the rules know.
 */
export class Unjudged {
  readonly #entries = new Map<number, Entry>();
  #packed = false;

  /** As it was when the file was left. */
  load(series: number, before: JudgedReading | undefined): void {
    this.#entries.set(series, { before, last: Symbol() });
    this.#packed = true;
  }

  /** To be called before the readings are appended; what it answers is to be called when they are judged, and not where they could not be. */
  begin(all: readonly number[], newestOf: (series: number) => JudgedReading | undefined): () => void {
    const last = Symbol();
    for (const series of all) {
      const known = this.#entries.get(series);
      // At the end again: what has failed the longest is forgotten first.
      this.#entries.delete(series);
      this.#entries.set(series, { before: known ? known.before : newestOf(series), last });
    }
    for (const series of this.#entries.keys()) {
      if (this.#entries.size <= MOST) break;
      this.#entries.delete(series);
    }
    return () => {
      for (const series of all) if (this.#entries.get(series)?.last === last) this.#entries.delete(series);
    };
  }

  /** Whether there are some in what was kept last. */
  get isKept(): boolean {
    return this.#packed;
  }

  /** Whether what was kept last names some, while there are none by now. */
  get isStale(): boolean {
    return this.#packed && this.#entries.size === 0;
  }

  has(series: number): boolean {
    return this.#entries.has(series);
  }

  before(series: number): JudgedReading | undefined {
    return this.#entries.get(series)?.before;
  }

  /** Pairs of a series and the time of what was the newest before, as they go with a batch; undefined where nothing is to be written. */
  packed(): Float64Array<ArrayBuffer> | undefined {
    if (this.#entries.size === 0 && !this.#packed) return undefined;
    this.#packed = this.#entries.size > 0;
    const pairs = new Float64Array(2 * this.#entries.size);
    let at = 0;
    for (const [series, { before }] of this.#entries) {
      pairs[at++] = series;
      pairs[at++] = before?.ts ?? Number.NEGATIVE_INFINITY;
    }
    return pairs;
  }
}

export const unpackUnjudged = (bytes: Uint8Array): { series: number; ts: number }[] => {
  const pairs = new Float64Array(bytes.slice().buffer);
  return Array.from({ length: pairs.length / 2 }, (_, at) => ({ series: pairs[2 * at] ?? 0, ts: pairs[2 * at + 1] ?? 0 }));
};
