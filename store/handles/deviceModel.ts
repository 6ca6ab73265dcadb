import { deviceModel } from "#contract/resources/device.ts";
import { attach } from "#store/attach.ts";

export const deviceModelCalls = attach(deviceModel);
