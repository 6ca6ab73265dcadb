import { deviceModel } from "#contract/resources/deviceModel.ts";
import { attach } from "#store/attach.ts";

export const deviceModelCalls = attach(deviceModel);
