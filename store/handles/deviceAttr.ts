import { deviceAttr } from "#contract/resources/deviceType.ts";
import { attach } from "#store/attach.ts";

export const deviceAttrCalls = attach(deviceAttr);
