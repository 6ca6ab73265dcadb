import { limits } from "#contract/limits.ts";
import type { FieldFault } from "#server/kit/problem.ts";

/** A body that could not be read in the encoding that it came in. */
export class UnreadBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const secretName = /pass|psw|token|secret|^code$|^url$|^webhookUrl$|verif/i;
const secretInText = /(?:pass|psw|token|secret|verif|webhook)\w*|\b(?:code|url)\b/i;
const deepest = 12;

const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return value.slice(0, longest.done);
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepest) return "…";
  if (Array.isArray(value)) return value.map((part) => withoutSecrets(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, secretName.test(name) ? "***" : withoutSecrets(part, depth + 1)]),
  );
};

/** Where a value ends cannot be told in what cannot be read, so nothing behind the first name of a secret is kept. */
const textWithoutSecrets = (whole: string): string => {
  const text = whole.slice(0, longest.done);
  const found = secretInText.exec(text);
  return found ? `${text.slice(0, found.index + found[0].length)}***` : text;
};

/** Characters of a row: less where nothing was done. */
const longest = { done: 4000, refused: 500 };

/** Faults that a row names. */
const mostFaults = 5;

/**
 * What the operation log keeps of a request: without secrets, and shortened. `said`: what the call itself wants kept instead; `faults`:
 * the fields that it was refused for, which stand first.
 */
export const detailOf = (asked: unknown, outcome: keyof typeof longest, said?: string, faults?: readonly FieldFault[]): string =>
  (said ?? textOf(asked, faults)).slice(0, longest[outcome]);

const textOf = (asked: unknown, faults: readonly FieldFault[] = []): string => {
  if (asked instanceof UnreadBody) return textWithoutSecrets(asked.text);
  const kept = withoutSecrets(asked);
  if (faults.length === 0 || typeof kept !== "object" || Array.isArray(kept)) return JSON.stringify(kept) ?? "";
  const wrong = faults.slice(0, mostFaults).map(({ path, message }) => [path.slice(0, limits.request.place), message]);
  return JSON.stringify({ wrong: Object.fromEntries(wrong), ...kept });
};
