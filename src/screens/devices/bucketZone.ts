import { offsetAt } from "#contract/kit/zones.ts";
import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import type { Range } from "./historyRange.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const lengths: Record<Aggregation, number | undefined> = {
  raw: undefined,
  minute: minuteMs,
  ten_minutes: 10 * minuteMs,
  thirty_minutes: 30 * minuteMs,
  one_hour: hourMs,
  hour: hourMs,
  day: 24 * hourMs,
};

/** Whether buckets cut in one zone start elsewhere than those of another would, at either end of the period. */
export const cutElsewhere = (aggregation: Aggregation, cutIn: string, shownIn: string, { from, to }: Range): boolean => {
  const length = lengths[aggregation];
  return length !== undefined && [from, to - 1].some((ts) => (offsetAt(cutIn, ts) - offsetAt(shownIn, ts)) % length !== 0);
};
