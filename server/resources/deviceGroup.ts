import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { deviceGroups } from "#server/catalog/deviceGroups.ts";
import { implement } from "#server/kit/implement.ts";

const { get: _, ...answers } = deviceGroups.answers;
export const deviceGroupAnswers = implement(deviceGroup, answers);
