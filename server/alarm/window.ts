import { difference } from "./difference.ts";

/**
 * The readings of the last minutes that one can still be lower than (or higher than): oldest first, each lower (higher) than those behind it.
 * Times in ms. One stays of each sixtieth of the time, so that there are never more than 61: where readings come more often, a change can be
 * told as less than it was by what happened within a sixtieth of the time at its far end, never as more.
 */
export interface Extremes {
  readonly times: readonly number[];
  readonly values: readonly (number | string)[];
}

/** What is known of a point's readings within some minutes; which of both is kept depends on what is asked. */
export interface Window {
  readonly lows?: Extremes;
  readonly highs?: Extremes;
}

export type Direction = "risesBy" | "fallsBy" | "changesBy";

const nothing: Extremes = { times: [], values: [] };
const slots = 60;

const isAbove = (one: number | string, other: number | string): boolean => difference(one, other) > 0;

const withReading = (
  { times, values }: Extremes,
  at: number,
  value: number | string,
  { spanMs, stays }: { spanMs: number; stays: (kept: number | string, value: number | string) => boolean },
): Extremes => {
  let first = 0;
  while (first < times.length && (times[first] ?? at) < at - spanMs) first += 1;
  let end = times.length;
  while (end > first && !stays(values[end - 1] ?? value, value)) end -= 1;
  // What lies ahead was taken before the clock was set back.
  const keptTimes = times.slice(first, end).map((time) => Math.min(time, at));
  const keptValues = values.slice(first, end);
  const slotMs = spanMs / slots;
  const last = keptTimes.at(-1);
  if (last !== undefined && Math.floor(last / slotMs) === Math.floor(at / slotMs)) return { times: keptTimes, values: keptValues };
  return { times: [...keptTimes, at], values: [...keptValues, value] };
};

/** Takes a reading in. `at`: when it was taken, never before the one before unless the clock was set back. */
export const moved = (window: Window | undefined, direction: Direction, spanMs: number, at: number, value: number | string): Window => ({
  ...(direction === "fallsBy"
    ? {}
    : { lows: withReading(window?.lows ?? nothing, at, value, { spanMs, stays: (kept) => isAbove(value, kept) }) }),
  ...(direction === "risesBy"
    ? {}
    : { highs: withReading(window?.highs ?? nothing, at, value, { spanMs, stays: (kept) => isAbove(kept, value) }) }),
});

/** The oldest that is not over: the lowest (highest) of the time. */
const extremeAt = (extremes: Extremes | undefined, from: number): number | string | undefined => {
  const place = extremes?.times.findIndex((time) => time >= from) ?? -1;
  return place < 0 ? undefined : extremes?.values[place];
};

/** How far the newest reading is from the lowest, or highest, or what is farther, of the time up to `at`; below 0 never. */
export const changeAt = (window: Window | undefined, spanMs: number, at: number, newest: number | string): number | bigint => {
  const low = extremeAt(window?.lows, at - spanMs);
  const high = extremeAt(window?.highs, at - spanMs);
  const rise = low === undefined ? 0 : difference(newest, low);
  const fall = high === undefined ? 0 : difference(high, newest);
  let change: number | bigint = 0;
  for (const one of [rise, fall]) if (one > change) change = one;
  return change;
};
