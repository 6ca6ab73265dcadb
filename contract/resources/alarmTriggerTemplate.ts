import { z } from "zod";
import { resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, nothing, version } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText } from "#contract/kit/text.ts";
import { checkedRule, watched, watchedRow } from "#contract/resources/alarm.ts";

export const ruleTemplateFields = checkedRule(watched);

export const ruleTemplateRow = z.object({
  ...sharedRow,
  ...watchedRow,
  /** Device templates with it. */
  deviceTemplates: z.number(),
});
export type RuleTemplateRow = z.output<typeof ruleTemplateRow>;

const calls = recordCalls({
  fields: watched,
  row: ruleTemplateRow,
  filters: { ...companyFilter, search: filterText, recipeId: z.string().max(64).optional() },
  sortable: ["name", "level", "condition", "recipeName", "companyName"],
});

/** Alarm rules that are kept for device templates: each device that is made from one is given its own of them. Shared with the organisations below. */
export const alarmTriggerTemplate = resource(
  "alarm_trigger_template",
  {
    ...calls,
    post: write(ruleTemplateFields, calls.post.response),
    put: write(checkedRule(watched.extend({ id, version })), nothing, { touches: ["device_template"] }),
  },
  { zh: "报警规则模板", en: "alarm rule template" },
);
