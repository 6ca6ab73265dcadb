import type { Language } from "#contract/messages.ts";
import { languageOf } from "./readersLanguage.ts";

type Words = Readonly<Record<Language, string>>;

/** A text of a record that the product brings, in the reader's language; as it was typed where somebody worded it anew. */
export const builtinText = (words: Readonly<Record<string, Words>>, id: string, text: string, intl: { locale: string }): string => {
  const own = Object.hasOwn(words, id) ? words[id] : undefined;
  return own && (text === own.zh || text === own.en) ? own[languageOf(intl)] : text;
};
