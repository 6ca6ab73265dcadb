import { deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import { attach } from "#store/attach.ts";

export const deviceDataRecipeAppCalls = attach(deviceDataRecipeApp);
