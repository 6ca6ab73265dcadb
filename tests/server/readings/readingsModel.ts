import type { Sample } from "#server/telemetry/telemetry.ts";

const minute = 60_000;
/** Of the rule of silence. */
export const silenceMinutes = 5;
/** Of the rule of values: above it is an alarm, at it and below it none. */
export const limit = 10;

type Point = "every" | "change";

export interface ModelRecord {
  raised: number;
  released: number | null;
  repeats: number;
}

/**
 * Records of one rule. A record that is young and was released lately counts on; one of the future is not young, and one that was told in
 * silence, for it was long past, counts on in silence alone.
 */
class Records {
  readonly list: ModelRecord[] = [];
  open: ModelRecord | undefined;
  #silent = false;
  #last = new Map<ModelRecord, number>();

  raise(at: number, now: number): void {
    const newest = this.list
      .filter(({ raised }) => raised <= now)
      .toSorted((one, other) => one.raised - other.raised)
      .at(-1);
    const released = newest?.released ?? 0;
    const late = now - at > 5 * minute;
    const young = newest && newest.raised >= at - 60 * minute && released >= at - 10 * minute && released <= now;
    const counts = young && (late || !this.#silent);
    this.#silent = late;
    const record = counts ? newest : { raised: at, released: null, repeats: 0 };
    if (counts) {
      record.released = null;
      record.repeats += 1;
    } else this.list.push(record);
    this.#last.set(record, Math.max(at, counts ? released : at));
    this.open = record;
  }

  /** It is still in force. */
  confirm(at: number, now: number): void {
    if (now - at <= 5 * minute) this.#silent = false;
  }

  release(at: number): void {
    if (!this.open) return;
    this.open.released = Math.max(this.#last.get(this.open) ?? at, at);
    this.open = undefined;
  }
}

interface Kept extends Sample {
  taken: number;
}

/** What the readings of one device come to, gone through one by one, with nothing left out. */
export class ReadingsModel {
  readonly taken: Record<Point, Map<number, number>> = { every: new Map(), change: new Map() };
  /** Instants of readings that told none. */
  readonly #given: Record<Point, Set<number>> = { every: new Set(), change: new Set() };
  readonly newest: Record<Point, Kept | undefined> = { every: undefined, change: undefined };
  /** Of "every", as rules know it. */
  #judged: Kept | undefined;
  readonly high = new Records();
  readonly silent = new Records();
  ahead = false;
  #silentSince: number;
  /** Restored by a restart and not heard of since. */
  #unheard = false;

  constructor(now: number) {
    this.#silentSince = now;
  }

  /** `own`: the time that the message tells. */
  reading(point: Point, value: number, own: number | undefined, now: number): void {
    const series = this.taken[point];
    const far = own !== undefined && own > now + 5 * minute;
    this.ahead ||= far;
    let ts = now;
    const given = own === undefined || far;
    if (given) while (series.has(ts)) ts += 1;
    else this.#giveWay(point, own);
    if (given) this.#given[point].add(ts);
    else ts = own;
    series.set(ts, value);
    const isLate = (before: Kept | undefined): boolean =>
      !given && before !== undefined && before.taken <= now && (ts > now ? ts < before.ts : ts < before.taken);
    const taken = Math.min(ts, now);
    const judged = !isLate(this.#judged);
    if (!isLate(this.newest[point])) this.newest[point] = { ts, value, taken };
    if (point !== "every" || !judged) return;
    // Rules see a reading that told no time at its arrival, before it has an instant of its own.
    this.#judged = { ts: given ? now : ts, value, taken };
    if (value <= limit) this.high.release(taken);
    else if (this.high.open) this.high.confirm(taken, now);
    else this.high.raise(taken, now);
    this.#unheard = false;
    this.#silentSince = taken;
    if (now - taken < silenceMinutes * minute) this.silent.release(now);
  }

  /** A reading that told no time goes to the last free instant before one that told this. */
  #giveWay(point: Point, ts: number): void {
    const series = this.taken[point];
    const value = series.get(ts);
    if (value === undefined || !this.#given[point].delete(ts)) return;
    let free = ts - 1;
    while (series.has(free)) free -= 1;
    series.set(free, value);
    this.#given[point].add(free);
  }

  /** `settled`: a minute has gone by since the start. */
  tick(now: number, settled: boolean): void {
    if (this.silent.open) return;
    if (this.#silentSince > now) this.#silentSince = now;
    else if (now - this.#silentSince >= silenceMinutes * minute && !(this.#unheard && !settled)) this.silent.raise(now, now);
  }

  restart(now: number): void {
    for (const point of ["every", "change"] as const) {
      const all = this.sorted(point);
      const past = all.filter(({ ts }) => ts <= now + 5 * minute).at(-1) ?? all.at(-1);
      this.newest[point] = past && { ...past, taken: Math.min(past.ts, now) };
    }
    this.#judged = this.newest.every;
    this.#silentSince = this.newest.every?.taken ?? this.#silentSince;
    this.#unheard = true;
  }

  sorted(point: Point): Sample[] {
    return [...this.taken[point]].map(([ts, value]) => ({ ts, value })).sort((one, other) => one.ts - other.ts);
  }

  history(point: Point): Sample[] {
    const all = this.sorted(point);
    return point === "every" ? all : all.filter(({ value }, index) => value !== all[index - 1]?.value);
  }
}
