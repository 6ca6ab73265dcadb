import { deviceEvent } from "#contract/resources/log.ts";
import { attach } from "#store/attach.ts";

export const deviceEventCalls = attach(deviceEvent);
