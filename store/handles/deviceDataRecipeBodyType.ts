import { deviceDataRecipeBodyType } from "#contract/resources/deviceDataRecipeBodyType.ts";
import { attach } from "#store/attach.ts";

export const deviceDataRecipeBodyTypeCalls = attach(deviceDataRecipeBodyType);
