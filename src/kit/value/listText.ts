import { languageOf } from "./readersLanguage.ts";

/** Names side by side. The platform's list without a conjunction has nothing between them in Chinese. */
export const listText = (intl: { locale: string }, names: readonly string[]): string => names.join(languageOf(intl) === "en" ? ", " : "、");

/** What there is to say, each on a line of its own. */
export const textLines = (...lines: readonly string[]): string => lines.filter((line) => line !== "").join("\n");
