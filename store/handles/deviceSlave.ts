import { deviceSlave } from "#contract/resources/device.ts";
import { attach } from "#store/attach.ts";

export const deviceSlaveCalls = attach(deviceSlave);
