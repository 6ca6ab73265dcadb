import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import { type RuleRow, ruleFields } from "#contract/resources/alarm.ts";

/** The contract's rules; what it says of the dead band stands under the release limit that the form shows. */
export const ruleFormSchema = z.object(ruleFields.shape).superRefine((rule, context) => {
  for (const { path, message } of ruleFields.safeParse(rule).error?.issues ?? []) {
    const release = rule.condition === "below" && path[0] === "max";
    context.addIssue({ code: "custom", message, path: release ? ["min"] : [...path] });
  }
  if (rule.deviceId === "") context.addIssue({ code: "custom", message: "rule.history.device", path: ["deviceId"] });
});

export const blankRule = (): FieldValues => ({
  ...{ name: "", level: 1, recipeId: "", pointId: null, deviceId: null, deviceName: "" },
  ...{ condition: "above", a: null, b: null, min: null, max: null, holdSeconds: 0 },
  ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "", saveData: true },
});

export const ruleValues = (rule: RuleRow): FieldValues => {
  const { name, level, recipeId, pointId, deviceId, deviceName, condition, a, b, min, max, holdSeconds } = rule;
  const { pushContent, pushContentEn, releaseContent, releaseContentEn, saveData } = rule;
  return {
    ...{ name, level, recipeId, pointId, deviceId, deviceName, condition, a, b, min, max, holdSeconds },
    ...{ pushContent, pushContentEn, releaseContent, releaseContentEn, saveData },
  };
};
