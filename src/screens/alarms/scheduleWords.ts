import type { IntlShape } from "react-intl";
import type { ScheduleFields } from "#contract/resources/alarmSchedule.ts";
import { listText } from "#src/kit/value/listText.ts";

/** When a rule applies: `Mon, Fri 08:00–18:00`. */
export const scheduleWords = ({ scheduleDays, scheduleFrom, scheduleTo }: ScheduleFields, intl: IntlShape): string => {
  if (scheduleDays.length === 0) return intl.formatMessage({ id: "alarmRules.always" });
  const days = listText(
    intl,
    scheduleDays.map((day) => intl.formatMessage({ id: `alarmRule.option.scheduleDays.${day}` })),
  );
  return intl.formatMessage({ id: "alarmRules.hours" }, { days, from: scheduleFrom, to: scheduleTo });
};
