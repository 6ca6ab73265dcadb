import { sys } from "#contract/resources/sys.ts";
import { attach } from "#store/attach.ts";

export const sysCalls = attach(sys);
