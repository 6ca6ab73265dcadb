import { compileFormula, type FormulaFault } from "#contract/formula.ts";

/** `at` counts characters from 1. */
export type Example = { kind: "value"; value: number } | { kind: "fault"; reason: FormulaFault; at: number } | { kind: "notFinite" };

const run = (formula: string, x: number): Example => {
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

/** What a raw value is shown as: bits, formula, rounding. */
export const receivedExample = (raw: number, point: Received): Example => {
  const result = run(point.receiveFormula, fieldOf(raw, point));
  return result.kind === "value" ? { kind: "value", value: rounded(result.value, point.decimals) } : result;
};

/** What is sent for a value; of an integer type the nearest one. */
export const sentExample = (value: number, sendFormula: string, whole: boolean): Example => {
  const result = run(sendFormula, value);
  return result.kind === "value" && whole ? { kind: "value", value: rounded(result.value, 0) } : result;
};
