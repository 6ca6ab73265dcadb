import { limits } from "#contract/limits.ts";
import { formatInstant, startOfDay } from "#src/kit/value/zonedTime.ts";
import { periodOf } from "#src/screens/alarms/alarmPeriod.ts";

const dayMs = 86_400_000;

export const logPresets = ["today", "week", "month", "quarter", "year"] as const;
type LogPreset = (typeof logPresets)[number];

const days: Record<LogPreset, number> = { today: 1, week: 7, month: 30, quarter: 90, year: 365 };

const presetOf = (text: string | undefined): LogPreset => logPresets.find((preset) => preset === text) ?? "week";

/** Local midnight so many days before or after another one; midday is on the same date also where a day has 23 or 25 hours. */
const midnightAfter = (zone: string, midnight: number, count: number): number => startOfDay(zone, midnight + (count + 0.5) * dayMs);

export interface LogPeriod {
  from: string;
  to: string;
}

interface PeriodFilters {
  period?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The half-open period of whole local days that a log is shown for: from one calendar date to another where dates are given, otherwise
 * the preset's days up to and including today.
 */
export const logPeriod = (zone: string, { period, from, to }: PeriodFilters, now: number): LogPeriod => {
  const dates = periodOf(zone, from, to);
  const today = startOfDay(zone, now);
  const end = dates.to === undefined ? midnightAfter(zone, today, 1) : Date.parse(dates.to);
  const count = days[dates.from === undefined && dates.to === undefined ? presetOf(period) : "year"];
  const start = dates.from === undefined ? midnightAfter(zone, startOfDay(zone, end), -count) : Date.parse(dates.from);
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
};

/** Names of the local days of a period, yyyy-MM-dd. */
export const dayNames = (zone: string, { from, to }: LogPeriod): string[] => {
  const names: string[] = [];
  for (let start = Date.parse(from); start < Date.parse(to); start = midnightAfter(zone, start, 1)) {
    names.push(formatInstant(zone, start).slice(0, 10));
  }
  return names;
};

/** Why changes of this period can be neither counted nor downloaded, as a message. */
export const periodFault = ({ from, to }: LogPeriod): "rule.period" | "rule.period.long" | undefined => {
  const length = Date.parse(to) - Date.parse(from);
  if (length <= 0) return "rule.period";
  return length > limits.logDays * dayMs ? "rule.period.long" : undefined;
};
