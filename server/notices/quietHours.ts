import { offsetAt } from "#contract/kit/zones.ts";
import { instantOf, minutesOf } from "#server/kit/wallTime.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** When the quiet hours that `at` lies in are over; undefined outside them. Half-open, `from` and `to` as in 22:00, over midnight where `to` is the earlier. */
export const quietUntil = ({ from, to }: { from: string; to: string }, zone: string, at: number): number | undefined => {
  if (from === "" || to === "") return undefined;
  const wall = at + offsetAt(zone, at);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const minute = (wall - midnight) / minuteMs;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const over = begin < end;
  const quiet = over ? minute >= begin && minute < end : minute >= begin || minute < end;
  if (!quiet) return undefined;
  const endsToday = minute < end;
  return Math.max(at + minuteMs, instantOf(zone, midnight + end * minuteMs + (endsToday ? 0 : dayMs)));
};

const hourMs = 3_600_000;

/** The start of the hour of the zone that holds the instant. */
export const hourOf = (zone: string, at: number): number => {
  const offset = offsetAt(zone, at);
  return Math.floor((at + offset) / hourMs) * hourMs - offset;
};

export const hourEnd = (hour: number): number => hour + hourMs;
