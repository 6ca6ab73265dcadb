import { deviceChange } from "#contract/resources/deviceChange.ts";
import { attach } from "#store/attach.ts";

export const deviceChangeCalls = attach(deviceChange);
