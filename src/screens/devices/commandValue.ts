import type { PointNow } from "#contract/resources/device.ts";
import { withUnit } from "#contract/withUnit.ts";

export type CommandKind = "choice" | "switch" | "number" | "text";

type Target = Pick<PointNow, "valueType" | "enumeration" | "decimals" | "min" | "max" | "unit">;

export const commandKind = ({ valueType, enumeration }: Target): CommandKind => {
  if (enumeration.length > 0) return "choice";
  if (valueType === "bool") return "switch";
  return valueType === "text" ? "text" : "number";
};

export type CommandValue =
  | { ok: true; value: number | string | boolean }
  | { ok: false; fault: string; values?: Record<string, number | string> };

const whole = /^[+-]?\d+$/;

/** What a control holds, as the value to send; or the message of what is wrong. Large whole numbers keep every digit by staying text. */
export const commandValue = (point: Target, text: string): CommandValue => {
  const limit = (value: number): string => withUnit(String(value), point.unit);
  const typed = text.trim();
  if (typed === "") return { ok: false, fault: "rule.required" };
  const kind = commandKind(point);
  if (kind === "switch") return { ok: true, value: typed === "1" };
  if (kind === "text") return { ok: true, value: text };
  const number = Number(typed);
  if (!Number.isFinite(number)) return { ok: false, fault: "rule.number" };
  // Without a say on decimals a formula may make a whole raw value of it: the server knows.
  if (point.decimals === 0 && !whole.test(typed)) return { ok: false, fault: "command.whole" };
  if (point.min !== null && number < point.min) return { ok: false, fault: "command.least", values: { limit: limit(point.min) } };
  if (point.max !== null && number > point.max) return { ok: false, fault: "command.most", values: { limit: limit(point.max) } };
  return { ok: true, value: Number.isSafeInteger(number) || !whole.test(typed) ? number : typed };
};
