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

/** A stretch of time with one offset from UTC, in milliseconds. */
interface Stretch {
  start: number;
  end: number;
  offset: number;
}

interface Interval {
  start: number;
  end: number;
}

/**
 * Start of the calendar interval that holds an instant, for instants within [from, to]. Intervals are cut on the local clock; where it
 * jumps, an interval ends at the jump at the latest, and a day starts at the first instant of its date.
 */
export function calendar(step: Step, zone: string, from: number, to: number): (ts: number) => number {
  const stretches = stretchesOf(zone, from, to);
  const find = step === "day" ? daysOf(stretches, from, to) : cutsOf(stretches, LENGTH[step]);
  let current: Interval = { start: 0, end: 0 };
  return (ts) => {
    if (ts < current.start || ts >= current.end) current = find(ts);
    return current.start;
  };
}

function cutsOf(stretches: readonly Stretch[], length: number): (ts: number) => Interval {
  return (ts) => {
    const { start, end, offset } = at(stretches, ts);
    const cut = Math.floor((ts + offset) / length) * length - offset;
    return { start: Math.max(cut, start), end: Math.min(cut + length, end) };
  };
}

function daysOf(stretches: readonly Stretch[], from: number, to: number): (ts: number) => Interval {
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
}

/** The last of the ordered intervals that starts at or before the instant. */
function at<T extends Interval>(intervals: readonly T[], ts: number): T {
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
}

function stretchesOf(zone: string, from: number, to: number): Stretch[] {
  const offsetAt = offsetsOf(zone);
  let probe = from - 3 * DAY;
  let last: Stretch = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, offset: offsetAt(probe) };
  const stretches = [last];
  while (probe <= to) {
    const next = probe + DAY;
    const offset = offsetAt(next);
    if (offset !== last.offset) {
      const jump = firstWith(offset, offsetAt, probe, next);
      last.end = jump;
      last = { start: jump, end: Number.POSITIVE_INFINITY, offset };
      stretches.push(last);
    }
    probe = next;
  }
  return stretches;
}

function firstWith(offset: number, offsetAt: (ts: number) => number, before: number, after: number): number {
  let low = before;
  let high = after;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

function offsetsOf(zone: string): (ts: number) => number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  return (ts) => {
    const [, sign, hours, minutes, seconds] = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?/.exec(format.format(ts)) ?? [];
    const distance = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE + Number(seconds ?? 0) * 1000;
    return sign === "-" ? -distance : distance;
  };
}
