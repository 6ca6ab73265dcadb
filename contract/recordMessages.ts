import { manyOf, type Noun, type Words } from "#contract/kit/call.ts";
import type { PlainRecord } from "#contract/kit/plainRecord.ts";
import type { Language } from "#contract/messages.ts";
import { records } from "#contract/records.ts";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a list of these is called. */
export const titleOf = (noun: Noun): Words => ({ zh: noun.zh, en: capital(manyOf(noun)) });

const shared: Readonly<Record<string, Words>> = {
  "column.companyName": { zh: "所属组织", en: "Organisation" },
  locked: {
    zh: "{count, plural, other {# 个属于其他组织}}",
    en: "{count, plural, one {# belongs to another organisation} other {# belong to another organisation}}",
  },
};

const wordsOf = ({ noun, record: { fields, searched, counts, short, reach } }: PlainRecord): Record<string, Words> => {
  const labels = Object.entries(fields).map(([field, { words }]) => [field, words] as const);
  const found = labels.filter(([field]) => searched.includes(field)).map(([, words]) => words);
  return {
    title: titleOf(noun),
    empty: { zh: `还没有${noun.zh}`, en: `No ${manyOf(noun)} yet` },
    "filter.search": {
      zh: `搜索${found.map(({ zh }) => zh).join("、")}`,
      en: `Search ${found.map(({ en }) => en.charAt(0).toLowerCase() + en.slice(1)).join(", ")}`,
    },
    "action.add": { zh: `添加${short.zh}`, en: `Add ${short.en}` },
    "action.edit": { zh: `编辑${short.zh}`, en: `Edit ${short.en}` },
    "action.remove": { zh: `删除${short.zh}`, en: `Delete ${short.en}` },
    "action.removeMany": { zh: "删除选中", en: "Delete selected" },
    ...Object.fromEntries(labels.flatMap(([field, words]) => ["column", "field"].map((part) => [`${part}.${field}`, words]))),
    ...Object.fromEntries(Object.entries(counts).map(([count, words]) => [`column.${count}`, words])),
    ...(reach === "shared" ? shared : {}),
  };
};

/** What the screen of a plain record says, by its id. */
export const messagesOf = (declared: PlainRecord): Readonly<Record<string, Words>> =>
  Object.fromEntries(Object.entries(wordsOf(declared)).map(([id, words]) => [`${declared.record.screen}.${id}`, words]));

export const recordMessages: Readonly<Record<string, Words>> = Object.assign({}, ...records.map(messagesOf));

export const recordMessagesIn = (language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(recordMessages).map(([id, words]) => [id, words[language]]));
