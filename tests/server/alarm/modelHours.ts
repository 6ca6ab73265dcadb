import fc from "fast-check";
import { weekdays } from "#contract/resources/alarmSchedule.ts";
import { scheduleColumns } from "#server/alarm/scheduleColumns.ts";
import { someday } from "./fleet.ts";

/** When a rule applies, every day: hours of the wall in Shanghai, where walks begin at 06:13:20. */
export interface ModelHours {
  readonly from: number;
  readonly to: number;
}

const minute = (at: number): number => at * 60;
const [quarter, half, seven] = [minute(6 * 60 + 15), minute(6 * 60 + 30), minute(7 * 60)];

export const modelHours: fc.Arbitrary<ModelHours | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom({ from: minute(0), to: quarter }, { from: quarter, to: half }, { from: half, to: seven }) },
);

const daySeconds = 86_400;
const wall = (at: number): number => (someday / 1000 + at + 8 * 3600) % daySeconds;

/** Seconds from `at` on until the rule applies. */
const untilOf = ({ from, to }: ModelHours, at: number): number => {
  const time = wall(at);
  if (time >= from && time < to) return 0;
  return time < from ? from - time : daySeconds - time + from;
};

export const appliesAt = (hours: ModelHours | null, at: number): boolean => hours === null || untilOf(hours, at) === 0;
/** The first time from `at` on at which the rule applies. */
export const appliesFrom = (hours: ModelHours | null, at: number): number => (hours === null ? at : at + untilOf(hours, at));

const text = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");

export const hoursColumns = (hours: ModelHours | null) =>
  scheduleColumns({
    scheduleDays: hours ? [...weekdays] : [],
    ...{ scheduleFrom: text(hours?.from ?? 0), scheduleTo: text(hours?.to ?? 0), holidays: [] },
  });
