import type { IntlShape } from "react-intl";
import { callWords } from "#contract/callWords.ts";
import { codes } from "#contract/codes.ts";
import { records } from "#contract/records.ts";
import { type OperationRow, operatorAccount } from "#contract/resources/log.ts";
import { resourceOfPath, resources } from "#contract/resources.ts";
import { listText } from "#src/kit/value/listText.ts";
import { messageText } from "#src/kit/value/messageText.ts";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";

/** Who did it; the operator by a word. */
export const accountWords = (account: string, intl: IntlShape): string =>
  account === operatorAccount ? intl.formatMessage({ id: "log.operator" }) : account || "–";

/** What a row of the log did, in words. */
export const operationWords = (call: string, intl: IntlShape): string => callWords(call, languageOf(intl)) ?? call;

const messageOf = new Map<number, string>(Object.values(codes).map(({ code, message }) => [code, message]));

/** How it ended; values that a message was said with are not kept by the log. */
export const resultWords = (code: number, intl: IntlShape): string => {
  const id = messageOf.get(code);
  return (id === undefined ? undefined : messageText(intl, id)) ?? String(code);
};

const messageWords = (id: unknown, intl: IntlShape): string =>
  (typeof id === "string" ? messageText(intl, id) : undefined) ?? shownText(String(id));

/** The fields that a request was refused for, each with the rule that it broke, in words. */
export const wrongFields = (
  { call, detail, code }: Pick<OperationRow, "call" | "detail" | "code">,
  intl: IntlShape,
): [string, string][] => {
  const wrong = code === 0 ? undefined : new Map(fieldsOf(detail)).get("wrong");
  if (typeof wrong !== "object" || wrong === null) return [];
  return Object.entries(wrong).map(([path, rule]) => [fieldWords(call, path.replace(/\.\d+/g, ""), intl), messageWords(rule, intl)]);
};

/** How an operation ended, with the fields that it was refused for. */
export const outcomeWords = (row: Pick<OperationRow, "call" | "detail" | "code">, intl: IntlShape): string => {
  if (row.code === 0) return resultWords(0, intl);
  const fields = wrongFields(row, intl).map(([field]) => field);
  return [`${row.code} ${resultWords(row.code, intl)}`, ...(fields.length > 0 ? [listText(intl, fields)] : [])].join(" · ");
};

/** Calls that can stand in the log, by their words. */
export const loggedCalls = (intl: IntlShape): { id: string; name: string }[] => {
  const calls = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ preference }) => !preference);
  const named = calls.flatMap(({ path }) => {
    const name = callWords(path, languageOf(intl));
    return name === undefined ? [] : [{ id: path, name }];
  });
  return named.sort((one, other) => one.name.localeCompare(other.name, intl.locale));
};

/** Screens whose words a resource's fields have. */
const screensOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(records.map(({ name, record }) => [name, [record.screen]])),
  alarm_contact: ["alarmContacts"],
  alarm_group: ["alarmGroups"],
  alarm_mask: ["alarmMasks"],
  company_weixin: ["weixinAccounts"],
  user_weixin: ["weixinUsers"],
  alarm_user_weixin: ["weixinContacts"],
  alarm_log: ["alarms"],
  alarm_switch: ["alarmSound", "alarms"],
  alarm_trigger: ["alarmRule", "alarmRules", "alarms"],
  alarm_try: ["alarmTry", "alarmRule", "alarmRules", "alarms"],
  alarm_trigger_template: ["alarmRule", "ruleTemplates"],
  alarm_type: ["alarmTypes"],
  app_version: ["apps"],
  company: ["companies"],
  device: ["device", "devices", "registry", "renew", "transfer"],
  device_change: ["change", "devices"],
  device_event: ["operations"],
  device_data_recipe: ["dataPoint", "dataPoints", "recipes", "registerTrial", "models"],
  device_data_recipe_app: ["appRecipes", "appPoints"],
  device_data_recipe_app_cmd: ["appCommands"],
  device_argument: ["parameters"],
  device_data_recipe_body_type: ["categories"],
  device_recipe_picture: ["iconGroups"],
  device_model: ["models"],
  device_state_log: ["states"],
  device_attr: ["device"],
  device_data: ["data"],
  device_message: ["messages"],
  device_favorites: ["follow"],
  device_video: ["videos"],
  device_group_member: ["groupMembers"],
  device_company_group: ["companyGroups", "groupMembers"],
  device_template: ["deviceTemplates"],
  device_template_ui: ["panelEditor", "panels"],
  device_template_ui_cmd: ["panelCommands"],
  device_template_ui_company: ["panelLinks"],
  device_type: ["types"],
  device_type_relation: ["types"],
  device_unit_type: ["units"],
  device_user_bind: ["bindings", "terminals"],
  dict: ["dict"],
  employee_bind_customer: ["customers"],
  menu: ["menus"],
  order: ["orders"],
  role: ["roles"],
  sample: ["sample.users"],
  sheet_import: ["import"],
  sys: ["settings"],
  terminal_user: ["terminals", "users"],
  user: ["children", "users", "profile"],
};

/** Words of fields that records of every kind have. */
const everyRecord = "operations.record";

