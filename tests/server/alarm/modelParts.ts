import fc from "fast-check";
import type { Condition, FurtherCondition } from "#contract/resources/alarmCondition.ts";
import { furtherColumns } from "#server/alarm/furtherColumns.ts";
import { tellingColumns } from "#server/alarm/ruleColumns.ts";
import { hoursColumns, type ModelHours, modelHours } from "./modelHours.ts";
import { isLimited, isOver, isTrue, type ValueLimits, valueLimits } from "./valueLimits.ts";

export const modelPoints = ["m1", "m2"] as const;
export type ModelPoint = (typeof modelPoints)[number];

/** One condition: of a point alone, of one against the other, or of how far one has moved. */
export type ModelPart = { readonly point: ModelPoint } & (
  | { readonly kind: "alone"; readonly limits: ValueLimits }
  | { readonly kind: "against"; readonly limits: ValueLimits }
  | { readonly kind: "same" | "differs"; readonly by: number }
  | { readonly kind: "risesBy" | "fallsBy" | "changesBy"; readonly by: number; readonly minutes: number }
);

/** Times in seconds. */
export interface ModelRule {
  readonly parts: readonly [ModelPart, ...ModelPart[]];
  readonly join: "and" | "or";
  readonly hold: number;
  readonly release: number;
  readonly repeat: { readonly minutes: number; readonly stop: "processed" | "released" } | null;
  readonly hours: ModelHours | null;
}

/** A reading that was taken; `counts`: it came since the rule asks what it asks now. */
export interface Heard {
  readonly at: number;
  readonly value: number;
  counts: boolean;
}
export type History = Readonly<Record<ModelPoint, Heard[]>>;

type Answer = "bad" | "good" | "neither" | "unknown";

const of = (bad: boolean, good: boolean): Answer => (bad ? "bad" : good ? "good" : "neither");
const otherOf = (point: ModelPoint): ModelPoint => (point === "m1" ? "m2" : "m1");

const answer = (part: ModelPart, history: History, at: number): Answer => {
  const heard = history[part.point];
  const value = heard.at(-1)?.value;
  if (value === undefined) return "unknown";
  if (part.kind === "alone") return of(isTrue(part.limits, value), isOver(part.limits, value));
  if (part.kind === "risesBy" || part.kind === "fallsBy" || part.kind === "changesBy") {
    const since = heard.filter((one) => one.counts && one.at >= at - part.minutes * 60);
    const moved = since.some((one) => {
      const rise = value - one.value;
      return part.kind === "risesBy" ? rise >= part.by : part.kind === "fallsBy" ? -rise >= part.by : Math.abs(rise) >= part.by;
    });
    return of(moved, !moved);
  }
  const other = history[otherOf(part.point)].at(-1)?.value;
  if (other === undefined) return "unknown";
  const apart = value - other;
  if (part.kind === "against") return of(isTrue(part.limits, apart), isOver(part.limits, apart));
  const holds = (apart === part.by) === (part.kind === "same");
  return of(holds, !holds);
};

/** Whether what a rule asks for is so, and whether it is over. */
export const answerOf = ({ parts, join }: ModelRule, history: History, at: number): { bad: boolean; good: boolean } => {
  const answers = parts.map((part) => answer(part, history, at));
  if (join === "and" || parts.length === 1)
    return { bad: answers.every((one) => one === "bad"), good: answers.some((one) => one === "good") };
  const known = answers.filter((one) => one !== "unknown");
  return { bad: known.includes("bad"), good: known.length > 0 && known.every((one) => one === "good") };
};

/** Whether it asks for nothing but the reading that comes. */
export const isPlain = ({ parts }: ModelRule): boolean => parts.length === 1 && parts[0].kind === "alone";

export const pointsOf = ({ parts }: ModelRule): Set<ModelPoint> =>
  new Set(
    parts.flatMap((part) =>
      part.kind === "against" || part.kind === "same" || part.kind === "differs" ? [part.point, otherOf(part.point)] : [part.point],
    ),
  );

