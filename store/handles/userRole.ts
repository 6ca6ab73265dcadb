import { userRole } from "#contract/resources/role.ts";
import { attach } from "#store/attach.ts";

export const userRoleCalls = attach(userRole);
