/** Deeper members are looked at with the others, but not counted: whoever descends into what is nested thousands deep ends the stack. */
const deepest = 100;
const mostTold = 5;
const longestPath = 128;

const textOrSign = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[{}[\],]/g;
const colon = /\s*:/y;

/**
 * Paths of the keys that stand more than once in their object, the first few; the last of each has come through the parser. `colons` are those
 * that stand in the text unless a key is repeated: one for each key that was read, and those of texts. Where that is so, the text is not
 * looked at again, which costs more than parsing it.
 */
export const repeatedKeys = (text: string, colons: number): readonly string[] => (colonsIn(text) === colons ? [] : searched(text));

export const colonsIn = (text: string): number => {
  let found = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) found += 1;
  return found;
};

/** The colons of what was parsed, but for those in its keys. */
export const colonsOf = (value: unknown, depth = deepest): number => {
  if (typeof value === "string") return colonsIn(value);
  if (typeof value !== "object" || value === null || depth === 0) return 0;
  const members: readonly unknown[] = Object.values(value);
  return members.reduce<number>((sum, part) => sum + colonsOf(part, depth - 1), Array.isArray(value) ? 0 : members.length);
};

/** An object or array that is not at its end. */
interface Open {
  /** Of an object. */
  keys: Set<string> | undefined;
  /** Where the reader is in it. */
  key: string;
  place: number;
}

const searched = (text: string): string[] => {
  const open: Open[] = [];
  const found = new Set<string>();
  for (const { 0: token, index } of text.matchAll(textOrSign)) {
    const inner = open.at(-1);
    if (token === "{") open.push({ keys: new Set(), key: "", place: 0 });
    else if (token === "[") open.push({ keys: undefined, key: "", place: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      if (inner) inner.place += 1;
    } else if (inner?.keys && isKey(text, index + token.length)) {
      inner.key = String(JSON.parse(token));
      if (inner.keys.has(inner.key)) found.add(pathOf(open));
      inner.keys.add(inner.key);
      if (found.size === mostTold) break;
    }
  }
  return [...found];
};

const isKey = (text: string, end: number): boolean => {
  colon.lastIndex = end;
  return colon.test(text);
};

const pathOf = (open: readonly Open[]): string => {
  let path = "$";
  for (const { keys, key, place } of open) {
    path += keys ? `.${key}` : `[${place}]`;
    if (path.length > longestPath) return path.slice(0, longestPath);
  }
  return path;
};
