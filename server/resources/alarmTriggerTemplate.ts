import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { ruleTemplates } from "#server/catalog/ruleTemplates.ts";
import { implement } from "#server/kit/implement.ts";

export const alarmTriggerTemplateAnswers = implement(alarmTriggerTemplate, ruleTemplates.answers);
