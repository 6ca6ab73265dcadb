import { languageOf } from "./readersLanguage.ts";

/** Between names side by side: the platform's list without a conjunction has nothing there in Chinese. */
export const listSeparator = (intl: { locale: string }): string => (languageOf(intl) === "en" ? ", " : "、");

export const listText = (intl: { locale: string }, names: readonly string[]): string => names.join(listSeparator(intl));

/** What there is to say, each on a line of its own. */
export const textLines = (...lines: readonly string[]): string => lines.filter((line) => line !== "").join("\n");
