import type { Value } from "./telemetry.ts";

export const BATCH_ROWS = 5_000;

export interface SeriesKey {
  id: number;
  deviceId: string;
  slave: number;
  pointId: string;
}

/** Is stored only where it differs from the reading before it. */
export const ON_CHANGE = 1;
/** Its time was given by the server, and moves to the next free millisecond. */
export const GIVEN_TIME = 2;

/** A row of the tables; `given` is 1 where the server gave it its time. */
export type Row = [series: number, ts: number, value: Value, given: 1 | null];
export type Cell = Row[number];

/** A batch as it travels: the arrays of numbers are handed over, not copied; texts are sparse. */
export interface BatchRows {
  rows: number;
  series: Float64Array<ArrayBuffer>;
  ts: Float64Array<ArrayBuffer>;
  numbers: Float64Array<ArrayBuffer>;
  /** ON_CHANGE, GIVEN_TIME, both or none. */
  marks: Uint8Array<ArrayBuffer>;
  textAt: number[];
  texts: string[];
  keys: SeriesKey[];
  /** What is not judged by now, where that is to be kept. */
  unjudged: Float64Array<ArrayBuffer> | undefined;
}

/** Rows gathered on the main thread until they are sent. */
export class Batch {
  readonly number: number;
  readonly promise: Promise<void>;
  readonly data: BatchRows;
  /** When the rows came; stays here. */
  readonly arrivals = new Float64Array(BATCH_ROWS);
  /** Why an earlier batch of the same stretch failed: this one must not be acknowledged as if all before it were stored. */
  earlierFailure: Error | undefined;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(number: number) {
    this.number = number;
    const { promise, resolve, reject } = deferred();
    this.promise = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.data = {
      rows: 0,
      series: new Float64Array(BATCH_ROWS),
      ts: new Float64Array(BATCH_ROWS),
      numbers: new Float64Array(BATCH_ROWS),
      marks: new Uint8Array(BATCH_ROWS),
      textAt: [],
      texts: [],
      keys: [],
      unjudged: undefined,
    };
  }

  add(series: number, ts: number, value: Value, arrivedAt: number, marks: number): void {
    const { data } = this;
    const at = data.rows++;
    data.series[at] = series;
    data.ts[at] = ts;
    data.marks[at] = marks;
    this.arrivals[at] = arrivedAt;
    if (typeof value === "string") {
      data.textAt.push(at);
      data.texts.push(value);
    } else {
      data.numbers[at] = value;
    }
  }

  settle(error?: Error): void {
    const failure = error ?? this.earlierFailure;
    if (failure) this.#reject(failure);
    else this.#resolve();
  }
}

/** The buffers of a batch, to be handed over instead of copied. */
export const buffersOfBatch = ({ series, ts, numbers, marks, unjudged }: BatchRows): ArrayBuffer[] => [
  series.buffer,
  ts.buffer,
  numbers.buffer,
  marks.buffer,
  ...(unjudged ? [unjudged.buffer] : []),
];

/** Visits the rows in the order in which they were appended. */
export const eachRow = (data: BatchRows, visit: (series: number, ts: number, value: Value, at: number) => void): void => {
  const { rows, series, ts, numbers, textAt, texts } = data;
  let nextText = 0;
  for (let at = 0; at < rows; at++) {
    const isText = textAt[nextText] === at;
    visit(series[at] ?? 0, ts[at] ?? 0, isText ? (texts[nextText++] ?? "") : (numbers[at] ?? 0), at);
  }
};

const deferred = () => {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Nobody need wait for a batch; its failure is logged where it happens.
  promise.catch(() => {});
  return { promise, resolve, reject };
};
