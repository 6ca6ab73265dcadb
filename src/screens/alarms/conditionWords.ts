import type { IntlShape } from "react-intl";
import { type Enumeration, labelOf } from "#contract/point/enumeration.ts";
import { type Condition, type ConditionJoin, isOfTwo, isOfValues } from "#contract/resources/alarmCondition.ts";
import { withUnit } from "#contract/withUnit.ts";
import { languageOf, ownName } from "#src/kit/value/readersLanguage.ts";
import { conditionFields } from "./conditionFields.ts";

/** One condition with its points. */
export interface WordedPart {
  condition: Condition;
  pointName?: string | undefined;
  pointNameEn?: string | undefined;
  a: number | null;
  b: number | null;
  min: number | null;
  max: number | null;
  otherPointId?: string | null | undefined;
  otherPointName?: string | undefined;
  otherPointNameEn?: string | undefined;
  unit: string;
  enumeration: Readonly<Enumeration>;
}

export interface WordedCondition extends WordedPart {
  join?: ConditionJoin | undefined;
  further?: readonly WordedPart[] | undefined;
  holdSeconds: number;
  releaseSeconds: number;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const dash = "–";

/** The other point, and what is added to it. */
const otherWords = (part: WordedPart, value: number | null, intl: IntlShape): string => {
  const name = ownName(intl, part.otherPointName ?? "", part.otherPointNameEn ?? "") || dash;
  if (!isNumber(value) || value === 0) return name;
  return `${name} ${value < 0 ? "−" : "+"} ${withUnit(String(Math.abs(value)), part.unit)}`;
};

const hasOther = ({ condition, otherPointId }: WordedPart): boolean => isOfTwo(condition) && typeof otherPointId === "string";

const releaseOf = (part: WordedPart, intl: IntlShape): { id: string; values: Record<string, string> } | undefined => {
  const { condition, a, b, min, max, unit } = part;
  const text = (...values: readonly (number | null)[]): string => String(values.find(isNumber) ?? dash);
  const limit = (...values: readonly (number | null)[]): string =>
    hasOther(part) ? otherWords(part, values.find(isNumber) ?? null, intl) : withUnit(text(...values), unit);
  if (condition === "above") return isNumber(max) ? { id: "above", values: { max: limit(max) } } : undefined;
  if (condition === "below") return isNumber(min) ? { id: "below", values: { min: limit(min) } } : undefined;
  if ((condition !== "between" && condition !== "outside") || !(isNumber(min) || isNumber(max))) return undefined;
  return { id: condition, values: { min: text(min, a), max: limit(max, b) } };
};

const triggerOf = (part: WordedPart, intl: IntlShape): string => {
  const { condition, a, b } = part;
  const asked = conditionFields[condition];
  const unit = asked.a === "bit" || asked.a === "minutes" ? "" : part.unit;
  const shown = (value: number | null): string => {
    if (!isNumber(value)) return withUnit(dash, unit);
    const label = asked.a === "equal" ? labelOf(part.enumeration, value, languageOf(intl)) : undefined;
    return label === undefined ? withUnit(String(value), unit) : `${label} (${value})`;
  };
  const first = hasOther(part) ? otherWords(part, a, intl) : asked.b === "high" && isNumber(a) ? String(a) : shown(a);
  const second = asked.b === "window" ? (isNumber(b) ? String(b) : dash) : shown(b);
  return intl.formatMessage({ id: `alarmRule.words.${condition}` }, { a: first, b: second });
};

/**
 * A rule's condition in words: `above 8 °C for 30 s, clears at ≤ 6 °C`, or `above 8 °C (clears at ≤ 6 °C) and Pressure below 2 bar for 30 s`. A
 * value that is not there yet is a dash.
 */
export const conditionWords = (rule: WordedCondition, intl: IntlShape): string => {
  const { holdSeconds, further = [], join = "and" } = rule;
  const asked = conditionFields[rule.condition];
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `alarmRule.words.${id}` }, values);
  const several = isOfValues(rule.condition) && further.length > 0;
  const english = languageOf(intl) === "en";
  const releaseWords = (part: WordedPart): string[] => {
    const release = releaseOf(part, intl);
    return release ? [say(`release.${release.id}`, release.values)] : [];
  };
  const partWords = (part: WordedPart): string => {
    const words = triggerOf(part, intl);
    return several ? [words, ...releaseWords(part).map((release) => (english ? ` (${release})` : `（${release}）`))].join("") : words;
  };
  const named = (part: WordedPart): string => `${ownName(intl, part.pointName ?? "", part.pointNameEn ?? "") || dash} ${partWords(part)}`;
  const all = [partWords(rule), ...(several ? further.map(named) : [])].join(
    english ? ` ${say(`join.${join}`)} ` : `，${say(`join.${join}`)}`,
  );
  const trigger = [all, ...(asked.hold && holdSeconds > 0 ? [say("held", { seconds: String(holdSeconds) })] : [])].join(
    english ? " " : "，",
  );
  const delayed = asked.hold && rule.releaseSeconds > 0;
  const words = [...(several ? [] : releaseWords(rule)), ...(delayed ? [say("delayed", { seconds: String(rule.releaseSeconds) })] : [])];
  return [trigger, ...words].join(english ? ", " : "，");
};
