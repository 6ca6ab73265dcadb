import { deviceType } from "#contract/resources/device.ts";
import { attach } from "#store/attach.ts";

export const deviceTypeCalls = attach(deviceType);
