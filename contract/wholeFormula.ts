import type { CompiledFormula } from "#contract/formula.ts";
import { numberOfFraction, roundedTo, wholeOf } from "#contract/fraction.ts";

/** Beyond it a formula over doubles may lose digits on its way; exact numbers cost more. */
const largeFrom = 2 ** 31;
const mostWhole = 10n ** 40n;
const isLarge = (value: number | bigint): boolean => value > largeFrom || value < -largeFrom;

/**
 * What a formula makes of a whole number, rounded to its decimals, where doubles might lose digits: a whole result with all of them, any
 * other as the nearest number. Undefined where doubles do, and beyond what anybody counts to.
 */
export const wholeResult = (formula: CompiledFormula, value: number | bigint, decimals: number | null): number | bigint | undefined => {
  if (!isLarge(value) && !isLarge(formula.run(Number(value)))) return undefined;
  const exact = formula.exactly({ top: BigInt(value), over: 1n });
  if (!exact) return undefined;
  const rounded = decimals === null ? exact : { top: roundedTo(exact, decimals), over: 10n ** BigInt(decimals) };
  const whole = wholeOf(rounded);
  if (whole === undefined) return numberOfFraction(rounded);
  return whole < mostWhole && whole > -mostWhole ? whole : undefined;
};

/** More digits than a double holds for certain: of an approximate point, a value that is rounded. */
export const isRounded = (value: number): boolean => Math.abs(value) >= 1e15 || String(Math.abs(value)).replace(".", "").length > 15;

/** Whether large values of a point may be shown rounded: a 64-bit counter through a formula that need not keep whole numbers whole. */
export const isApproximate = (valueType: string, formula: Pick<CompiledFormula, "whole"> | undefined): boolean =>
  valueType.endsWith("int64") && formula !== undefined && !formula.whole;