/** The first message of a resource's screens that there is. */
const screenWords = (call: string, ids: readonly string[], intl: IntlShape): string | undefined => {
  const resource = resourceOfPath.get(call)?.name ?? "";
  for (const screen of [...(screensOf[resource] ?? []), everyRecord])
    for (const id of ids) {
      const message = intl.messages[`${screen}.${id}`];
      if (typeof message === "string") return message;
    }
  return undefined;
};

/** The word for a field of a call, where one of its screens has it; its name on the wire otherwise. */
export const fieldWords = (call: string, field: string, intl: IntlShape): string =>
  screenWords(
    call,
    tailsOf(field).flatMap((tail) => [`field.${tail}`, `column.${tail}`, `filter.${tail}`]),
    intl,
  ) ??
  everyRecordWords(field, intl) ??
  shownText(field);

/** The path itself, then each that begins further in: `changed.changes.min`, `changes.min`, `min`. */
const tailsOf = (path: string): string[] => {
  const parts = path.split(".");
  return parts.map((_, at) => parts.slice(at).join("."));
};

/** A part is called the same wherever it stands. */
const everyRecordWords = (field: string, intl: IntlShape): string | undefined => {
  const message = intl.messages[`${everyRecord}.field.${field.slice(field.lastIndexOf(".") + 1)}`];
  return typeof message === "string" ? message : undefined;
};

/** The languages and the zone that a value is told in. */
export interface Reader {
  intl: IntlShape;
  zone: string;
  /** Names of data points by their ids, in the reader's language. */
  points?: ReadonlyMap<string, string>;
}

const marks = { zh: { part: "，", item: "；" }, en: { part: ", ", item: "; " } } as const;

const pairWords = (label: string, value: string, intl: IntlShape): string =>
  intl.formatMessage({ id: "operations.pair" }, { label, value });

/** An id of a data point with its name beside. */
const withName = (id: string, points: Reader["points"]): string => {
  const name = points?.get(id);
  return name === undefined ? shownText(id) : `${shownText(name)} (${id})`;
};

const partsWords = (call: string, field: string, parts: readonly [string, unknown][], reader: Reader): string => {
  const words = parts.map(([name, part]) => {
    const path = `${field}.${name}`;
    const label = reader.points?.has(name) ? withName(name, reader.points) : fieldWords(call, path, reader.intl);
    return pairWords(label, valueWords(call, path, part, reader), reader.intl);
  });
  return words.length === 0 ? "–" : words.join(marks[languageOf(reader.intl)].part);
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const textWords = (text: string, { intl, zone, points }: Reader): string =>
  points?.has(text) ? withName(text, points) : instant.test(text) ? formatInstant(zone, text) : shownText(operationWords(text, intl));

/** Where the words of values stand that no list of records shows. */
const choices: Readonly<Record<string, string>> = { aggregation: "history.by", format: "file.format" };

const choiceWords = (field: string, value: string, intl: IntlShape): string | undefined => {
  const message = choices[field] && intl.messages[`${choices[field]}.${value}`];
  return typeof message === "string" && message !== "" ? message : undefined;
};

/** A value as a person reads it; nothing is left out. */
export const valueWords = (call: string, field: string, value: unknown, reader: Reader): string => {
  const { intl } = reader;
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return intl.formatMessage({ id: value ? "operations.yes" : "operations.no" });
  if (Array.isArray(value))
    return value.length === 0 ? "–" : value.map((each) => valueWords(call, field, each, reader)).join(marks[languageOf(intl)].item);
  if (typeof value === "object") return partsWords(call, field, Object.entries(value), reader);
  const text = String(value);
  return (
    screenWords(call, [`option.${field}.${text}`, `value.${field}.${text}`], intl) ??
    choiceWords(field, text, intl) ??
    textWords(text, reader)
  );
};

/** Fields of a JSON text, or undefined where it is none. */
export const fieldsOf = (text: string): [string, unknown][] | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
  } catch {
    return undefined;
  }
};

/** Who reads a row, with the names of the data points that the row knows. */
export const readerOf = ({ points }: Pick<OperationRow, "points">, intl: IntlShape, zone: string): Reader => ({
  intl,
  zone,
  points: new Map(points.map((point) => [point.id, pointName(point, languageOf(intl))])),
});

/** What was asked, without the faults that it was refused for; undefined where the log has kept a text that cannot be read. */
export const askedFields = ({ detail, code }: Pick<OperationRow, "detail" | "code">): [string, unknown][] | undefined =>
  fieldsOf(detail)?.filter(([name]) => code === 0 || name !== "wrong");

/** The same in one line. */
export const askedWords = (row: OperationRow, reader: Reader): string => {
  const fields = askedFields(row);
  if (!fields) return shownText(row.detail) || "–";
  const { intl } = reader;
  const pairs = fields.map(([name, value]) => pairWords(fieldWords(row.call, name, intl), askedValue(row.call, name, value, reader), intl));
  return pairs.join(marks[languageOf(intl)].item) || "–";
};

/** The value of a field that was asked for. A row of gathered repeats has the request of the first as a text. */
export const askedValue = (call: string, name: string, value: unknown, reader: Reader): string => {
  const first = name === "asked" && typeof value === "string" ? fieldsOf(value) : undefined;
  if (!first) return valueWords(call, name, value, reader);
  const { intl } = reader;
  const pairs = first.map(([part, each]) => pairWords(fieldWords(call, part, intl), valueWords(call, part, each, reader), intl));
  return pairs.join(marks[languageOf(intl)].part) || "–";
};
