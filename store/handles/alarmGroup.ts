import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { attach } from "#store/attach.ts";

export const alarmGroupCalls = attach(alarmGroup);
export const alarmContactCalls = attach(alarmContact);
