import { alarmMask } from "#contract/resources/alarmMask.ts";
import { attach } from "#store/attach.ts";

export const alarmMaskCalls = attach(alarmMask);
