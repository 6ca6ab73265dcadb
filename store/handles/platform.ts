import { appVersion } from "#contract/resources/appVersion.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { attach } from "#store/attach.ts";

export const deviceUnitTypeCalls = attach(deviceUnitType);
export const appVersionCalls = attach(appVersion);
