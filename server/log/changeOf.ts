type Fields = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What differs between two states of a record, as the operation log keeps it: `{field: [before, after]}`, empty when nothing does. */
export const changeOf = (before: Fields, after: Fields): string => {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !same(before[name], after[name]));
  if (differing.length === 0) return "";
  return JSON.stringify(Object.fromEntries(differing.map((name) => [name, [before[name] ?? null, after[name] ?? null]])));
};
