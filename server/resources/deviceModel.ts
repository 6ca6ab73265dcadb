import { deviceModel } from "#contract/resources/deviceModel.ts";
import { models } from "#server/catalog/models.ts";
import { implement } from "#server/kit/implement.ts";

const { get: _, ...answers } = models.answers;

export const deviceModelAnswers = implement(deviceModel, {
  ...answers,
  async query(request, context) {
    const { list, ...page } = await answers.query(request, context);
    const isReached = context.services.config.tuya !== undefined;
    return { ...page, list: list.map((row) => ({ ...row, spoken: row.spoken && (row.transmission !== "tuya" || isReached) })) };
  },
});
