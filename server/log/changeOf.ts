type Fields = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What differs between two states of a record, as the operation log keeps it: `{field: [before, after]}`, empty when nothing does. */
export const changeOf = (before: Fields, after: Fields): string => {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !same(before[name], after[name]));
  if (differing.length === 0) return "";
  return JSON.stringify(Object.fromEntries(differing.map((name) => [name, [before[name] ?? null, after[name] ?? null]])));
};

/** The change that makes a record: its id too, by which later rows of the log name it. */
export const creationOf = (id: string, fields: Fields): string => changeOf({}, { id, ...fields });

/** Stand for a secret: that there is one, and that it is another one now. */
export const secretKept = "***";
export const secretChanged = "*** (changed)";

/** The whole change of a call that sets a password. */
export const passwordChange = changeOf({ password: secretKept }, { password: secretChanged });
