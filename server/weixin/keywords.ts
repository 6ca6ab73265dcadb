import type { KeywordField } from "#contract/resources/companyWeixin.ts";

/** What a message says, in one line each. */
export type NoticeFacts = Readonly<Record<"device" | "text" | "level" | "levelZh" | "time" | "company" | "sn", string>>;

const longest = { thing: 20, short_thing: 5, ascii: 32, phrase: 5, hanName: 10, latinName: 20 } as const;

/** WeChat refuses a message with an empty value. */
const nothing = "-";
const noPhrase = "报警";
const noName = "无";

const first = (text: string, most: number): string => Array.from(text).slice(0, most).join("").trim();

const cut = (text: string, most: number): string => {
  const all = Array.from(text);
  return all.length <= most ? text : `${all.slice(0, most - 1).join("")}…`;
};

const nameOf = (value: string): string => {
  const han = value.replace(/[^\p{Script=Han}]/gu, "");
  return han === "" ? first(value.replace(/[^A-Za-z]/g, ""), longest.latinName) : first(han, longest.hanName);
};

/**
 * A value as WeChat takes it for a keyword of that kind; a message of which one is longer, empty or of other characters is refused whole (47003).
 * `thing` and `const`: 20 characters. `short_thing`: 5. `character_string`, `letter`, `number`: 32 of ASCII, letters and digits. `phrase`: 5 Chinese
 * characters, `han` where the value has none. `name`: 10 Chinese characters or 20 letters. `time` and `date`: without an offset.
 * https://developers.weixin.qq.com/doc/service/api/notify/template/api_sendtemplatemessage
 */
export const keywordValue = (keyword: string, value: string, han = noPhrase): string => {
  const kind = keyword.replace(/\d+$/, "");
  switch (kind) {
    case "time":
    case "date":
      return value.replace(/(Z|[+-]\d\d:\d\d)$/, "");
    case "character_string":
      return first(value.replace(/[^\x20-\x7e]/g, "").trim(), longest.ascii) || nothing;
    case "letter":
      return first(value.replace(/[^A-Za-z]/g, ""), longest.ascii) || "N";
    case "number":
      return first(value.replace(/\D/g, ""), longest.ascii) || "0";
    case "phrase":
      return first(value.replace(/[^\p{Script=Han}]/gu, ""), longest.phrase) || han;
    case "name":
      return nameOf(value) || noName;
    case "short_thing":
      return first(value, longest.short_thing) || nothing;
    default:
      return cut(value.trim(), longest.thing) || nothing;
  }
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
      return keyword === "" ? [] : [[keyword, keywordValue(keyword, facts[fact], fact === "level" ? facts.levelZh : undefined)]];
    }),
  );
