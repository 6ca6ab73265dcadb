import { limits } from "#contract/limits.ts";

const { members: most } = limits.request;

/** Deeper than any request of the contract nests. */
const deepest = 32;

export type JsonFault = "json" | "deep" | "repeated" | "prototype" | "members";

export type ReadJson = { value: unknown; fault?: { reason: JsonFault; at: string } };

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Whether there are far more values than may be looked at, told before anything is made of them. The text need not be JSON. */
const hasTooMany = (text: string): boolean => {
  let marks = 0;
  let quoted = false;
  for (let at = 0; at < text.length && marks < 2 * most; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === "\\") at += 1;
    else if (!quoted && (character === "," || character === ":")) marks += 1;
  }
  return marks >= 2 * most;
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
      const name: string = JSON.parse(last);
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
export const readJson = (written: string): ReadJson => {
  const text = written.startsWith("\ufeff") ? written.slice(1) : written;
  if (hasTooMany(text)) return { value: undefined, fault: { reason: "members", at: String(most) } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: undefined, fault: { reason: "json", at: "" } };
  }
  const fault = faultIn(text);
  return fault ? { value, fault } : { value };
};
