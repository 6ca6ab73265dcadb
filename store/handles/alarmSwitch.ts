import { alarmSwitch } from "#contract/resources/alarm.ts";
import { attach } from "#store/attach.ts";

export const alarmSwitchCalls = attach(alarmSwitch);
