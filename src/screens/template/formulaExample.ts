import { compileFormula, type FormulaFault } from "#contract/formula.ts";
import { compilePoint, type PointDefinition } from "#contract/point/decode.ts";
import { type WriteFault, writtenValue } from "#contract/point/writtenValue.ts";
import type { DecodeFault } from "#contract/pointValue.ts";
import { isApproximate } from "#contract/wholeFormula.ts";

/** `at` counts characters from 1. */
export type Example =
  | { kind: "value"; value: number | string | boolean }
  | { kind: "formula"; reason: FormulaFault; at: number }
  | { kind: "unreadable"; reason: DecodeFault }
  | { kind: "refused"; fault: WriteFault };

/** What a person sees and the server goes by: the same functions try a value and judge a device's. */
export interface TriedPoint
  extends Pick<
    PointDefinition,
    "valueType" | "receiveFormula" | "sendFormula" | "decimals" | "integerDigits" | "min" | "max" | "startBit" | "endBit" | "enumeration"
  > {
  unit: string;
}

const compiledOf = ({ unit: _unit, ...point }: TriedPoint) =>
  compilePoint({ ...point, id: "", address: "", name: "", nameEn: "", storeMode: 0, writable: true });

const formulaFault = (formula: string): Example | undefined => {
  const compiled = formula === "" ? undefined : compileFormula(formula);
  return compiled === undefined || compiled.ok ? undefined : { kind: "formula", reason: compiled.reason, at: compiled.at + 1 };
};

/** What is stored of a raw value. A formula that sends has no part in it. */
export const receivedExample = (raw: string, point: TriedPoint): Example => {
  const fault = formulaFault(point.receiveFormula);
  if (fault) return fault;
  const read = compiledOf({ ...point, sendFormula: "" }).decode(raw);
  return read.ok ? { kind: "value", value: read.value } : { kind: "unreadable", reason: read.reason };
};

/** A console sends whole numbers that no number holds as text. */
const asSent = (value: number | string): number | string =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? String(value) : value;

/** The raw value that a command for a value would send, or why it would be refused. */
export const sentExample = (value: number | string, point: TriedPoint): Example => {
  const fault = formulaFault(point.sendFormula);
  if (fault) return fault;
  const compiled = compiledOf({ ...point, receiveFormula: "" });
  const written = writtenValue({ name: "", nameEn: "", unit: point.unit, compiled }, asSent(value));
  return written.ok ? { kind: "value", value: written.raw } : { kind: "refused", fault: written.fault };
};

/** Whether the point's large values are shown rounded. */
export const showsRounded = (valueType: string, receiveFormula: string): boolean => {
  const formula = compileFormula(receiveFormula);
  return isApproximate(valueType, formula.ok ? formula : undefined);
};
