import type { KeywordField } from "#contract/resources/companyWeixin.ts";

/** What a message says, in one line each. */
export type NoticeFacts = Readonly<Record<"device" | "text" | "level" | "time" | "company" | "sn", string>>;

const characters = {
  thing: 20,
  const: 20,
  character_string: 32,
  phrase: 5,
  name: 10,
} as const;

const cut = (text: string, most: number): string => {
  const all = Array.from(text);
  return all.length <= most ? text : `${all.slice(0, most - 1).join("")}…`;
};

/**
 * A value as WeChat takes it for a keyword of that kind: `thing` and `const` 20 characters, `character_string` 32 of ASCII, `phrase` 5 Chinese
 * characters, `name` 10; `time` and `date` without their offset. https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Template_Message_Interface.html
 * Refused whole where one is longer or empty.
 */
export const keywordValue = (keyword: string, value: string): string => {
  const kind = keyword.replace(/\d+$/, "");
  // A time with its offset is none to WeChat.
  if (kind === "time" || kind === "date") return value.replace(/(Z|[+-]\d\d:\d\d)$/, "");
  if (kind === "character_string") return value.replace(/[^\x20-\x7e]/g, "").slice(0, characters.character_string) || "-";
  if (kind === "phrase")
    return (
      Array.from(value.replace(/[^\p{Script=Han}]/gu, ""))
        .slice(0, characters.phrase)
        .join("") || "报警"
    );
  return cut(value, kind === "name" ? characters.name : characters.thing) || "-";
};

const carried = {
  keywordDevice: "device",
  keywordText: "text",
  keywordLevel: "level",
  keywordWhen: "time",
  keywordCompany: "company",
  keywordSn: "sn",
} as const satisfies Record<KeywordField, keyof NoticeFacts>;

/** The data of a message: each keyword that is set with what it carries. */
export const templateData = (keywords: Readonly<Record<KeywordField, string>>, facts: NoticeFacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(carried).flatMap(([field, fact]) => {
      const keyword = keywords[field as KeywordField];
      return keyword === "" ? [] : [[keyword, keywordValue(keyword, facts[fact])]];
    }),
  );
