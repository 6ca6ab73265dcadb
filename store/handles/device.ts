import { device, deviceModel, deviceSlave, deviceType } from "#contract/resources/device.ts";
import { attach } from "#store/attach.ts";

export const deviceCalls = attach(device);
export const deviceSlaveCalls = attach(deviceSlave);
export const deviceTypeCalls = attach(deviceType);
export const deviceModelCalls = attach(deviceModel);
