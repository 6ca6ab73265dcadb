import { deviceUserBind } from "#contract/resources/relations.ts";
import { attach } from "#store/attach.ts";

export const deviceUserBindCalls = attach(deviceUserBind);
