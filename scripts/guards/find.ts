import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Guard {
  file: string;
  line: number;
  /** What is taken out. */
  text: string;
  /** Where it stands in the file, in characters. */
  start: number;
  end: number;
  /** What stands there when the guard is gone. */
  instead: string;
  /** The expression that is reached when the guard is asked. */
  asked: readonly [start: number, end: number];
}

/** Where a guard stands may change; its file and its source do not. */
export const keyOf = ({ file, text }: Guard): string => `${file} ${text}`;

type Place = Pick<Guard, "start" | "end" | "instead" | "asked">;

interface Kind {
  pattern: RegExp;
  cut(text: string, at: number, matched: string): Place | undefined;
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });

/** The end of the bracket that opens at `start`, behind its closing one. */
const closing = (text: string, start: number): number => {
  let depth = 0;
  let quote = "";
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (quote) {
      if (letter === "\\") at += 1;
      else if (letter === quote) quote = "";
    } else if (`"'\``.includes(letter)) quote = letter;
    else if ("([{".includes(letter)) depth += 1;
    else if (")]}".includes(letter)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new Error(`no end of the bracket at ${start}`);
};

const whole = (at: number, matched: string, instead: string): Place => {
  const end = at + matched.length;
  return { start: at, end, instead, asked: [at, end] };
};

const kinds: readonly Kind[] = [
  // A refusal: `if (…) throw …` never throws.
  {
    pattern: /\bif \(/g,
    cut(text, at) {
      const open = at + 3;
      const end = closing(text, open);
      const refuses = /^\s*(throw (new Problem|fieldProblem)\(|return refuse\(|return "refused")/.test(text.slice(end));
      return refuses ? { start: open, end, instead: "(false)", asked: [open, end] } : undefined;
    },
  },
  // A check that refuses by throwing: it is not made.
  {
    pattern: /^ *(await )?(check[A-Z]\w*|authorise|require[A-Z]\w*)\(/gm,
    cut(text, at, matched) {
      const end = closing(text, at + matched.length - 1);
      const first = at + matched.search(/\S/);
      return text[end] === ";" ? { start: at, end: end + 1, instead: "", asked: [first, end] } : undefined;
    },
  },
  // A scope that is left out for who sees everything: everybody does.
  {
    pattern: /!seesAll\(caller\)/g,
    cut: (_text, at, matched) => whole(at, matched, "false"),
  },
  // A scope that always holds.
  {
    pattern: /\.where\("[\w.]+", "in", companiesOf\(/g,
    cut(text, at, matched) {
      const end = closing(text, at + ".where".length);
      return { start: at, end, instead: "", asked: [at + matched.indexOf("companiesOf("), end - 1] };
    },
  },
  // A judgement that is a function of its own: it is always in favour.
  {
    pattern: /(?<=: boolean =>\s+)(?![\s{])[^;]*\.startsWith\([^;]*(?=;)/g,
    cut: (_text, at, matched) => whole(at, matched, "true"),
  },
];

/** Every place of the server that keeps somebody from something. A query that is in scope already keeps a second scope from counting. */
export const findGuards = (folder: string): Guard[] =>
  sources(folder)
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return kinds.flatMap(({ pattern, cut }) =>
        [...text.matchAll(pattern)].flatMap((found) => {
          const place = cut(text, found.index, found[0]);
          if (!place) return [];
          const line = text.slice(0, found.index).split("\n").length;
          return [{ file, line, text: text.slice(place.start, place.end).trim().replace(/\s+/g, " "), ...place }];
        }),
      );
    })
    .sort((one, other) => (one.file === other.file ? one.start - other.start : one.file < other.file ? -1 : 1));

/** The source of a file that says so, by the guard's number, each time one of its guards is asked. */
export const telling = (guards: readonly Guard[], file: string, code: string): string => {
  const added = guards.flatMap((guard, index) =>
    guard.file === file
      ? [
          { at: guard.asked[0], text: `(guardAsked(${index}), ` },
          { at: guard.asked[1], text: ")" },
        ]
      : [],
  );
  let told = code;
  for (const { at, text } of added.sort((one, other) => other.at - one.at)) told = told.slice(0, at) + text + told.slice(at);
  return told;
};
