import { callNotes } from "#contract/callNotes.ts";
import { callWords } from "#contract/callWords.ts";
import { type Language, messages as shared } from "#contract/messages.ts";
import { recordMessages } from "#contract/recordMessages.ts";
import { builtinIndustries } from "#contract/resources/dict.ts";
import { builtinRoleNames } from "#contract/resources/role.ts";
import { resources } from "#contract/resources.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { stateWords } from "#server/devices/stateWords.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";
import { userTypeNames } from "#server/system/userTypeNames.ts";
import { agreement } from "#src/screens/account/provisionTexts.ts";

export interface Said {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
}

const pairs = (kind: string, list: Readonly<Record<string, Readonly<Record<Language, string>>>>): Said[] =>
  Object.entries(list).map(([id, text]) => ({ id: kind === "" ? id : `${kind} ${id}`, ...text }));

const items = (menu: readonly BuiltinItem[]): Said[] =>
  menu.flatMap(({ id, name, nameEn, children = [] }) => [{ id: `menu ${id}`, zh: name, en: nameEn }, ...items(children)]);

const parts = (language: Language): string[] => [
  agreement[language].title,
  agreement[language].intro,
  ...agreement[language].parts.flatMap(({ title, paragraphs }) => [title, ...paragraphs]),
];

const headings = (language: Language): string[] => [
  stateWords[language].title,
  ...stateWords[language].columns,
  ...Object.values(stateWords[language].reasons),
];

const inOrder = (kind: string, list: (language: Language) => readonly string[]): Said[] =>
  list("zh").map((text, place) => ({ id: `${kind} ${place}`, zh: text, en: list("en")[place] ?? "" }));

/** Every text that people read and that stands in the product in both languages. */
export const wordsSaid: readonly Said[] = [
  ...Object.keys(zh).map((id) => ({ id, zh: zh[id] ?? "", en: en[id] ?? "" })),
  ...pairs("", shared),
  ...pairs("", recordMessages),
  ...resources
    .flatMap(({ calls }) => Object.values(calls))
    .map(({ path }) => ({ id: `call ${path}`, zh: callWords(path, "zh") ?? "", en: callWords(path, "en") ?? "" })),
  ...pairs("note", callNotes),
  ...items(builtinMenu),
  ...pairs("role", builtinRoleNames),
  ...pairs("industry", builtinIndustries),
  ...userTypeNames.map((name, type) => ({ id: `user type ${type}`, ...name })),
  ...inOrder("state file", headings),
  ...inOrder("terms", parts),
];
