import type { Language } from "#contract/messages.ts";
import { labelOf } from "#contract/point/enumeration.ts";
import type { Condition } from "#contract/resources/alarmCondition.ts";
import { withUnit } from "#contract/withUnit.ts";
import type { PointReach } from "#server/catalog/pointAuth.ts";
import { difference } from "./difference.ts";
import { type Found, isToldWith } from "./parts.ts";
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
    risesBy: "{point} {minutes} 分钟内上升 {change}（当前值 {value}）",
    fallsBy: "{point} {minutes} 分钟内下降 {change}（当前值 {value}）",
    changesBy: "{point} {minutes} 分钟内变化 {change}（当前值 {value}）",
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
    risesBy: "{point} rose by {change} within {minutes} min (value {value})",
    fallsBy: "{point} fell by {change} within {minutes} min (value {value})",
    changesBy: "{point} changed by {change} within {minutes} min (value {value})",
    changed: "{point} changed from {limit} to {value}",
    noData: "{point}: no data for {limit} min",
    offline: "Device offline",
    is: "{point}: {value}",
  },
};

/** Of several conditions: how those that held are told together, and one of a point that not everybody sees who sees the first. */
const together: Readonly<Record<Language, { readonly and: string; readonly or: string; readonly hidden: string; readonly other: string }>> =
  {
    zh: { and: "，且", or: "；", hidden: "另一数据点满足条件", other: "另一数据点的值" },
    en: { and: " and ", or: "; ", hidden: "another data point meets its condition", other: "the value of another data point" },
  };

/** What was seen when the condition came true or ended. */
export interface Sighting {
  readonly value: number | string | undefined;
  readonly previous: number | string | undefined;
  /** Of a rule of several parts what each came to. */
  readonly found?: readonly (Found | undefined)[];
}

/** What one condition is told by. */
type Told = Pick<
  RuleDefinition,
  | ("condition" | "a" | "b" | "pointName" | "pointNameEn" | "unit" | "enumeration")
  | ("otherPointId" | "otherPointName" | "otherPointNameEn")
>;

export type Texts = Readonly<Record<Language, string>>;

/** The rule's own text where it has one in that language, else the built one. */
export const triggerTexts = (rule: RuleDefinition, device: ToldDevice, sighting: Sighting): Texts => ({
  zh: triggerText(rule.pushContent, "zh", rule, device, sighting),
  en: triggerText(rule.pushContentEn, "en", rule, device, sighting),
});

const triggerText = (own: string, language: Language, rule: RuleDefinition, device: ToldDevice, sighting: Sighting): string => {
  if (own) return fill(own, ownValues(language, rule, device, sighting));
  const { found, ...single } = sighting;
  return found ? foundText(language, rule, found) : builtText(language, rule, single);
};

const builtText = (language: Language, told: Told, sighting: PartSighting): string =>
  fillBuilt(built[language][builtName(told, language, sighting)], builtValues(language, told, sighting));

interface PartSighting extends Omit<Sighting, "found"> {
  readonly found?: Found;
  /** Whose point the text is for: it tells of no other that is kept from some who see this one. */
  readonly first?: PointReach | undefined;
}

/** Those of the conditions that held. */
const foundText = (language: Language, rule: RuleDefinition, found: readonly (Found | undefined)[]): string => {
  const words = together[language];
  const first = found[0]?.known.reach;
  const texts = [rule, ...rule.further].flatMap((told, place) => {
    const one = found[place];
    if (one?.verdict !== 1) return [];
    if (told.pointId !== rule.pointId && !isToldWith(first, one.known.reach)) return [words.hidden];
    return [builtText(language, told, { value: one.known.value, previous: undefined, found: one, first })];
  });
  return texts.join(words[rule.join]);
};

/** A value that has a word is told by it, once. */
const builtName = (rule: Told, language: Language, { value }: PartSighting): Condition | "is" =>
  rule.condition === "equal" && rule.otherPointId === null && wordOf(rule, language, value) !== undefined ? "is" : rule.condition;

/** Empty where the rule has no release text in that language. */
export const releaseTexts = (rule: RuleDefinition, device: ToldDevice, sighting: Sighting): Texts => ({
  zh: fill(rule.releaseContent, ownValues("zh", rule, device, sighting)),
  en: fill(rule.releaseContentEn, ownValues("en", rule, device, sighting)),
});

type Values = Readonly<Record<string, string>>;

const placeholder = /\{(value|unit|point|device|limit|change|minutes)\}/g;

