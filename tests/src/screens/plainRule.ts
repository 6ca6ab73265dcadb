import type { RuleRow } from "#contract/resources/alarm.ts";

/** What a row tells of a rule that asks for nothing but its condition. */
export const plainRule = { deviceTypeId: null, deviceTypeName: "", deviceTypeNameEn: "" } satisfies Partial<RuleRow>;
