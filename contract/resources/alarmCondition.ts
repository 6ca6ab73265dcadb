import { z } from "zod";
import { id } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { enumeration } from "#contract/point/enumeration.ts";

export const conditions = [
  ...(["above", "below", "equal", "notEqual", "between", "outside", "bitSet"] as const),
  ...(["risesBy", "fallsBy", "changesBy"] as const),
  ...(["changed", "noData", "offline"] as const),
] as const;
export type Condition = (typeof conditions)[number];

/** Those of values, which can stand together in one rule. */
export const valueConditions = [
  ...(["above", "below", "equal", "notEqual", "between", "outside", "bitSet"] as const),
  ...(["risesBy", "fallsBy", "changesBy"] as const),
] as const satisfies readonly Condition[];
export type ValueCondition = (typeof valueConditions)[number];

export const isOfValues = (condition: Condition): condition is ValueCondition => valueConditions.some((known) => known === condition);

/** Those of how far a value has moved within some minutes. */
export const isOfChange = (condition: Condition): boolean =>
  condition === "risesBy" || condition === "fallsBy" || condition === "changesBy";

/** Those whose trigger value may be another point's. */
export const isOfTwo = (condition: Condition): boolean =>
  condition === "above" || condition === "below" || condition === "equal" || condition === "notEqual";

/** How the conditions of a rule stand together: all of them have to hold, or one. */
export const conditionJoins = ["and", "or"] as const;
export type ConditionJoin = (typeof conditionJoins)[number];

const number = z.number("rule.number").nullable().default(null);

/**
 * What a condition asks of its point. `a` and `b` are the trigger values (`a` alone for one-sided conditions, the bit number for bitSet, minutes
 * for noData; of a change its least size and the minutes within which it happens); `min` and `max` are the release limits (dead band). With
 * `otherPointId` all of them are added to the newest value of that point, and `a` is 0 where it is left out.
 */
export const conditionFields = {
  a: number,
  b: number,
  min: number,
  max: number,
  /** Another point of the data template, on the same slave; of above, below, equal and notEqual. */
  otherPointId: z.string().max(64).nullable().default(null),
};

/** One more condition of a rule, of a point of the same data template on the same slave. */
const furtherCondition = z.object({ pointId: id, condition: z.enum(valueConditions), ...conditionFields });
export type FurtherCondition = z.output<typeof furtherCondition>;

export const furtherFields = {
  /** Beside the first one; none of a rule whose first condition is not of values. */
  join: z.enum(conditionJoins).default("and"),
  further: z.array(furtherCondition).max(limits.alarmRule.further).default([]),
};

/** The same of a row. */
const conditionRow = {
  pointId: z.string().nullable(),
  pointName: z.string(),
  pointNameEn: z.string(),
  /** Of the data point. */
  unit: z.string(),
  enumeration,
  a: z.number().nullable(),
  b: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  otherPointId: z.string().nullable(),
  otherPointName: z.string(),
  otherPointNameEn: z.string(),
};

export const conditionsRow = {
  ...conditionRow,
  condition: z.enum(conditions),
  join: z.enum(conditionJoins),
  further: z.array(z.object({ ...conditionRow, condition: z.enum(valueConditions) })),
};

interface AskedCondition {
  readonly pointId: string | null;
  readonly condition: Condition;
  readonly a: number | null;
  readonly b: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly otherPointId: string | null;
}
interface AskedConditions extends AskedCondition {
  readonly further: readonly FurtherCondition[];
}

/** The other point that a condition names, where it is one that asks for it. */
export const otherPointOf = ({ condition, otherPointId }: Pick<AskedCondition, "condition" | "otherPointId">): string | null =>
  isOfTwo(condition) ? otherPointId : null;

const triggered = (asked: AskedCondition): boolean => {
  const { condition, a, b } = asked;
  if (condition === "changed" || condition === "offline") return true;
  if (condition === "between" || condition === "outside") return a !== null && b !== null && a <= b;
  if (condition === "bitSet") return a !== null && Number.isInteger(a) && a >= 0 && a <= 63;
  if (condition === "noData") return a !== null && a > 0;
  return a !== null || otherPointOf(asked) !== null;
};

const [fewest, most] = limits.alarmRule.windowMinutes;
const isWindow = (b: number | null): boolean => b !== null && Number.isInteger(b) && b >= fewest && b <= most;

interface Fault {
  readonly field: "pointId" | "a" | "b" | "min" | "max" | "otherPointId";
  readonly message: string;
}

/** What of one condition does not fit together. */
const faultsOf = (asked: AskedCondition): Fault[] => {
  const { condition, a, b, min, max, pointId } = asked;
  const faults: Fault[] = [];
  if (isOfChange(condition)) {
    if (a === null || a <= 0) faults.push({ field: "a", message: "rule.change" });
    if (!isWindow(b)) faults.push({ field: "b", message: "rule.window" });
    return faults;
  }
  if (!triggered(asked)) faults.push({ field: "a", message: "rule.trigger" });
  const other = otherPointOf(asked);
  if (other !== null && (other === "" || other === pointId)) faults.push({ field: "otherPointId", message: "rule.otherPoint" });
  const limit = a ?? (other === null ? null : 0);
  if (condition === "above" && max !== null && limit !== null && max > limit) faults.push({ field: "max", message: "rule.deadBand" });
  if (condition === "below" && min !== null && limit !== null && min < limit) faults.push({ field: "min", message: "rule.deadBand" });
  return faults;
};

const tell = (faults: readonly Fault[], path: readonly (string | number)[], context: z.RefinementCtx): void => {
  for (const { field, message } of faults) context.addIssue({ code: "custom", message, path: [...path, field] });
};

/** What of a rule's conditions has to fit together. */
export const fittingConditions = (rule: AskedConditions, context: z.RefinementCtx): void => {
  if (rule.condition !== "offline" && rule.pointId === null) tell([{ field: "pointId", message: "rule.history.point" }], [], context);
  // Of the first condition both release limits are told at the upper one.
  tell(
    faultsOf(rule).map((fault) => (fault.field === "min" ? { ...fault, field: "max" } : fault)),
    [],
    context,
  );
  if (!isOfValues(rule.condition)) return;
  for (const [place, further] of rule.further.entries()) tell(faultsOf(further), ["further", place], context);
};
