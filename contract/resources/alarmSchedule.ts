import { z } from "zod";
import { calendarDay } from "#contract/kit/page.ts";
import { text, timeOfDay } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** From its first to its last day, both included. */
const holiday = z.object({ name: text(limits.alarmRule.holidayName), firstDay: calendarDay, lastDay: calendarDay });
export type Holiday = z.output<typeof holiday>;

/**
 * When a rule applies, in the zone of its organisation: on these days of the week (none: always) from one time to the other, over midnight
 * where `scheduleTo` is the earlier, for 24 hours where they are the same. What begins on a holiday is left out.
 */
export const scheduleFields = {
  scheduleDays: z.array(z.enum(weekdays)).max(weekdays.length).default([]),
  scheduleFrom: timeOfDay,
  scheduleTo: timeOfDay,
  holidays: z.array(holiday).max(limits.alarmRule.holidays).default([]),
};

/** The same of a row. */
export const scheduleRow = {
  scheduleDays: z.array(z.enum(weekdays)),
  scheduleFrom: z.string(),
  scheduleTo: z.string(),
  holidays: z.array(holiday),
};

export interface ScheduleFields {
  readonly scheduleDays: readonly Weekday[];
  readonly scheduleFrom: string;
  readonly scheduleTo: string;
  readonly holidays: readonly Holiday[];
}

/** What of them has to fit together. */
export const fitting = ({ scheduleDays, scheduleFrom, scheduleTo, holidays }: ScheduleFields, context: z.RefinementCtx): void => {
  if (scheduleDays.length > 0)
    for (const [field, time] of Object.entries({ scheduleFrom, scheduleTo }))
      if (time === "") context.addIssue({ code: "custom", message: "rule.schedule.time", path: [field] });
  for (const [place, { firstDay, lastDay }] of holidays.entries())
    if (lastDay < firstDay) context.addIssue({ code: "custom", message: "rule.schedule.holiday", path: ["holidays", place, "lastDay"] });
};
