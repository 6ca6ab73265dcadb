import type { AlarmRow, RuleRow } from "#contract/resources/alarm.ts";

/** Of a rule that always applies. */
export const always = { scheduleDays: [], scheduleFrom: "", scheduleTo: "", holidays: [] } satisfies Partial<RuleRow>;

/** What a row tells of how a rule tells, where that is once. */
export const plainTelling = {
  method: "once",
  repeatMinutes: null,
  repeatStop: "processed",
  releaseSeconds: 0,
  ...always,
} satisfies Partial<RuleRow>;

/** What a row tells of a rule that asks for nothing but its condition. */
export const plainRule = {
  ...plainTelling,
  ...{ deviceTypeId: null, deviceTypeName: "", deviceTypeNameEn: "", escalation: [] },
} satisfies Partial<RuleRow>;

/** Of an alarm that is told once. */
export const toldOnce = { reminders: 0, remindedAt: null, remindsAt: null } satisfies Partial<AlarmRow>;
