import { skipToken } from "@reduxjs/toolkit/query/react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { RuleTemplateRow } from "#contract/resources/alarmTriggerTemplate.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import { TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { conditionWords } from "#src/screens/alarms/conditionWords.ts";
import { SlavesField } from "#src/screens/devices/slavesField.tsx";
import { alarmTriggerTemplateCalls } from "#store/handles/alarmTriggerTemplate.ts";

/** Alarm rule templates that the user sees; nothing while they are not known. */
export const useRuleTemplates = (): readonly RuleTemplateRow[] | undefined => {
  const { query } = alarmTriggerTemplateCalls;
  return query.useQuery(useAllowed()(query.call) ? { pageSize: limits.page.max } : skipToken).data?.list;
};

const recipesOf = (slaves: unknown): ReadonlySet<unknown> =>
  new Set(Array.isArray(slaves) ? slaves.map((slave: { recipeId?: unknown } | undefined) => slave?.recipeId) : []);

/** The rules that are of none of the slaves' data templates go, as far as they are known. */
export const fittingRules = (
  ruleIds: readonly string[],
  slaves: readonly { recipeId: string }[],
  rules: readonly RuleTemplateRow[] | undefined,
): string[] => {
  const recipes = recipesOf(slaves);
  return ruleIds.filter((id) => {
    const rule = rules?.find((one) => one.id === id);
    return rule === undefined || recipes.has(rule.recipeId);
  });
};

function RulesField() {
  const intl = useIntl();
  const recipes = recipesOf(useWatch({ name: "slaves" }));
  const offered = (useRuleTemplates() ?? []).filter(({ recipeId }) => recipes.has(recipeId));
  const options = offered.map((rule) => ({
    value: rule.id,
    label: rule.name,
    detail: `${rule.recipeName} · ${conditionWords(rule, intl)}`,
  }));
  return <ChecksField name="ruleIds" options={options} help={intl.formatMessage({ id: "deviceTemplates.help.ruleIds" })} />;
}

/** What a device template gives its devices. */
export function DeviceTemplateFields() {
  return (
    <>
      <TextField name="name" />
      <TextAreaField name="description" lines={2} />
      <SlavesField />
      <RulesField />
    </>
  );
}
