import { alarmType } from "#contract/resources/alarmType.ts";
import { attach } from "#store/attach.ts";

export const alarmTypeCalls = attach(alarmType);
