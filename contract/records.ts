import { deviceGroup } from "#contract/resources/deviceGroup.ts";

/** Plain records: calls, answers, screen, words and samples follow from the declaration of each. */
export const records = [deviceGroup] as const;
