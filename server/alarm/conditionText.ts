import type { Language } from "#contract/messages.ts";
import type { Condition } from "#contract/resources/alarm.ts";
import type { AlarmDevice, RuleDefinition } from "./rule.ts";

/** The text of a rule that has none of its own. */
const built: Readonly<Record<Language, Readonly<Record<Condition, string>>>> = {
  zh: {
    above: "{point} {value}{unit} 高于 {limit}",
    below: "{point} {value}{unit} 低于 {limit}",
    equal: "{point} {value}{unit} 等于 {limit}",
    notEqual: "{point} {value}{unit} 不等于 {limit}",
    between: "{point} {value}{unit} 介于 {limit}",
    outside: "{point} {value}{unit} 超出 {limit}",
    bitSet: "{point} {value}{unit} 置位 第{limit}位",
    changed: "{point} {value}{unit} 已变化 原值 {limit}",
    noData: "{point} 无数据 已 {limit} 分钟",
    offline: "设备离线",
  },
  en: {
    above: "{point} {value}{unit} above {limit}",
    below: "{point} {value}{unit} below {limit}",
    equal: "{point} {value}{unit} equal to {limit}",
    notEqual: "{point} {value}{unit} not equal to {limit}",
    between: "{point} {value}{unit} between {limit}",
    outside: "{point} {value}{unit} outside {limit}",
    bitSet: "{point} {value}{unit} has bit {limit} set",
    changed: "{point} {value}{unit} changed from {limit}",
    noData: "{point} no data for {limit} min",
    offline: "Device offline",
  },
};

/** What was seen when the condition came true or ended. */
export interface Sighting {
  readonly value: number | string | undefined;
  readonly previous: number | string | undefined;
}

export type Texts = Readonly<Record<Language, string>>;

/** The rule's own text where it has one in that language, else the built one. */
export const triggerTexts = (rule: RuleDefinition, device: AlarmDevice, sighting: Sighting): Texts => ({
  zh: fill(rule.pushContent || built.zh[rule.condition], "zh", rule, device, sighting),
  en: fill(rule.pushContentEn || built.en[rule.condition], "en", rule, device, sighting),
});

/** Empty where the rule has no release text in that language. */
export const releaseTexts = (rule: RuleDefinition, device: AlarmDevice, sighting: Sighting): Texts => ({
  zh: fill(rule.releaseContent, "zh", rule, device, sighting),
  en: fill(rule.releaseContentEn, "en", rule, device, sighting),
});

const placeholder = /\{(value|unit|point|device|limit)\}/g;

const fill = (text: string, language: Language, rule: RuleDefinition, device: AlarmDevice, sighting: Sighting): string =>
  text.replace(placeholder, (_, name: string) => {
    if (name === "value") return shown(sighting.value);
    if (name === "unit") return rule.unit;
    if (name === "device") return device.name;
    if (name === "limit") return limitOf(rule, sighting);
    return language === "en" ? rule.pointNameEn || rule.pointName : rule.pointName;
  });

const limitOf = ({ condition, a, b }: RuleDefinition, { previous }: Sighting): string => {
  if (condition === "offline") return "";
  if (condition === "changed") return shown(previous);
  return condition === "between" || condition === "outside" ? `${a ?? ""}~${b ?? ""}` : `${a ?? ""}`;
};

/** A text value can be as long as a message; a notice is not. */
const shown = (value: number | string | undefined): string => (value === undefined ? "" : Array.from(String(value)).slice(0, 100).join(""));
