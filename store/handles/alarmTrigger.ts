import { alarmTrigger } from "#contract/resources/alarm.ts";
import { attach } from "#store/attach.ts";

export const alarmTriggerCalls = attach(alarmTrigger);
