import { z } from "zod";
import { type ScheduleFields, scheduleFields, weekdays } from "#contract/resources/alarmSchedule.ts";

const kept = z.object(scheduleFields);
const always: ScheduleFields = { scheduleDays: [], scheduleFrom: "", scheduleTo: "", holidays: [] };

/** When a rule applies, as its row keeps it; empty: always. */
export const scheduleOf = ({ schedule }: { readonly schedule: string }): z.output<typeof kept> =>
  kept.parse(schedule === "" ? always : JSON.parse(schedule));

/** What is typed of it as it is kept: nothing of a rule that always applies, the days in their order and once each. */
export const scheduleColumns = ({ scheduleDays, scheduleFrom, scheduleTo, holidays }: ScheduleFields): { schedule: string } => {
  const days = weekdays.filter((day) => scheduleDays.includes(day));
  return { schedule: days.length === 0 ? "" : JSON.stringify({ scheduleDays: days, scheduleFrom, scheduleTo, holidays }) };
};
