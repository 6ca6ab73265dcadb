import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { attach } from "#store/attach.ts";

export const deviceDataLogCalls = attach(deviceDataLog);
