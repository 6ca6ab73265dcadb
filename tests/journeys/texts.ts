import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "#contract/messages.ts";
import { recordMessagesIn } from "#contract/recordMessages.ts";

const folder = fileURLToPath(new URL("../../locales", import.meta.url));

/** The console's texts in one language, by message id. */
export const textsOf = (language: Language): ((id: string) => string) => {
  const texts: Record<string, string> = Object.assign(
    recordMessagesIn(language),
    ...readdirSync(join(folder, language)).map((file) => JSON.parse(readFileSync(join(folder, language, file), "utf8"))),
  );
  return (id) => {
    const text = texts[id];
    if (text === undefined) throw new Error(`no text ${id}`);
    return text;
  };
};
