import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { attach } from "#store/attach.ts";

export const deviceDataRecipeCalls = attach(deviceDataRecipe);
