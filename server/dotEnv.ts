export interface DotEnv {
  readonly settings: NodeJS.Dict<string>;
  /** What is no setting as it stands there, by the number of its line. */
  readonly mistakes: readonly { readonly line: number; readonly says: string }[];
}

const unquoted = "put the value in quotes";

/** The value behind the quote that it begins with, or what is wrong with it. `lines` is how many it takes besides the first. */
const quoted = (first: string, following: readonly string[], isSetting: (name: string) => boolean) => {
  const quote = first.charAt(0);
  const texts = [first.slice(1), ...following];
  const last = texts.findIndex((line) => line.includes(quote));
  // A quote of a later setting is no end of this one.
  const swallowed = texts.slice(1, last + 1).some((line) => isSetting(/^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(line)?.[1] ?? ""));
  if (last < 0 || swallowed) return { says: `the quote (${quote}) that its value begins with is not closed`, lines: 0 };
  const ending = texts[last] ?? "";
  const at = ending.indexOf(quote);
  if (!/^\s*(#|$)/.test(ending.slice(at + 1)))
    return { says: `more stands behind the quote (${quote}) that closes its value`, lines: last };
  const value = [...texts.slice(0, last), ending.slice(0, at)].join("\n");
  return { value: quote === '"' ? value.replaceAll("\\n", "\n") : value, lines: last };
};

const plain = (text: string) => {
  const hash = text.indexOf("#");
  if (hash > 0 && !/\s/.test(text.charAt(hash - 1))) return { says: `a # begins a comment: ${unquoted}, or a blank before it`, lines: 0 };
  return { value: (hash < 0 ? text : text.slice(0, hash)).trim(), lines: 0 };
};

/**
 * What stands in a `.env` file: comments, `export`, values in quotes of three kinds, which may have several lines. Node's own parser takes the
 * same, and passes in silence over what is none of it. `isSetting` tells the names that are read.
 */
export const readDotEnv = (text: string, isSetting: (name: string) => boolean): DotEnv => {
  const settings: NodeJS.Dict<string> = {};
  const mistakes: { line: number; says: string }[] = [];
  // Some editors begin a file with a byte-order mark.
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, given = ""] = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      mistakes.push({ line: at + 1, says: "no setting, those are written NAME=value" });
      continue;
    }
    const read = /^["'`]/.test(given) ? quoted(given, lines.slice(at + 1), isSetting) : plain(given);
    if (read.value === undefined) mistakes.push({ line: at + 1, says: `${name}: ${read.says}` });
    else settings[name] = read.value;
    at += read.lines;
  }
  return { settings, mistakes };
};
