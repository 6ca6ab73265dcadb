import type { Condition } from "#contract/resources/alarmCondition.ts";

export interface HintedRule {
  condition: Condition;
  a: number | null;
  b: number | null;
  min: number | null;
  max: number | null;
}

interface HintedPoint {
  min: number | null;
  max: number | null;
  decimals: number | null;
}

export interface ReleaseLimits {
  min?: number;
  max?: number;
}

const share = 0.02;

/** Two hundredths of the point's range, of the width between the trigger values or of the trigger value; what its decimals can show at least. */
const stepOf = ({ a, b }: HintedRule, point: HintedPoint | undefined): number => {
  const range = point && point.min !== null && point.max !== null && point.max > point.min ? point.max - point.min : undefined;
  const width = a !== null && b !== null && b > a ? b - a : undefined;
  const size = width ?? range ?? (Math.abs(a ?? 0) || 1);
  const least = point && point.decimals !== null ? 10 ** -point.decimals : 0;
  return Math.max(share * size, least);
};

const rounded = (value: number, decimals: number | null | undefined): number =>
  decimals === null || decimals === undefined ? Number(value.toPrecision(4)) : Number(value.toFixed(decimals));

/** Limits on the safe side of the trigger values, for a rule that has none and could have; undefined otherwise. */
export const releaseHint = (rule: HintedRule, point?: HintedPoint): ReleaseLimits | undefined => {
  const { condition, a, b, min, max } = rule;
  if (a === null || min !== null || max !== null) return undefined;
  const step = stepOf(rule, point);
  const shown = (value: number): number => rounded(value, point?.decimals);
  if (condition === "above") return { max: shown(a - step) };
  if (condition === "below") return { min: shown(a + step) };
  if (b === null || b <= a) return undefined;
  if (condition === "between") return { min: shown(a - step), max: shown(b + step) };
  return condition === "outside" && a + step < b - step ? { min: shown(a + step), max: shown(b - step) } : undefined;
};
