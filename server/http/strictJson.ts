/** Deeper than any request of the contract nests. */
const deepest = 32;

export type JsonFault = "json" | "deep" | "repeated" | "prototype";

export type ReadJson = { value: unknown; fault?: { reason: JsonFault; at: string } };

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: undefined, fault: { reason: "json", at: "" } };
  }
  const fault = faultIn(text);
  return fault ? { value, fault } : { value };
};
