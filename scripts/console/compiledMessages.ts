import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createIntl } from "react-intl";
import type { Plugin } from "vite";
import { recordMessagesIn } from "#contract/recordMessages.ts";
import { firstOf, restOf } from "#src/app/firstWords.ts";
import { laterSharedIn, sharedIn } from "#src/app/sharedIn.ts";

const folder = resolve("locales");
const gate = "gate.json";
const parser = "\0plain-messages";

const partsIn = (language: string): string[] => readdirSync(join(folder, language)).sort();
const readPart = (language: string, part: string): Record<string, string> => JSON.parse(readFileSync(join(folder, language, part), "utf8"));

/** All but those of the pages before the log-in. */
const ownIn = (language: string): Record<string, string> =>
  Object.assign({}, ...partsIn(language).flatMap((part) => (part === gate ? [] : [readPart(language, part)])));

/** A message without values stays the text that it is; any other becomes what the parser makes of it. */
const compiled = (language: string, messages: Readonly<Record<string, string>>) => {
  const { formatters } = createIntl({ locale: language });
  const one = (text: string) => {
    const parts = formatters.getMessageFormat(text, language).getAst();
    const [first] = parts;
    return parts.length === 1 && first?.type === 0 ? first.value : parts;
  };
  return Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, one(text)]));
};

const moduleOf = (id: string): string => {
  const name = basename(id, ".ts");
  const language = /en$/i.test(name) ? "en" : "zh";
  const messages = name.startsWith("gate")
    ? { ...sharedIn(language), ...readPart(language, gate) }
    : name.startsWith("first")
      ? firstOf(ownIn(language))
      : { ...recordMessagesIn(language), ...laterSharedIn(language), ...restOf(ownIn(language)) };
  return `export const messages = ${JSON.stringify(compiled(language, messages))};`;
};

/** Messages are parsed when the console is built: it has no parser for them. */
export const compiledMessages = (): Plugin => ({
  name: "gatehouse-compiled-messages",
  apply: "build",
  enforce: "pre",
  resolveId: {
    filter: { id: /^@formatjs\/icu-messageformat-parser$/ },
    handler: async function (source, importer) {
      if (importer === parser) return null;
      const own = await this.resolve(`${source}/no-parser.js`, importer);
      return own && { id: `${parser}?${own.id}`, moduleSideEffects: false };
    },
  },
  load(id) {
    if (id.startsWith(`${parser}?`))
      return `export * from ${JSON.stringify(id.slice(parser.length + 1))};\nexport const parse = (value) => [{ type: 0, value }];`;
    return /\/src\/app\/(?:gate|first|rest)(?:Zh|En)\.ts$/.test(id) ? moduleOf(id) : null;
  },
});
