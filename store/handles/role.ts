import { role } from "#contract/resources/role.ts";
import { attach } from "#store/attach.ts";

export const roleCalls = attach(role);
