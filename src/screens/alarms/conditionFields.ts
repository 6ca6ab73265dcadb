import type { Condition, RuleRow } from "#contract/resources/alarm.ts";
import type { ScheduleFields } from "#contract/resources/alarmSchedule.ts";

/** What each kind of condition is told by. */
export interface ConditionFields {
  /** What `a` stands for. */
  readonly a: "limit" | "low" | "equal" | "bit" | "minutes" | undefined;
  readonly b: boolean;
  /** Release limits. */
  readonly min: boolean;
  readonly max: boolean;
  readonly hold: boolean;
  readonly point: boolean;
}

const plain = { b: false, min: false, max: false, hold: true, point: true } as const;
const range = { ...plain, a: "low", b: true, min: true, max: true } as const;

export const conditionFields: Readonly<Record<Condition, ConditionFields>> = {
  above: { ...plain, a: "limit", max: true },
  below: { ...plain, a: "limit", min: true },
  equal: { ...plain, a: "equal" },
  notEqual: { ...plain, a: "equal" },
  between: range,
  outside: range,
  bitSet: { ...plain, a: "bit" },
  // A change is over as soon as it is seen: there is nothing to hold.
  changed: { ...plain, a: undefined, hold: false },
  noData: { ...plain, a: "minutes" },
  offline: { ...plain, a: undefined, point: false },
};

interface Limits extends ScheduleFields {
  condition: Condition;
  pointId: string | null;
  a: number | null;
  b: number | null;
  min: number | null;
  max: number | null;
  holdSeconds: number;
  releaseSeconds: number;
  method: RuleRow["method"];
  repeatMinutes: number | null;
  repeatStop: RuleRow["repeatStop"];
}

/** The rule without what its condition does not ask for, so that nothing unseen is kept. */
export const askedOnly = <R extends Limits>(rule: R): R => {
  const asked = conditionFields[rule.condition];
  return {
    ...rule,
    pointId: asked.point ? rule.pointId : null,
    a: asked.a ? rule.a : null,
    b: asked.b ? rule.b : null,
    min: asked.min ? rule.min : null,
    max: asked.max ? rule.max : null,
    holdSeconds: asked.hold ? rule.holdSeconds : 0,
    releaseSeconds: asked.hold ? rule.releaseSeconds : 0,
    repeatMinutes: rule.method === "repeat" ? rule.repeatMinutes : null,
    repeatStop: rule.method === "repeat" ? rule.repeatStop : "processed",
    ...(rule.scheduleDays.length === 0 ? { scheduleFrom: "", scheduleTo: "", holidays: [] } : {}),
  };
};

interface OwnLimits extends Limits {
  escalation: readonly { minutes: number; alarmGroupId: string }[];
  deviceId: string | null;
  deviceTypeId: string | null;
}

/** The same of a rule that is not a template's: one of a single device asks for no type, and a change, which is over at once, for no steps. */
export const ownAskedOnly = <R extends OwnLimits>(rule: R): R => ({
  ...askedOnly(rule),
  deviceTypeId: rule.deviceId === null ? rule.deviceTypeId : null,
  escalation: conditionFields[rule.condition].hold ? rule.escalation : [],
});