export const isBanded = ({ parts }: ModelRule): boolean =>
  parts.every((part) => (part.kind === "alone" || part.kind === "against") && isLimited(part.limits));

const fieldsOf = (part: ModelPart): Omit<FurtherCondition, "pointId" | "condition"> & { condition: FurtherCondition["condition"] } => {
  const none = { b: null, min: null, max: null, otherPointId: null };
  if (part.kind === "alone" || part.kind === "against") {
    const { condition, a, b, min, max } = part.limits;
    return { condition, a, b, min, max, otherPointId: part.kind === "against" ? otherOf(part.point) : null };
  }
  if (part.kind === "risesBy" || part.kind === "fallsBy" || part.kind === "changesBy")
    return { ...none, condition: part.kind, a: part.by, b: part.minutes };
  return { ...none, condition: part.kind === "same" ? "equal" : "notEqual", a: part.by, otherPointId: otherOf(part.point) };
};

/** The row of a rule. */
export const columnsOf = ({ parts, join, hold, release, repeat, hours }: ModelRule) => {
  const [first, ...others] = parts;
  const { otherPointId, condition, ...limits } = fieldsOf(first);
  const further = others.map((part) => ({ pointId: part.point, ...fieldsOf(part) }));
  return {
    ...{ condition: condition satisfies Condition, ...limits, hold_seconds: hold, release_seconds: release },
    ...furtherColumns({ condition, otherPointId, join, further }),
    ...tellingColumns({
      method: repeat ? "repeat" : "once",
      repeatMinutes: repeat?.minutes ?? null,
      repeatStop: repeat?.stop ?? "processed",
    }),
    ...hoursColumns(hours),
  };
};

const delay = fc.constantFrom(0, 0, 5, 30);
const by = fc.integer({ min: 1, max: 6 });
const alone = valueLimits.map((limits) => ({ kind: "alone" as const, limits }));
const against = fc
  .record({
    condition: fc.constantFrom("above" as const, "below" as const),
    a: fc.integer({ min: -3, max: 3 }),
    band: fc.option(fc.constantFrom(1, 2)),
  })
  .map(({ condition, a, band }) => {
    const above = condition === "above";
    const limits = { condition, a, b: 0, min: above || band === null ? null : a + band, max: !above || band === null ? null : a - band };
    return { kind: "against" as const, limits: { ...limits, hold: 0 } };
  });
const same = fc.record({ kind: fc.constantFrom("same" as const, "differs" as const), by: fc.integer({ min: -2, max: 2 }) });
const change = fc.record({
  ...{ kind: fc.constantFrom("risesBy" as const, "fallsBy" as const, "changesBy" as const), by },
  minutes: fc.constantFrom(1, 1, 2),
});
const asked = fc.oneof(alone, against, same, change);
const first: fc.Arbitrary<ModelPart> = fc
  .oneof({ weight: 3, arbitrary: alone }, { weight: 3, arbitrary: asked })
  .map((one) => ({ ...one, point: "m1" as const }));
const another: fc.Arbitrary<ModelPart> = fc.tuple(asked, fc.constantFrom(...modelPoints)).map(([one, point]) => ({ ...one, point }));

/** Rules of the first point, and up to four more conditions of both. */
export const modelRule: fc.Arbitrary<ModelRule> = fc
  .record({
    first,
    others: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(another, { minLength: 1, maxLength: 4 }) },
    ),
    ...{ join: fc.constantFrom("and" as const, "or" as const), hold: delay, release: delay, hours: modelHours },
    repeat: fc.option(fc.record({ minutes: fc.constantFrom(1, 10), stop: fc.constantFrom("processed" as const, "released" as const) })),
  })
  .map(({ first: one, others, ...rule }) => ({ ...rule, parts: [one, ...others] }));
