import { type Stretch, stretchesOf } from "#contract/kit/zones.ts";
import { HOUR } from "./schema.ts";
import type { Step } from "./telemetry.ts";

const MINUTE = 60_000;
const DAY = 24 * HOUR;

const LENGTH: Record<Exclude<Step, "day">, number> = {
  minute: MINUTE,
  ten_minutes: 10 * MINUTE,
  thirty_minutes: 30 * MINUTE,
  one_hour: HOUR,
  hour: HOUR,
};

interface Interval {
  start: number;
  end: number;
}

/**
 * Start of the calendar interval that holds an instant, for instants within [from, to]. Intervals are cut on the local clock; where it
 * jumps, an interval ends at the jump at the latest, and a day starts at the first instant of its date.
 */
export const calendar = (step: Step, zone: string, from: number, to: number): ((ts: number) => number) => {
  const stretches = stretchesOf(zone, from - 3 * DAY, to + DAY);
  const find = step === "day" ? daysOf(stretches, from, to) : cutsOf(stretches, LENGTH[step]);
  let current: Interval = { start: 0, end: 0 };
  return (ts) => {
    if (ts < current.start || ts >= current.end) current = find(ts);
    return current.start;
  };
};

const cutsOf =
  (stretches: readonly Stretch[], length: number): ((ts: number) => Interval) =>
  (ts) => {
    const { start, end, offset } = at(stretches, ts);
    const cut = Math.floor((ts + offset) / length) * length - offset;
    return { start: Math.max(cut, start), end: Math.min(cut + length, end) };
  };

const daysOf = (stretches: readonly Stretch[], from: number, to: number): ((ts: number) => Interval) => {
  const days: Interval[] = [];
  let date = Number.NEGATIVE_INFINITY;
  for (const { start, end, offset } of stretches) {
    const begin = Math.max(start, from - 3 * DAY);
    for (let local = Math.floor((begin + offset) / DAY) * DAY; local - offset < Math.min(end, to + 1); local += DAY) {
      if (local <= date) continue;
      date = local;
      const opens = Math.max(local - offset, start);
      const previous = days.at(-1);
      if (previous) previous.end = opens;
      days.push({ start: opens, end: Number.POSITIVE_INFINITY });
    }
  }
  return (ts) => at(days, ts);
};

/** The last of the ordered intervals that starts at or before the instant. */
const at = <T extends Interval>(intervals: readonly T[], ts: number): T => {
  let low = 0;
  let high = intervals.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((intervals[middle]?.start ?? 0) <= ts) low = middle;
    else high = middle - 1;
  }
  const found = intervals[low];
  if (!found) throw new RangeError(`no interval holds ${ts}`);
  return found;
};
