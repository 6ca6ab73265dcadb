import type { IntlShape } from "react-intl";
import type { Language } from "#contract/messages.ts";
import { pictureKey } from "#contract/pictureKey.ts";
import { type Enumeration, entryLabel, labelOf } from "#contract/point/enumeration.ts";
import { type Bound, passedBound } from "#contract/pointLimits.ts";
import { numberOf } from "#contract/pointValue.ts";
import { isRounded } from "#contract/wholeFormula.ts";
import { withUnit } from "#contract/withUnit.ts";
import { isAhead } from "./ageUnits.ts";
import { shownText } from "./shownText.ts";

export type PointReading = number | string | boolean | null | undefined;

export interface PointForm {
  unit: string;
  /** Of a text point everything is text, whatever it looks like. */
  valueType?: string | undefined;
  decimals: number | null;
  enumeration: Readonly<Enumeration>;
  min?: number | null;
  max?: number | null;
  pictures?: readonly { value: string; picture: string }[] | undefined;
  /** Values of more than 15 digits are rounded. */
  approximate?: boolean | undefined;
}

export interface PointText {
  /** "none": there is no value; "label": a word of the enumeration, without unit. */
  kind: "none" | "label" | "number" | "text";
  text: string;
  unit: string;
  /** Its last digits may be wrong; the text says so by its sign. */
  approximate?: true;
  /** The limit that it passes. */
  beyond: { bound: Bound; limit: number } | undefined;
}

/** A reading older than this, of a device that is online, is an old one. */
export const staleAfterMs = 600_000;

/** The picture that stands for a reading, where the point has one for it. */
export const pointPicture = (value: PointReading, { pictures = [] }: PointForm): string | undefined => {
  if (value === null || value === undefined) return undefined;
  const key = pictureKey(value);
  return pictures.find((one) => pictureKey(one.value) === key)?.picture;
};

/** Digits without the noise of binary fractions and without a minus in front of zero. */
export const numberText = (value: number, decimals: number | null): string => {
  const whole = Number.isInteger(value);
  const text = decimals === null ? String(whole ? value : Number(value.toPrecision(15))) : value.toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
};

const beyondOf = (number: number | undefined, point: PointForm): PointText["beyond"] => {
  const bound = number === undefined ? undefined : passedBound(number, point);
  const limit = bound && point[bound];
  return bound === undefined || limit === null || limit === undefined ? undefined : { bound, limit };
};

/** Which limit is passed, in words. */
export const beyondText = (bound: Bound, point: PointForm, intl: IntlShape, several = false): string =>
  intl.formatMessage(
    { id: `value.${several ? "some." : ""}${bound === "min" ? "below" : "above"}` },
    { limit: withUnit(`${point[bound] ?? ""}`, point.unit) },
  );

/** Readings are texts by the type of their point, not by how they look. */
export const isTextual = ({ valueType }: Pick<PointForm, "valueType">): boolean => valueType === "text";

const textOf = (value: string, point: PointForm, language: Language): PointText => {
  const entry = point.enumeration.find((each) => String(each.value) === value);
  if (entry) return { kind: "label", text: entryLabel(entry, language), unit: "", beyond: undefined };
  return { kind: "text", text: shownText(value), unit: point.unit, beyond: undefined };
};

/** How a point's reading is written. Zero and false are values; text keeps every character, 64-bit counters every digit. */
export const pointText = (value: PointReading, point: PointForm, language: Language): PointText => {
  if (value === null || value === undefined || value === "" || (typeof value === "number" && !Number.isFinite(value)))
    return { kind: "none", text: "–", unit: "", beyond: undefined };
  if (isTextual(point)) return textOf(String(value), point, language);
  const number = numberOf(value);
  const beyond = beyondOf(number, point);
  const label = number === undefined ? undefined : labelOf(point.enumeration, number, language);
  if (label !== undefined) return { kind: "label", text: label, unit: "", beyond };
  if (point.approximate && typeof value === "number" && isRounded(value))
    return { kind: "number", text: `≈ ${value}`, unit: point.unit, approximate: true, beyond };
  if (typeof value === "string")
    return { kind: number === undefined ? "text" : "number", text: shownText(value), unit: point.unit, beyond };
  return { kind: "number", text: numberText(Number(value), point.decimals), unit: point.unit, beyond };
};

/** Value and unit as one text, for lists, hover and copies. */
export const pointLine = (value: PointReading, point: PointForm, language: Language): string => {
  const { text, unit } = pointText(value, point, language);
  return withUnit(text, unit);
};

export const pointName = (point: { name: string; nameEn: string }, language: Language): string =>
  (language === "en" && point.nameEn) || point.name;

export interface Freshness {
  /** Nothing to go by: too old, of a device that is away, or of a time that has not come yet. */
  stale: boolean;
  /** Milliseconds since the reading, below zero for one of a clock that is ahead; undefined when there is none. */
  age: number | undefined;
}

export const freshness = (ts: number | null | undefined, now: number, online: boolean): Freshness => {
  if (ts === null || ts === undefined) return { stale: false, age: undefined };
  const age = now - ts;
  return { stale: !online || age > staleAfterMs || isAhead(age), age };
};
