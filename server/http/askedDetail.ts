/** A body that could not be read in the encoding that it came in. */
export class UnreadBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const secretName = /pass|psw|token|^code$|verif/i;
const secretInText = /(?:pass|psw|token|verif)\w*|\bcode\b/i;
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

/** What the operation log keeps of a request: without secrets, and shortened. `said`: what the call itself wants kept instead. */
export const detailOf = (asked: unknown, outcome: keyof typeof longest, said?: string): string =>
  (said ?? textOf(asked)).slice(0, longest[outcome]);

const textOf = (asked: unknown): string =>
  asked instanceof UnreadBody ? textWithoutSecrets(asked.text) : (JSON.stringify(withoutSecrets(asked)) ?? "");
