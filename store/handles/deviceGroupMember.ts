import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { attach } from "#store/attach.ts";

export const deviceGroupMemberCalls = attach(deviceGroupMember);
