import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { appCommands } from "#server/catalog/appCommands.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceDataRecipeAppCmdAnswers = implement(deviceDataRecipeAppCmd, appCommands.answers);
