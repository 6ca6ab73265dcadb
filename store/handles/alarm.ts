import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { attach } from "#store/attach.ts";

export const alarmLogCalls = attach(alarmLog);
export const alarmTriggerCalls = attach(alarmTrigger);
export const alarmSwitchCalls = attach(alarmSwitch);
