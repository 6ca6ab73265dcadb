import { deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { attach } from "#store/attach.ts";

export const deviceTypeRelationCalls = attach(deviceTypeRelation);
