import { deviceDataRecipeBodyType } from "#contract/resources/deviceDataRecipeBodyType.ts";
import { pointCategories } from "#server/catalog/pointCategories.ts";
import { implement } from "#server/kit/implement.ts";

const { put: edit, ...answers } = pointCategories.answers;

export const deviceDataRecipeBodyTypeAnswers = implement(deviceDataRecipeBodyType, { ...answers, edit });
