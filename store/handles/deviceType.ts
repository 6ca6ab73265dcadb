import { deviceType } from "#contract/resources/deviceType.ts";
import { attach } from "#store/attach.ts";

export const deviceTypeCalls = attach(deviceType);
