import { compileFormula, type FormulaFault } from "#contract/formula.ts";
import { isApproximate, wholeResult } from "#contract/wholeFormula.ts";

/** `at` counts characters from 1. */
export type Example =
  | { kind: "value"; value: number | string }
  | { kind: "fault"; reason: FormulaFault; at: number }
  | { kind: "notFinite" };

type Ran = { kind: "value"; value: number } | Exclude<Example, { kind: "value" }>;

const run = (formula: string, x: number): Ran => {
  if (formula === "") return { kind: "value", value: x };
  const compiled = compileFormula(formula);
  if (!compiled.ok) return { kind: "fault", reason: compiled.reason, at: compiled.at + 1 };
  const value = compiled.run(x);
  return Number.isFinite(value) ? { kind: "value", value } : { kind: "notFinite" };
};

/** Half away from zero, judged on the written digits. */
const rounded = (value: number, digits: number | null): number => {
  if (digits === null || !Number.isInteger(digits) || digits < 0) return value;
  const [mantissa, exponent] = Math.abs(value).toExponential().split("e");
  const size = Number(`${Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))}e-${digits}`);
  return value < 0 && size !== 0 ? -size : size;
};

export interface Received {
  receiveFormula: string;
  decimals: number | null;
  startBit: number | null;
  endBit: number | null;
}

const fieldOf = (raw: number, { startBit, endBit }: Received): number => {
  const [start, end] = [startBit ?? endBit, endBit ?? startBit];
  if (start === null || end === null || start > end || !Number.isSafeInteger(raw) || raw < 0) return raw;
  return Math.floor(raw / 2 ** start) % 2 ** (end - start + 1);
};

const wholeNumber = /^[+-]?\d{1,40}$/;

/** What a raw value is shown as: bits, formula, rounding. Of a whole type, a number typed as text keeps all its digits. */
export const receivedExample = (typed: number | string, point: Received, whole = false): Example => {
  const exact = whole && typeof typed === "string" && wholeNumber.test(typed.trim()) ? BigInt(typed.trim().replace("+", "")) : undefined;
  if (exact !== undefined && point.startBit === null && point.endBit === null) {
    const formula = point.receiveFormula === "" ? undefined : compileFormula(point.receiveFormula);
    const digits = formula === undefined ? exact : formula.ok ? wholeResult(formula, exact, point.decimals) : undefined;
    if (typeof digits === "bigint" && !Number.isSafeInteger(Number(digits))) return { kind: "value", value: String(digits) };
    if (typeof digits === "number") return { kind: "value", value: digits };
  }
  const result = run(point.receiveFormula, fieldOf(Number(typed), point));
  return result.kind === "value" ? { kind: "value", value: rounded(result.value, point.decimals) } : result;
};

/** What is sent for a value; of an integer type the nearest one. */
export const sentExample = (given: number | string, sendFormula: string, whole: boolean): Example => {
  const exact = whole && wholeNumber.test(String(given)) ? BigInt(given) : undefined;
  if (exact !== undefined) {
    const formula = sendFormula === "" ? undefined : compileFormula(sendFormula);
    const digits = formula === undefined ? exact : formula.ok ? wholeResult(formula, exact, 0) : undefined;
    if (typeof digits === "bigint" && !Number.isSafeInteger(Number(digits))) return { kind: "value", value: String(digits) };
  }
  const result = run(sendFormula, Number(given));
  return result.kind === "value" && whole ? { kind: "value", value: rounded(result.value, 0) } : result;
};

/** Whether the point's large values are shown rounded. */
export const showsRounded = (valueType: string, receiveFormula: string): boolean => {
  const formula = compileFormula(receiveFormula);
  return isApproximate(valueType, formula.ok ? formula : undefined);
};
