import type { Language } from "#contract/messages.ts";
import { labelOf } from "#contract/point/enumeration.ts";
import type { Condition } from "#contract/resources/alarm.ts";
import { withUnit } from "#contract/withUnit.ts";
import type { RuleDefinition, ToldDevice } from "./rule.ts";

/** The text of a rule that has none of its own; values and limits come with their unit. */
const built: Readonly<Record<Language, Readonly<Record<Condition | "is", string>>>> = {
  zh: {
    above: "{point} {value} 高于 {limit}",
    below: "{point} {value} 低于 {limit}",
    equal: "{point} {value} 等于 {limit}",
    notEqual: "{point} {value} 不等于 {limit}",
    between: "{point} {value} 介于 {limit} 之间",
    outside: "{point} {value} 超出 {limit} 范围",
    bitSet: "{point} 的 bit {limit} 为 1（当前值 {value}）",
    changed: "{point} 由 {limit} 变为 {value}",
    noData: "{point} 已 {limit} 分钟无数据",
    offline: "设备离线",
    is: "{point} 为 {value}",
  },
  en: {
    above: "{point} {value} above {limit}",
    below: "{point} {value} below {limit}",
    equal: "{point} {value} equal to {limit}",
    notEqual: "{point} {value} not equal to {limit}",
    between: "{point} {value} between {limit}",
    outside: "{point} {value} outside {limit}",
    bitSet: "{point} has bit {limit} set (value {value})",
    changed: "{point} changed from {limit} to {value}",
    noData: "{point}: no data for {limit} min",
    offline: "Device offline",
    is: "{point}: {value}",
  },
};

/** What was seen when the condition came true or ended. */
export interface Sighting {
  readonly value: number | string | undefined;
  readonly previous: number | string | undefined;
}

export type Texts = Readonly<Record<Language, string>>;

/** The rule's own text where it has one in that language, else the built one. */
export const triggerTexts = (rule: RuleDefinition, device: ToldDevice, sighting: Sighting): Texts => ({
  zh: triggerText(rule.pushContent, "zh", rule, device, sighting),
  en: triggerText(rule.pushContentEn, "en", rule, device, sighting),
});

const triggerText = (own: string, language: Language, rule: RuleDefinition, device: ToldDevice, sighting: Sighting): string =>
  own
    ? fill(own, ownValues(language, rule, device, sighting))
    : fill(built[language][builtName(rule, language, sighting)], builtValues(language, rule, sighting));

/** A value that has a word is told by it, once. */
const builtName = (rule: RuleDefinition, language: Language, { value }: Sighting): Condition | "is" =>
  rule.condition === "equal" && wordOf(rule, language, value) !== undefined ? "is" : rule.condition;

/** Empty where the rule has no release text in that language. */
export const releaseTexts = (rule: RuleDefinition, device: ToldDevice, sighting: Sighting): Texts => ({
  zh: fill(rule.releaseContent, ownValues("zh", rule, device, sighting)),
  en: fill(rule.releaseContentEn, ownValues("en", rule, device, sighting)),
});

type Values = Readonly<Record<string, string>>;

const placeholder = /\{(value|unit|point|device|limit)\}/g;

const fill = (text: string, values: Values): string => text.replace(placeholder, (whole, name: string) => values[name] ?? whole);

const pointOf = (rule: RuleDefinition, language: Language): string => (language === "en" && rule.pointNameEn) || rule.pointName;

/** Of a text that a person wrote: it places the unit itself. */
const ownValues = (language: Language, rule: RuleDefinition, device: ToldDevice, sighting: Sighting): Values => ({
  ...{ point: pointOf(rule, language), device: device.name, unit: rule.unit },
  value: told(rule, language, sighting.value),
  limit: limitOf(rule, language, sighting),
});

const unitless: ReadonlySet<Condition> = new Set(["bitSet", "changed", "noData", "offline"]);

const builtValues = (language: Language, rule: RuleDefinition, sighting: Sighting): Values => ({
  point: pointOf(rule, language),
  value: withUnit(told(rule, language, sighting.value), wordOf(rule, language, sighting.value) === undefined ? rule.unit : ""),
  limit: withUnit(limitOf(rule, language, sighting), hasUnit(rule, language) ? rule.unit : ""),
});

const between: Readonly<Record<Language, string>> = { zh: "{a}～{b}", en: "{a} and {b}" };
const outside: Readonly<Record<Language, string>> = { zh: "{a}～{b}", en: "{a} to {b}" };

const limitOf = (rule: RuleDefinition, language: Language, { previous }: Sighting): string => {
  const { condition, a, b } = rule;
  if (condition === "offline") return "";
  if (condition === "changed") return told(rule, language, previous);
  if (equalities.has(condition)) return told(rule, language, a ?? undefined);
  if (condition !== "between" && condition !== "outside") return `${a ?? ""}`;
  const words = (condition === "between" ? between : outside)[language];
  return words.replace("{a}", `${a ?? ""}`).replace("{b}", `${b ?? ""}`);
};

const equalities: ReadonlySet<Condition> = new Set(["equal", "notEqual"]);

const hasUnit = (rule: RuleDefinition, language: Language): boolean =>
  !unitless.has(rule.condition) && !(equalities.has(rule.condition) && wordOf(rule, language, rule.a ?? undefined) !== undefined);

/** What the value stands for, of an enumerated point. A register that is watched for a bit is told by its number. */
const wordOf = ({ enumeration, condition }: RuleDefinition, language: Language, value: number | string | undefined): string | undefined =>
  condition === "bitSet" || condition === "noData" || !whole.test(`${value}`) ? undefined : labelOf(enumeration, Number(value), language);

const whole = /^-?\d+(\.\d+)?$/;

const told = (rule: RuleDefinition, language: Language, value: number | string | undefined): string =>
  wordOf(rule, language, value) ?? shown(value);

/** A text value can be as long as a message; a notice is not. */
const shown = (value: number | string | undefined): string => (value === undefined ? "" : Array.from(String(value)).slice(0, 100).join(""));
