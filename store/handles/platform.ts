import { appVersion } from "#contract/resources/appVersion.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { order } from "#contract/resources/order.ts";
import { attach } from "#store/attach.ts";

export const deviceUnitTypeCalls = attach(deviceUnitType);
export const appVersionCalls = attach(appVersion);
export const orderCalls = attach(order);
export const deviceRecipePictureCalls = attach(deviceRecipePicture);
