import type { IntlShape } from "react-intl";
import type { Condition } from "#contract/resources/alarm.ts";
import { conditionFields } from "./conditionFields.ts";

export interface WordedCondition {
  condition: Condition;
  a: number | null;
  b: number | null;
  min: number | null;
  max: number | null;
  holdSeconds: number;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const releaseOf = ({ condition, a, b, min, max }: WordedCondition): { id: string; values: Record<string, string> } | undefined => {
  const text = (...values: readonly (number | null)[]): string => String(values.find(isNumber) ?? "–");
  if (condition === "above") return isNumber(max) ? { id: "above", values: { max: text(max) } } : undefined;
  if (condition === "below") return isNumber(min) ? { id: "below", values: { min: text(min) } } : undefined;
  if ((condition !== "between" && condition !== "outside") || !(isNumber(min) || isNumber(max))) return undefined;
  return { id: condition, values: { min: text(min, a), max: text(max, b) } };
};

/** A rule's condition in words: `above 8, release ≤ 6, held 30 s`. A value that is not there yet is a dash. */
export const conditionWords = (rule: WordedCondition, intl: IntlShape): string => {
  const { condition, a, b, holdSeconds } = rule;
  const shown = (value: number | null): string => (isNumber(value) ? String(value) : "–");
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `alarmRule.words.${id}` }, values);
  const release = releaseOf(rule);
  const parts = [
    say(condition, { a: shown(a), b: shown(b) }),
    release && say(`release.${release.id}`, release.values),
    conditionFields[condition].hold && holdSeconds > 0 && say("held", { seconds: String(holdSeconds) }),
  ].filter((part) => typeof part === "string");
  return parts.join(intl.locale.startsWith("en") ? ", " : "，");
};