const fill = (text: string, values: Values): string => text.replace(placeholder, (whole, name: string) => values[name] ?? whole);

const hanEnd = /\p{Script=Han}$/u;
const hanStart = /^\p{Script=Han}/u;

/** As `fill`, without the blank between Chinese words of the text and a value that is Chinese. */
const fillBuilt = (text: string, values: Values): string =>
  text
    .split(/(?<!\}) (?=\{)|(?<=\}) (?!\{)/)
    .map((part) => fill(part, values))
    .reduce((before, next) => `${before}${hanEnd.test(before) && hanStart.test(next) ? "" : " "}${next}`);

const pointOf = (rule: Told, language: Language): string => (language === "en" && rule.pointNameEn) || rule.pointName;

/** Of a text that a person wrote: it places the unit itself. */
const ownValues = (language: Language, rule: RuleDefinition, device: ToldDevice, { found, ...sighting }: Sighting): Values => ({
  ...{ point: pointOf(rule, language), device: device.name, unit: rule.unit },
  value: told(rule, language, sighting.value),
  limit: rule.otherPointId === null ? limitOf(rule, language, sighting) : comparedWith(rule, found?.[0]),
});

/** The limit that another point's value comes to; nothing where not everybody sees that point who sees the first. */
const comparedWith = ({ a }: Told, found: Found | undefined): string =>
  found?.other && isToldWith(found.known.reach, found.other.reach) ? `${difference(found.other.value, -(a ?? 0))}` : "";

const unitless: ReadonlySet<Condition> = new Set(["bitSet", "changed", "noData", "offline"]);

const builtValues = (language: Language, rule: Told, sighting: PartSighting): Values => ({
  ...{ minutes: `${rule.b ?? ""}`, change: withUnit(`${sighting.found?.change ?? ""}`, rule.unit) },
  point: pointOf(rule, language),
  value: withUnit(told(rule, language, sighting.value), wordOf(rule, language, sighting.value) === undefined ? rule.unit : ""),
  limit:
    rule.otherPointId === null
      ? withUnit(limitOf(rule, language, sighting), hasUnit(rule, language) ? rule.unit : "")
      : otherOf(rule, language, sighting),
});

/** The other point with its value and what is added to it. */
const otherOf = (rule: Told, language: Language, { found, first }: PartSighting): string => {
  const { a, unit } = rule;
  if (!found?.other || !isToldWith(first ?? found.known.reach, found.other.reach)) return together[language].other;
  const name = (language === "en" && rule.otherPointNameEn) || rule.otherPointName;
  const value = `${name} ${withUnit(shown(found.other.value), unit)}`;
  return a === null || a === 0 ? value : `${value} ${a < 0 ? "-" : "+"} ${withUnit(`${Math.abs(a)}`, unit)}`;
};

const between: Readonly<Record<Language, string>> = { zh: "{a}～{b}", en: "{a} and {b}" };
const outside: Readonly<Record<Language, string>> = { zh: "{a}～{b}", en: "{a} to {b}" };

const limitOf = (rule: Told, language: Language, { previous }: PartSighting): string => {
  const { condition, a, b } = rule;
  if (condition === "offline") return "";
  if (condition === "changed") return told(rule, language, previous);
  if (equalities.has(condition)) return told(rule, language, a ?? undefined);
  if (condition !== "between" && condition !== "outside") return `${a ?? ""}`;
  const words = (condition === "between" ? between : outside)[language];
  return words.replace("{a}", `${a ?? ""}`).replace("{b}", `${b ?? ""}`);
};

const equalities: ReadonlySet<Condition> = new Set(["equal", "notEqual"]);

const hasUnit = (rule: Told, language: Language): boolean =>
  !unitless.has(rule.condition) && !(equalities.has(rule.condition) && wordOf(rule, language, rule.a ?? undefined) !== undefined);

/** What the value stands for, of an enumerated point. A register that is watched for a bit is told by its number. */
const wordOf = ({ enumeration, condition }: Told, language: Language, value: number | string | undefined): string | undefined =>
  condition === "bitSet" || condition === "noData" || !whole.test(`${value}`) ? undefined : labelOf(enumeration, Number(value), language);

const whole = /^-?\d+(\.\d+)?$/;

const told = (rule: Told, language: Language, value: number | string | undefined): string => wordOf(rule, language, value) ?? shown(value);

/** A text value can be as long as a message; a notice is not. */
const shown = (value: number | string | undefined): string => (value === undefined ? "" : Array.from(String(value)).slice(0, 100).join(""));
