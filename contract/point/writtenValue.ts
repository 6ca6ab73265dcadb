import { type Fraction, fractionOf } from "#contract/fraction.ts";
import { type Language, type MessageId, say } from "#contract/messages.ts";
import type { CompiledPoint, PointDefinition, ToldStep } from "#contract/point/decode.ts";
import { entryLabel } from "#contract/point/enumeration.ts";
import { mayLackDigits } from "#contract/point/whole.ts";
import type { DecodeFault } from "#contract/pointValue.ts";

export type WrittenValue = number | string | boolean;

/** What is known of a point that is to be written. */
export interface WritablePoint {
  name: string;
  nameEn: string;
  unit: string;
  compiled: CompiledPoint;
}

type Told = Readonly<Record<Language, string>>;

/** A refusal that names the point and, of a value, what its point takes. */
export interface WriteFault {
  code: "pointReadOnly" | "valueUnfit";
  values: Readonly<Record<string, Told>>;
}

export type Written = { ok: true; raw: WrittenValue } | { ok: false; fault: WriteFault };

/**
 * The one check that every way to write a point passes: it may be written, and the value is of its type, one of its enumeration, within
 * its limits and digits. Answers the raw value.
 */
export const writtenValue = (point: WritablePoint, value: WrittenValue, onStep?: ToldStep): Written => {
  const { definition } = point.compiled;
  if (!definition.writable) return { ok: false, fault: { code: "pointReadOnly", values: { name: nameOf(point) } } };
  const why = unfitFor(definition, point.unit, value);
  if (why) return { ok: false, fault: unfit(point, why) };
  const encoded = point.compiled.encode(value, onStep);
  if (encoded.ok) return encoded;
  return { ok: false, fault: unfit(point, told(reasons[encoded.reason], { type: definition.valueType })) };
};

/** Two points of one address want the same bits. */
export const overlapping = (point: WritablePoint): WriteFault => unfit(point, told("unfit.overlap"));

const reasons: Record<DecodeFault, MessageId> = {
  empty: "rule.required",
  type: "unfit.type",
  fraction: "unfit.whole",
  notFinite: "unfit.notFinite",
  overflow: "unfit.overflow",
  bits: "unfit.bits",
  definition: "unfit.definition",
};

const nameOf = ({ name, nameEn }: WritablePoint): Told => ({ zh: name, en: nameEn || name });

const told = (message: MessageId, values: Readonly<Record<string, string | number>> = {}): Told => ({
  zh: say("zh", message, values),
  en: say("en", message, values),
});

const unfit = (point: WritablePoint, why: Told): WriteFault => ({ code: "valueUnfit", values: { name: nameOf(point), why } });

const unfitFor = (definition: PointDefinition, unit: string, value: WrittenValue): Told | undefined => {
  const { valueType, enumeration, min, max, decimals, integerDigits } = definition;
  if (typeof value === "number" && mayLackDigits(valueType, value)) return told("unfit.digits");
  const exact = exactOf(value);
  if (enumeration.length > 0) {
    if (exact && enumeration.some((entry) => isSame(exact, entry.value))) return undefined;
    const choices = (language: Language) =>
      enumeration.map((entry) => `${entry.value} ${entryLabel(entry, language)}`).join(language === "en" ? ", " : "、");
    return { zh: say("zh", "unfit.choices", { choices: choices("zh") }), en: say("en", "unfit.choices", { choices: choices("en") }) };
  }
  if (valueType === "text" || !exact) return undefined;
  const withUnit = (limit: number): string => (/^[%°]?$/.test(unit) ? `${limit}${unit}` : `${limit} ${unit}`);
  if (min !== null && isBelow(exact, min)) return told("unfit.below", { limit: withUnit(min) });
  if (max !== null && isAbove(exact, max)) return told("unfit.above", { limit: withUnit(max) });
  if (decimals !== null && (exact.top * 10n ** BigInt(decimals)) % exact.over !== 0n)
    return decimals === 0 ? told("unfit.whole") : told("unfit.decimals", { digits: decimals });
  const size = exact.top < 0n ? -exact.top : exact.top;
  if (integerDigits !== null && size >= 10n ** BigInt(integerDigits) * exact.over)
    return told("unfit.integerDigits", { digits: integerDigits });
  return undefined;
};

/** Undefined for what is no number: its type says so. */
const exactOf = (value: WrittenValue): Fraction | undefined => {
  const written = typeof value === "boolean" ? String(Number(value)) : String(value).trim();
  return /^0x[0-9a-f]{1,16}$/i.test(written) ? { top: BigInt(written), over: 1n } : fractionOf(written);
};

const isAbove = ({ top, over }: Fraction, limit: number): boolean => {
  const other = fractionOf(String(limit));
  return other !== undefined && top * other.over > other.top * over;
};
const isBelow = (exact: Fraction, limit: number): boolean => isAbove({ top: -exact.top, over: exact.over }, -limit);
const isSame = (exact: Fraction, other: number): boolean => !isAbove(exact, other) && !isBelow(exact, other);
