import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { attach } from "#store/attach.ts";

export const deviceUnitTypeCalls = attach(deviceUnitType);
