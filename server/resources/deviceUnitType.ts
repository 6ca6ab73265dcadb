import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { units } from "#server/catalog/units.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceUnitTypeAnswers = implement(deviceUnitType, units.answers);
