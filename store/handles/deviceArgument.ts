import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { attach } from "#store/attach.ts";

export const deviceArgumentCalls = attach(deviceArgument);
