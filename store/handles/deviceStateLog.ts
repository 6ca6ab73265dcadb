import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { attach } from "#store/attach.ts";

export const deviceStateLogCalls = attach(deviceStateLog);
