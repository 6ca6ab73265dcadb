import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import { monthsBefore, startOfMonth, startOfYear } from "#src/kit/value/zonedTime.ts";

export const presets = ["hour", "day", "week", "month", "thisMonth", "thisYear", "halfYear"] as const;
export type Preset = (typeof presets)[number];

export const isPreset = (text: string | null): text is Preset => presets.some((preset) => preset === text);

/** Half-open, in milliseconds. */
export interface Range {
  from: number;
  to: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The period of a preset that ends at `now`. Hour, 24 hours, week and month (30 days) look back by exactly that, the last six
 * months to the same local time six months before; this month and January to present start at local midnight of a first in the
 * zone.
 */
export const presetRange = (preset: Preset, zone: string, now: number): Range => {
  switch (preset) {
    case "hour":
      return { from: now - hourMs, to: now };
    case "day":
      return { from: now - dayMs, to: now };
    case "week":
      return { from: now - 7 * dayMs, to: now };
    case "month":
      return { from: now - 30 * dayMs, to: now };
    case "thisMonth":
      return { from: startOfMonth(zone, now), to: now };
    case "thisYear":
      return { from: startOfYear(zone, now), to: now };
    case "halfYear":
      return { from: monthsBefore(zone, now, 6), to: now };
  }
};

const steps: readonly [upTo: number, aggregation: Aggregation][] = [
  [dayMs, "minute"],
  [8 * dayMs, "ten_minutes"],
  [16 * dayMs, "thirty_minutes"],
  [63 * dayMs, "one_hour"],
];
const shortest = 6 * hourMs;

/** The finest step by which a period is about as many buckets as a chart has pixels; undefined for one that is short anyway. */
export const fittingAggregation = ({ from, to }: Range): Aggregation | undefined =>
  to - from < shortest ? undefined : (steps.find(([upTo]) => to - from <= upTo)?.[1] ?? "day");
