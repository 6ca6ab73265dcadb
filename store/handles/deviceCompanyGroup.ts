import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { attach } from "#store/attach.ts";

export const deviceCompanyGroupCalls = attach(deviceCompanyGroup);
