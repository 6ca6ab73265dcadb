import { user } from "#contract/resources/user.ts";
import { attach } from "#store/attach.ts";

export const userCalls = attach(user);
