import { alarmLog } from "#contract/resources/alarm.ts";
import { attach } from "#store/attach.ts";

export const alarmLogCalls = attach(alarmLog);
