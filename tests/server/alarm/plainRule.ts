import type { RuleDefinition } from "#server/alarm/rule.ts";

/** What a rule is that asks for nothing but its condition. */
export const plainRule = {
  ...{
    deviceTypeId: null,
    method: "once",
    repeatMinutes: null,
    repeatStop: "processed",
    escalation: [],
    releaseSeconds: 0,
    schedule: null,
  },
} satisfies Partial<RuleDefinition>;
