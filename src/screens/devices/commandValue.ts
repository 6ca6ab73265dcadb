import type { Language } from "#contract/messages.ts";
import { compilePoint, type PointDefinition } from "#contract/point/decode.ts";
import { type WrittenValue, writtenValue } from "#contract/point/writtenValue.ts";
import { isValueType } from "#contract/pointValue.ts";
import type { PointNow } from "#contract/resources/device.ts";
import { withUnit } from "#contract/withUnit.ts";
import { plainNumber } from "#src/kit/value/plainNumber.ts";

export type CommandKind = "choice" | "switch" | "number" | "text";

type Target = Pick<PointNow, "valueType" | "enumeration" | "decimals" | "min" | "max" | "unit" | "writing">;

export const commandKind = ({ valueType, enumeration }: Target): CommandKind => {
  if (enumeration.length > 0) return "choice";
  if (valueType === "bool") return "switch";
  return valueType === "text" ? "text" : "number";
};

export type CommandValue =
  | { ok: true; value: WrittenValue }
  | { ok: false; fault: string; values?: Record<string, number | string> }
  /** As the server says it, in both languages. */
  | { ok: false; said: Readonly<Record<Language, string>> };

const whole = /^[+-]?\d+$/;

/** The value where the point takes it, by the check that the server makes. */
const checked = (point: Target, value: WrittenValue): CommandValue => {
  const { valueType, writing } = point;
  if (!writing || !isValueType(valueType)) return { ok: true, value };
  const definition: PointDefinition = {
    ...{ ...point, ...writing, valueType },
    ...{ id: "", address: "", name: "", nameEn: "", receiveFormula: "", storeMode: 0, writable: true },
  };
  const written = writtenValue({ name: "", nameEn: "", unit: point.unit, compiled: compilePoint(definition) }, value);
  const said = written.ok ? undefined : written.fault.values.why;
  return said ? { ok: false, said } : { ok: true, value };
};

/** What a control holds, as the value to send; or the message of what is wrong. Large whole numbers keep every digit by staying text. */
export const commandValue = (point: Target, text: string): CommandValue => {
  const limit = (value: number): string => withUnit(String(value), point.unit);
  if (text.trim() === "") return { ok: false, fault: "rule.required" };
  const kind = commandKind(point);
  if (kind === "switch") return { ok: true, value: text === "1" };
  if (kind === "text") return checked(point, text);
  const typed = plainNumber(text);
  const number = Number(typed);
  if (!Number.isFinite(number)) return { ok: false, fault: "rule.number" };
  if (point.decimals === 0 && !whole.test(typed)) return { ok: false, fault: "command.whole" };
  if (point.min !== null && number < point.min) return { ok: false, fault: "command.least", values: { limit: limit(point.min) } };
  if (point.max !== null && number > point.max) return { ok: false, fault: "command.most", values: { limit: limit(point.max) } };
  return checked(point, Number.isSafeInteger(number) || !whole.test(typed) ? number : typed);
};
