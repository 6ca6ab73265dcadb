import { limits } from "#contract/limits.ts";

interface Most {
  readonly names: number;
  readonly members: number;
}

/** Deeper than any request of the contract nests. */
const deepest = 32;

export type JsonFault = "json" | "deep" | "repeated" | "prototype" | "members";

export type ReadJson = { value: unknown; fault?: { reason: JsonFault; at: string } };

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** How many there may be of what there is too much of, told before anything is made of the text. It need not be JSON. */
const tooMany = (text: string, most: Most): number | undefined => {
  let names = 0;
  let items = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfText(text, at);
    else if (character === colon) names += 1;
    else if (character === comma) items += 1;
    if (names > most.names) return most.names;
    if (items > most.members) return most.members;
  }
  return undefined;
};

const [quote, comma, colon] = [34, 44, 58];

/** Where the text ends that begins there: at a quotation mark behind an even number of backslashes. */
const endOfText = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
};

/** The first member that stands twice in one object or would name a prototype, or the depth that is too much. The text is JSON. */
const faultIn = (text: string): ReadJson["fault"] => {
  /** The names of each object that is open, nothing for a list. */
  const open: (Set<string> | undefined)[] = [];
  let last = "";
  for (const [found] of text.matchAll(token)) {
    if (found === "{" || found === "[") {
      open.push(found === "{" ? new Set() : undefined);
      if (open.length > deepest) return { reason: "deep", at: String(deepest) };
    } else if (found === "}" || found === "]") open.pop();
    else if (found === ":") {
      const name: string = last.includes("\\") ? JSON.parse(last) : last.slice(1, -1);
      const names = open.at(-1);
      if (name === "__proto__") return { reason: "prototype", at: name };
      if (names?.has(name)) return { reason: "repeated", at: name };
      names?.add(name);
    }
    last = found;
  }
  return undefined;
};

/** Reads JSON, a byte-order mark before it included; undefined and a fault for what is none. A fault beside a value leaves it readable for the log. */
export const readJson = (written: string, limit: Most = limits.request): ReadJson => {
  const text = written.startsWith("\ufeff") ? written.slice(1) : written;
  const most = tooMany(text, limit);
  if (most !== undefined) return { value: undefined, fault: { reason: "members", at: String(most) } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: undefined, fault: { reason: "json", at: "" } };
  }
  const fault = faultIn(text);
  return fault ? { value, fault } : { value };
};
