/** A stored value. Counters of more than 53 bits come and go as strings. */
export type Value = number | string;

/** One reading: `ts` is UTC in milliseconds. */
export interface Sample {
  ts: number;
  value: Value;
}

/** The newest one that rules know of. */
export interface JudgedReading extends Sample {
  /** When it counts as taken. */
  readonly taken: number;
}

export type Step = "minute" | "ten_minutes" | "thirty_minutes" | "one_hour" | "hour" | "day";

/**
 * The readings of one calendar interval that starts at `ts`. `count` includes text; `mean`, `min` and `max` are those of the numbers, of
 * which those that come as digits are some, null without any. `min` and `max` are exact. "one_hour" and "hour" give the same buckets: the former is read by its `mean`, the latter by its `first`.
 */
export interface Bucket {
  ts: number;
  count: number;
  mean: number | null;
  min: Value | null;
  max: Value | null;
  first: Value;
  last: Value;
}

export type TelemetryWorker = "writer" | "reader";

export interface Stats {
  series: number;
  readings: number;
  bytes: number;
  queued: number;
}

/** Readings of all devices. Ranges are half-open, `[from, to)`. Reads see what is committed. */
export interface Telemetry {
  /** Id of the series, assigned at once when new and persisted with the first batch that uses it. */
  series(deviceId: string, slave: number, pointId: string): number;
  find(deviceId: string, slave: number, pointId: string): number | undefined;
  /** Queues one reading. Throws a RangeError for a number that is not finite or a time that is not a whole number. */
  append(series: number, ts: number, value: Value, how?: Appending): void;
  /** A time for a reading that came without one: its arrival, or the next millisecond that is free in its series. */
  timeFor(series: number, arrivedAt: number): number;
  /**
   * Resolves when everything appended so far is on disk, rejects when a batch of it could not be written; then append again, which changes
   * nothing where it had been written. One promise for all of a batch. To be called in the same turn of the event loop as the appends.
   */
  committed(): Promise<void>;
  /** True while more than two batches wait: slow the senders down. */
  readonly congested: boolean;
  /** Newest reading by its own time; moves when its batch is committed, and back only from a time that lies in the future. */
  latest(series: number): Sample | undefined;
  /** When the reading that `latest` tells counts as taken: its own time, or its arrival where that was ahead. */
  latestTaken(series: number): number | undefined;
  /**
   * Readings of these series are appended in this turn, and rules are to judge them; what it answers is to be called when they have, and not
   * where they could not. Over a restart it is known what was not judged.
   */
  judging(series: readonly number[]): () => void;
  /** The newest reading that rules know of: that before all which are not judged, otherwise the latest. */
  judged(series: number): JudgedReading | undefined;
  /** A live value that is not stored: moves `latest` only, in memory only. */
  touch(series: number, ts: number, value: Value, arrivedAt?: number): void;
  /** `after` is an exclusive cursor on `ts` in the direction of the order. */
  raw(query: RawQuery): Promise<Sample[]>;
  /** Only buckets that are not empty, in order. `zone` is an IANA name; an unknown one rejects with a RangeError. */
  buckets(query: BucketQuery): Promise<Bucket[]>;
  /** First, lowest, highest and last reading of each column at their real instants, in order, none twice. */
  reduced(query: ReducedQuery): Promise<Sample[]>;
  count(query: CountQuery): Promise<number>;
  /**
   * Removes all readings of these devices, the latest too; resolves when nobody finds them any more, now or after a restart. Their rows go from
   * the tables behind that, between what is written. Readings appended later are kept.
   */
  erase(deviceIds: readonly string[]): Promise<void>;
  /** Deletes the readings of a series in `[from, to)`, behind all that was appended before, and resolves with their number. What is left tells the latest. */
  cut(series: number, from: number, to: number): Promise<number>;
  /** Deletes readings older than `before` and resolves with their number. The latest reading of a series stays known. */
  expire(before: number): Promise<number>;
  stats(): Promise<Stats>;
  /** Resolves when the worker answers, behind what it was asked before; rejects when there is none. */
  ping(worker: TelemetryWorker): Promise<void>;
  /** Writes what is queued, then closes. */
  stop(): Promise<void>;
}

export interface Appending {
  /** UTC in milliseconds; the store's clock unless said. */
  arrivedAt?: number;
  /** Store it only where it differs from the reading before it in time, whenever that came; what comes late puts right what follows it. */
  onChange?: boolean;
  /** Its time is one of `timeFor`: it replaces no other reading. */
  given?: boolean;
}

export interface RawQuery {
  series: number;
  from: number;
  to: number;
  limit: number;
  order?: "asc" | "desc";
  after?: number;
}

export interface BucketQuery {
  series: number;
  from: number;
  to: number;
  step: Step;
  zone: string;
  /** The values are text, whatever they look like. */
  text?: boolean;
}

export interface ReducedQuery {
  series: number;
  from: number;
  to: number;
  columns: number;
  /** The values are text, whatever they look like. */
  text?: boolean;
}

export interface CountQuery {
  series: readonly number[];
  from: number;
  to: number;
}
