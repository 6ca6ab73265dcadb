import { device } from "#contract/resources/device.ts";
import { attach } from "#store/attach.ts";

export const deviceCalls = attach(device);
