import type { IntlShape } from "react-intl";
import { type Enumeration, labelOf } from "#contract/point/enumeration.ts";
import type { Condition } from "#contract/resources/alarm.ts";
import { withUnit } from "#contract/withUnit.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { conditionFields } from "./conditionFields.ts";

export interface WordedCondition {
  condition: Condition;
  a: number | null;
  b: number | null;
  min: number | null;
  max: number | null;
  holdSeconds: number;
  releaseSeconds: number;
  unit: string;
  enumeration: Readonly<Enumeration>;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const releaseOf = ({ condition, a, b, min, max, unit }: WordedCondition): { id: string; values: Record<string, string> } | undefined => {
  const text = (...values: readonly (number | null)[]): string => String(values.find(isNumber) ?? "–");
  const limit = (...values: readonly (number | null)[]): string => withUnit(text(...values), unit);
  if (condition === "above") return isNumber(max) ? { id: "above", values: { max: limit(max) } } : undefined;
  if (condition === "below") return isNumber(min) ? { id: "below", values: { min: limit(min) } } : undefined;
  if ((condition !== "between" && condition !== "outside") || !(isNumber(min) || isNumber(max))) return undefined;
  return { id: condition, values: { min: text(min, a), max: limit(max, b) } };
};

/** A rule's condition in words: `above 8 °C for 30 s, clears at ≤ 6 °C`. A value that is not there yet is a dash. */
export const conditionWords = (rule: WordedCondition, intl: IntlShape): string => {
  const { condition, a, b, holdSeconds } = rule;
  const asked = conditionFields[condition];
  const unit = asked.a === "bit" || asked.a === "minutes" ? "" : rule.unit;
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `alarmRule.words.${id}` }, values);
  const shown = (value: number | null): string => {
    if (!isNumber(value)) return withUnit("–", unit);
    const label = asked.a === "equal" ? labelOf(rule.enumeration, value, languageOf(intl)) : undefined;
    return label === undefined ? withUnit(String(value), unit) : `${label} (${value})`;
  };
  const release = releaseOf(rule);
  const english = languageOf(intl) === "en";
  const trigger = [
    say(condition, { a: asked.b && isNumber(a) ? String(a) : shown(a), b: shown(b) }),
    ...(asked.hold && holdSeconds > 0 ? [say("held", { seconds: String(holdSeconds) })] : []),
  ].join(english ? " " : "，");
  const delayed = asked.hold && rule.releaseSeconds > 0;
  const words = [
    ...(release ? [say(`release.${release.id}`, release.values)] : []),
    ...(delayed ? [say("delayed", { seconds: String(rule.releaseSeconds) })] : []),
  ];
  return [trigger, ...words].join(english ? ", " : "，");
};
