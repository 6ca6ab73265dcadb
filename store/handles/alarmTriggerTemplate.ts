import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { attach } from "#store/attach.ts";

export const alarmTriggerTemplateCalls = attach(alarmTriggerTemplate);
