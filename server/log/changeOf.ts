type Fields = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

type Pair = readonly [before: unknown, after: unknown];

/** Characters of a change, and of one side of a field that is shortened so that the change fits: rows stay for good. */
const longest = { change: 20_000, side: 2_000 };

const shortened = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text.length > longest.side ? `${text.slice(0, longest.side)}…` : value;
};

/** The longest fields give way first. */
const fitting = (pairs: ReadonlyMap<string, Pair>): Record<string, Pair> => {
  const sizes = new Map([...pairs].map(([name, pair]) => [name, JSON.stringify(pair).length]));
  const kept = new Map(pairs);
  let whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  for (const [name, [before, after]] of [...pairs].sort(([one], [other]) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))) {
    if (whole <= longest.change) break;
    const pair: Pair = [shortened(before), shortened(after)];
    whole += JSON.stringify(pair).length - (sizes.get(name) ?? 0);
    kept.set(name, pair);
  }
  return Object.fromEntries(kept);
};

/**
 * What differs between two states of a record, as the operation log keeps it: `{field: [before, after]}`, empty when nothing does. Of a very
 * long change the longest fields stand as the beginning of their JSON, with an ellipsis.
 */
export const changeOf = (before: Fields, after: Fields): string => {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !same(before[name], after[name]));
  if (differing.length === 0) return "";
  return JSON.stringify(fitting(new Map(differing.map((name) => [name, [before[name] ?? null, after[name] ?? null]]))));
};

/** The change that makes a record: its id too, by which later rows of the log name it. */
export const creationOf = (id: string, fields: Fields): string => changeOf({}, { id, ...fields });

/** Stand for a secret: that there is one, and that it is another one now. */
export const secretKept = "***";
export const secretChanged = "*** (changed)";

/** The whole change of a call that sets a password. */
export const passwordChange = changeOf({ password: secretKept }, { password: secretChanged });
