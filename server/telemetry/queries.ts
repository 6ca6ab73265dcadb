import type { DatabaseSync } from "node:sqlite";
import { inTransaction, prepareRows, prepareValues, type Query } from "#server/sqlite/sqlite.ts";
import { calendar } from "./calendar.ts";
import { LevelReader } from "./levels.ts";
import { numericOf } from "./numeric.ts";
import { HOUR } from "./schema.ts";
import { type Rollup, type SummedRollup, Tally } from "./tally.ts";
import type { Bucket, BucketQuery, CountQuery, RawQuery, ReducedQuery, Sample } from "./telemetry.ts";

type RollupRow = Omit<Rollup, "n"> & { hour: number; n: number | null };

/** The questions that the reader worker answers, each from one state of the file. */
export class Queries {
  readonly #db: DatabaseSync;
  readonly #levels: LevelReader;
  readonly #rollups: Query<[number, number, number], RollupRow>;
  readonly #sums: Query<[number, number, number], { n: number | null; hours: number }>;
  readonly #open: Query<[number, number, number], number>;
  readonly #all: Query<[], number>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#levels = new LevelReader(db);
    const range = "series = ? and hour >= ? and hour < ?";
    this.#rollups = prepareRows(db, `select hour, n, numbers, sum, rest, min, max, first, last from roll_h where ${range} order by hour`);
    this.#sums = prepareRows(db, `select sum(n) as n, count(*) as hours from roll_h where ${range}`);
    this.#open = prepareValues<[number, number, number], number>(db, `select hour from roll_h where ${range} and n is null`);
    this.#all = prepareValues<[], number>(db, ALL_READINGS);
  }

  raw({ series, from, to, limit, order, after }: RawQuery): Sample[] {
    if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`limit must be a whole number, not ${limit}`);
    const descending = order === "desc";
    const lower = after !== undefined && !descending ? Math.max(from, after + 1) : from;
    const upper = after !== undefined && descending ? Math.min(to, after) : to;
    return this.#inOneState(() => this.#levels.rows({ series, from: lower, to: upper, limit, descending }));
  }

  buckets({ series, from, to, step, zone, text = false }: BucketQuery): Bucket[] {
    return this.#inOneState(() => {
      // Without data the zone is still looked up, so that a wrong one never passes.
      const extent = this.#levels.extent(series, from, to);
      const startOf = calendar(step, zone, extent?.first ?? 0, extent?.last ?? 0);
      if (!extent) return [];
      const buckets = new BucketList(startOf, text);
      const end = Math.min(to, extent.last + 1);
      if (step === "hour" || step === "one_hour" || step === "day")
        this.#fromHours(series, Math.max(from, extent.first), to, startOf, buckets);
      else this.#levels.scan(series, Math.max(from, extent.first), end, (ts, value) => buckets.at(ts).add(value));
      return buckets.done();
    });
  }

  reduced({ series, from, to, columns, text = false }: ReducedQuery): Sample[] {
    if (!Number.isSafeInteger(columns) || columns < 1) throw new RangeError(`columns must be a whole number above 0, not ${columns}`);
    return this.#inOneState(() => {
      const reduction: Sample[] = [];
      let column = new Column(text);
      let current = 0;
      this.#levels.scan(series, from, to, (ts, value) => {
        const at = Math.min(columns - 1, Math.floor(((ts - from) * columns) / (to - from)));
        if (at !== current) {
          reduction.push(...column.samples());
          column = new Column(text);
          current = at;
        }
        column.add({ ts, value });
      });
      return [...reduction, ...column.samples()];
    });
  }

  count({ series, from, to }: CountQuery): number {
    return this.#inOneState(() =>
      series.reduce((sum, id) => sum + this.#countFolded(id, from, to) + this.#levels.unfolded(id, from, to), 0),
    );
  }

  readings(): number {
    return this.#inOneState(() => this.#all.get() ?? 0);
  }

  close(): void {
    this.#db.close();
  }

  /** Takes whole hours from their rollups, and the rest from readings: hours at the edge, open, still hot, or cut by a bucket's start. */
  #fromHours(series: number, from: number, to: number, startOf: (ts: number) => number, buckets: BucketList): void {
    const hot = this.#levels.hotHours(series, from, to);
    let done = from;
    for (const row of this.#rollups.all(series, Math.floor(from / HOUR), Math.ceil(to / HOUR))) {
      const { hour } = row;
      const start = hour * HOUR;
      const end = start + HOUR;
      if (!isClosed(row) || !buckets.takes(row) || start < from || end > to || hot.has(hour) || startOf(start) !== startOf(end - 1))
        continue;
      this.#levels.scan(series, done, start, (ts, value) => buckets.at(ts).add(value));
      buckets.at(start).addRollup(row);
      done = end;
    }
    this.#levels.scan(series, done, to, (ts, value) => buckets.at(ts).add(value));
  }

  #countFolded(series: number, from: number, to: number): number {
    const firstHour = Math.ceil(from / HOUR);
    const endHour = Math.floor(to / HOUR);
    if (firstHour >= endHour) return this.#levels.folded(series, from, to);
    const whole = this.#sums.get(series, firstHour, endHour)?.n ?? 0;
    const open = this.#open.all(series, firstHour, endHour).map((hour) => this.#levels.folded(series, hour * HOUR, (hour + 1) * HOUR));
    const edges = this.#levels.folded(series, from, firstHour * HOUR) + this.#levels.folded(series, endHour * HOUR, to);
    return open.reduce((sum, n) => sum + n, whole + edges);
  }

  #inOneState<T>(read: () => T): T {
    return inTransaction(this.#db, "deferred", read);
  }
}

