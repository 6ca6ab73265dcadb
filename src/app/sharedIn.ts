import { type Language, messages } from "#contract/messages.ts";

/** What server and console say alike, in one language. */
export const sharedIn = (language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(messages).map(([id, texts]) => [id, texts[language]]));
