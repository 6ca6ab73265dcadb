import { calendar } from "#server/telemetry/calendar.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { ChosenPoint, HistoryChoice } from "./historyChoice.ts";

type Reader = Pick<Telemetry, "raw">;
type Period = Pick<HistoryChoice, "from" | "to" | "zone" | "aggregation">;

/** Where readings are missing between two neighbours of a point. */
export interface Gaps {
  /** Two readings further apart than this, in milliseconds, are not joined; undefined for buckets, and for a value that holds until the next. */
  longest: number | undefined;
  /** The instant within a gap between two neighbours, the earlier first; undefined when nothing is missing. */
  between(one: number, other: number): number | undefined;
}

const changesOnly = 2;
/** So many times its own pace a point may be silent. */
const patience = 5;
const shortest = 3000;
/** Of a point whose pace nobody knows. */
const unknownPace = 600_000;
/** No reading is older or newer; who asks for a thousand years need not wait for their calendar. */
const [earliest, latest] = [Date.UTC(1999, 0), Date.UTC(2100, 0)];
const probes = 8;
const sampleSize = 33;

/** Curve, table and file tell gaps by it. A point that stores changes only has none: its value holds. */
export const gapsOf = async (telemetry: Reader, period: Period, { series, info }: ChosenPoint): Promise<Gaps> => {
  const { aggregation, zone, from, to } = period;
  if (aggregation !== "raw") {
    let startOf: ((ts: number) => number) | undefined;
    const between = (one: number, other: number) => {
      startOf ??= calendar(aggregation, zone, Math.max(from, earliest), Math.min(to, latest));
      const before = startOf(other - 1);
      return before <= one ? undefined : before;
    };
    return { longest: undefined, between };
  }
  if (series === undefined || info.storeMode === changesOnly) return { longest: undefined, between: () => undefined };
  const pace = await paceOf(telemetry, series, period);
  const longest = pace === undefined ? unknownPace : Math.max(shortest, patience * pace);
  return { longest, between: (one, other) => (other - one > longest ? Math.floor((one + other) / 2) : undefined) };
};

/** The median distance of its readings, from samples all over the period; of few readings those before it are looked at too. */
const paceOf = async (telemetry: Reader, series: number, { from, to }: Period): Promise<number | undefined> => {
  const sample = (start: number) => telemetry.raw({ series, from: start, to, limit: sampleSize });
  const first = await sample(from);
  if (first.length < sampleSize) {
    const last = await telemetry.raw({ series, from: Number.MIN_SAFE_INTEGER, to, limit: sampleSize, order: "desc" });
    // Two readings alone may stand at either end of an outage.
    return last.length < 3 ? undefined : medianDistance(last);
  }
  const starts = Array.from({ length: probes - 1 }, (_, place) => Math.floor(from + ((place + 1) * (to - from)) / probes));
  const samples = [first, ...(await Promise.all(starts.map(sample)))].filter(({ length }) => length === sampleSize);
  return median(samples.map(medianDistance));
};

const medianDistance = (readings: readonly { ts: number }[]): number =>
  median(readings.slice(1).map(({ ts }, place) => Math.abs(ts - (readings[place]?.ts ?? ts))));

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0;