// Counting obs itself would read all of the file.
const ALL_READINGS = `
select (select coalesce(sum(n), 0) from roll_h)
  + (select count(*) from roll_h r join obs o on o.series = r.series and o.ts >= r.hour * 3600000 and o.ts < (r.hour + 1) * 3600000
     where r.n is null)
  + (select count(*) from hot_a a where not exists (select 1 from obs o where o.series = a.series and o.ts = a.ts))
  + (select count(*) from hot_b b where not exists (select 1 from obs o where o.series = b.series and o.ts = b.ts)
     and not exists (select 1 from hot_a a where a.series = b.series and a.ts = b.ts))`;

const isClosed = (row: RollupRow): row is SummedRollup & { hour: number } => row.n !== null && row.sum !== null;

/** Tallies of buckets, filled in order of time. */
class BucketList {
  readonly #startOf: (ts: number) => number;
  readonly #text: boolean;
  readonly #tallies: { ts: number; tally: Tally }[] = [];

  constructor(startOf: (ts: number) => number, text: boolean) {
    this.#startOf = startOf;
    this.#text = text;
  }

  /** Hours of numbers may have been summed up at a time when digits did not count as any. */
  takes({ n, numbers }: SummedRollup): boolean {
    return this.#text || n === numbers;
  }

  at(ts: number): Tally {
    const start = this.#startOf(ts);
    const last = this.#tallies.at(-1);
    if (last?.ts === start) return last.tally;
    const tally = new Tally(this.#text);
    this.#tallies.push({ ts: start, tally });
    return tally;
  }

  done(): Bucket[] {
    return this.#tallies.map(({ ts, tally }) => tally.bucket(ts));
  }
}

interface Extreme {
  sample: Sample;
  number: number | bigint;
}

class Column {
  readonly #text: boolean;
  #first: Sample | undefined;
  #last: Sample | undefined;
  #min: Extreme | undefined;
  #max: Extreme | undefined;

  constructor(text: boolean) {
    this.#text = text;
  }

  add(sample: Sample): void {
    this.#first ??= sample;
    this.#last = sample;
    const number = this.#text ? undefined : numericOf(sample.value);
    if (number === undefined) return;
    if (!this.#min || number < this.#min.number) this.#min = { sample, number };
    if (!this.#max || number > this.#max.number) this.#max = { sample, number };
  }

  samples(): Sample[] {
    const found = [this.#first, this.#min?.sample, this.#max?.sample, this.#last].filter((sample) => sample !== undefined);
    return [...new Set(found)].sort((one, other) => one.ts - other.ts);
  }
}
