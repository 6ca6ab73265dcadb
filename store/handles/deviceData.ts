import { deviceData } from "#contract/resources/deviceData.ts";
import { attach } from "#store/attach.ts";

export const deviceDataCalls = attach(deviceData);
