import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import { type RuleRow, ruleFields } from "#contract/resources/alarm.ts";
import type { ScheduleFields } from "#contract/resources/alarmSchedule.ts";
import { type RuleTemplateRow, ruleTemplateFields } from "#contract/resources/alarmTriggerTemplate.ts";
import { askedOnly, ownAskedOnly } from "./conditionFields.ts";

type Watched = z.output<typeof ruleTemplateFields>;

/** The contract's rules; what it says of the dead band stands under the release limit that the form shows. */
const toldAtFields =
  (contract: z.ZodType) =>
  (rule: Watched, context: z.RefinementCtx): void => {
    for (const { path, message } of contract.safeParse(rule).error?.issues ?? []) {
      const release = rule.condition === "below" && path[0] === "max";
      context.addIssue({ code: "custom", message, path: release ? ["min"] : [...path] });
    }
  };

export const ruleFormSchema = z.object(ruleFields.shape).superRefine((rule, context) => {
  toldAtFields(ruleFields)(ownAskedOnly(rule), context);
  if (rule.deviceId === "") context.addIssue({ code: "custom", message: "rule.history.device", path: ["deviceId"] });
});

export const ruleTemplateSchema = z
  .object(ruleTemplateFields.shape)
  .superRefine((rule, context) => toldAtFields(ruleTemplateFields)(askedOnly(rule), context));

/** Hours that are proposed. */
export const usualHours = { scheduleDays: [], scheduleFrom: "08:00", scheduleTo: "18:00", holidays: [] };

export const blankRule = (): FieldValues => ({
  ...{ name: "", level: 1, alarmTypeId: null, alarmGroupId: null, recipeId: "", pointId: null, deviceId: null, deviceName: "" },
  ...{ deviceTypeId: null, method: "once", repeatMinutes: null, repeatStop: "processed", escalation: [] },
  ...usualHours,
  ...{ condition: "above", a: null, b: null, min: null, max: null, holdSeconds: 0, releaseSeconds: 0 },
  ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "", saveData: true },
});

const scheduleValues = ({ scheduleDays, scheduleFrom, scheduleTo, holidays }: ScheduleFields): FieldValues =>
  scheduleDays.length === 0 ? usualHours : { scheduleDays, scheduleFrom, scheduleTo, holidays };

export const watchedValues = (rule: RuleRow | RuleTemplateRow): FieldValues => {
  const { name, level, alarmTypeId, recipeId, pointId, condition, a, b, min, max, holdSeconds, releaseSeconds } = rule;
  const { pushContent, pushContentEn, releaseContent, releaseContentEn, saveData, method, repeatMinutes, repeatStop } = rule;
  return {
    ...{ name, level, alarmTypeId, recipeId, pointId, condition, a, b, min, max, holdSeconds, releaseSeconds },
    ...{ pushContent, pushContentEn, releaseContent, releaseContentEn, saveData, method, repeatMinutes, repeatStop },
    ...scheduleValues(rule),
  };
};

export const ruleValues = (rule: RuleRow): FieldValues => ({
  ...watchedValues(rule),
  ...{ deviceId: rule.deviceId, deviceName: rule.deviceName, deviceTypeId: rule.deviceTypeId, alarmGroupId: rule.alarmGroupId },
  escalation: rule.escalation.map(({ minutes, alarmGroupId }) => ({ minutes, alarmGroupId })),
});
