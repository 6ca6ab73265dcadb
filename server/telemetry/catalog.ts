import type { SeriesKey } from "./batch.ts";
import { isNewer, takenAt } from "./newest.ts";
import type { Sample, Value } from "./telemetry.ts";

const UNKNOWN = 0;
const PERSISTED = -1;
/** Ids of the series and their latest readings, in memory. */
export class Catalog {
  readonly #ids = new Map<string, Map<string, number>>();
  readonly #keys: (SeriesKey | undefined)[] = [];
  readonly #latestTs: (number | undefined)[] = [];
  readonly #latestValue: Value[] = [];
  /** When the latest reading counts as taken. */
  readonly #latestTaken: number[] = [];
  /** The last time that was given to a reading without one. */
  readonly #given: (number | undefined)[] = [];
  #arrivedAt = Number.NEGATIVE_INFINITY;
  /** Number of the last batch that carried the key of a series, until the series is persisted. */
  readonly #carriedBy: number[] = [];
  readonly #erased = new Set<number>();
  readonly #erasing = new Map<string, number[]>();
  #nextId: number;
  #size = 0;

  constructor(nextId: number) {
    this.#nextId = nextId;
  }

  get size(): number {
    return this.#size;
  }

  load(key: SeriesKey): void {
    this.#enter(key);
    this.#carriedBy[key.id] = PERSISTED;
  }

  find(deviceId: string, slave: number, pointId: string): number | undefined {
    return this.#ids.get(deviceId)?.get(`${slave}/${pointId}`);
  }

  series(deviceId: string, slave: number, pointId: string): number {
    const known = this.find(deviceId, slave, pointId);
    if (known !== undefined) return known;
    const id = this.#nextId++;
    this.#enter({ id, deviceId, slave, pointId });
    return id;
  }

  /** The series itself, or the one that takes its place since it was erased. */
  current(series: number): number {
    const key = this.#erased.has(series) ? this.#keys[series] : undefined;
    return key ? this.series(key.deviceId, key.slave, key.pointId) : series;
  }

  /** The key, if the batch has to carry it. */
  unsaved(series: number, batch: number): SeriesKey | undefined {
    const carriedBy = this.#carriedBy[series] ?? UNKNOWN;
    if (carriedBy === PERSISTED || carriedBy === batch) return undefined;
    const key = this.#keys[series];
    if (!key) throw new RangeError(`no series has the id ${series}`);
    this.#carriedBy[series] = batch;
    return key;
  }

  saved(keys: readonly SeriesKey[]): void {
    for (const { id } of keys) this.#carriedBy[id] = PERSISTED;
  }

  latest(series: number): Sample | undefined {
    const at = this.#standing(series);
    if (at === undefined) return undefined;
    const ts = this.#latestTs[at];
    const value = this.#latestValue[at];
    return ts === undefined || value === undefined ? undefined : { ts, value };
  }

  latestTaken(series: number): number | undefined {
    const at = this.#standing(series);
    return at === undefined ? undefined : this.#latestTaken[at];
  }

  /**
   * Moves the latest reading forward, never back, unless it lies in the future; the same instant again replaces. A time that was given may run
   * ahead of the arrival by some milliseconds, and counts as it.
   */
  advance(series: number, { ts, value }: Sample, arrivedAt: number, given = false): void {
    const latestTs = this.#latestTs[series];
    const own = given ? Math.min(ts, arrivedAt) : ts;
    if (latestTs !== undefined && !isNewer(own, arrivedAt, latestTs, this.#latestTaken[series] ?? latestTs)) return;
    this.#latestTs[series] = ts;
    this.#latestValue[series] = value;
    this.#latestTaken[series] = takenAt(ts, arrivedAt);
  }

  /** The readings of the range have gone: a latest that was one of them is what is left, if anything is. */
  cut(series: number, from: number, to: number, newest: Sample | undefined): void {
    const at = this.#standing(series);
    const ts = at === undefined ? undefined : this.#latestTs[at];
    if (at === undefined || ts === undefined || ts < from || ts >= to) return;
    this.#latestTs[at] = newest?.ts;
    if (!newest) return;
    this.#latestValue[at] = newest.value;
    this.#latestTaken[at] = newest.ts;
  }

  /** The arrival, or the next millisecond that no other reading of the series has been given since the clock was last set back. */
  timeFor(series: number, arrivedAt: number): number {
    if (arrivedAt < this.#arrivedAt) this.#given.length = 0;
    this.#arrivedAt = arrivedAt;
    const given = this.#given[series] ?? Number.NEGATIVE_INFINITY;
    const ts = Math.max(arrivedAt, given + 1);
    this.#given[series] = ts;
    return ts;
  }

  /** Forgets the device and returns what is to be deleted. Its ids stay good for those who hold them and stand for new series from now on. */
  erase(deviceId: string): number[] {
    const series = this.#ids.get(deviceId)?.values() ?? [];
    const erased = [...(this.#erasing.get(deviceId) ?? []), ...series];
    this.#size -= this.#ids.get(deviceId)?.size ?? 0;
    this.#ids.delete(deviceId);
    if (erased.length > 0) this.#erasing.set(deviceId, erased);
    for (const id of erased) this.#erased.add(id);
    return erased;
  }

  /** The series are gone from the tables; without this the next erasure takes them along. */
  gone(deviceId: string, series: readonly number[]): void {
    const left = this.#erasing.get(deviceId)?.filter((id) => !series.includes(id)) ?? [];
    if (left.length > 0) this.#erasing.set(deviceId, left);
    else this.#erasing.delete(deviceId);
  }

  /** The series itself, or the one that has taken its place since it was erased, if there is one yet. */
  #standing(series: number): number | undefined {
    const key = this.#erased.has(series) ? this.#keys[series] : undefined;
    return key ? this.find(key.deviceId, key.slave, key.pointId) : series;
  }

  #enter(key: SeriesKey): void {
    let ofDevice = this.#ids.get(key.deviceId);
    if (!ofDevice) {
      ofDevice = new Map();
      this.#ids.set(key.deviceId, ofDevice);
    }
    ofDevice.set(`${key.slave}/${key.pointId}`, key.id);
    this.#keys[key.id] = key;
    this.#size++;
  }
}
