import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { attach } from "#store/attach.ts";

export const deviceGroupCalls = attach(deviceGroup);
