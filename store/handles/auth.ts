import { auth } from "#contract/resources/auth.ts";
import { attach } from "#store/attach.ts";

export const authCalls = attach(auth);
