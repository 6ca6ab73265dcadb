import type { Language } from "#contract/messages.ts";

/** The language of the reader's texts. */
export const languageOf = ({ locale }: { locale: string }): Language => (locale.startsWith("en") ? "en" : "zh");

/** The name of what has one in English as well, in the reader's language. */
export const ownName = (intl: { locale: string }, name: string, nameEn: string): string => (languageOf(intl) === "en" && nameEn) || name;
