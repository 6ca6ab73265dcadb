import { type Language, messages } from "#contract/messages.ts";

/** Beginnings of what is said of requests, texts, rows of the log and messages of devices: a few screens show some of it. */
const later: ReadonlySet<string> = new Set(["request", "text", "log", "fault"]);

const wordsOf = (language: Language, isLater: boolean): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([id, texts]) => (later.has(id.split(".")[0] ?? "") === isLater ? [[id, texts[language]]] : [])),
  );

/** What server and console say alike, in one language, and any page may have to. */
export const sharedIn = (language: Language): Readonly<Record<string, string>> => wordsOf(language, false);

/** The rest of it. */
export const laterSharedIn = (language: Language): Readonly<Record<string, string>> => wordsOf(language, true);
