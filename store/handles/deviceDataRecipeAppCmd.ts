import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { attach } from "#store/attach.ts";

export const deviceDataRecipeAppCmdCalls = attach(deviceDataRecipeAppCmd);
