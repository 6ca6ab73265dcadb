import { deviceModel } from "#contract/resources/deviceModel.ts";
import { models } from "#server/catalog/models.ts";
import { implement } from "#server/kit/implement.ts";

const { get: _, ...answers } = models.answers;

export const deviceModelAnswers = implement(deviceModel, answers);
