/** `keys` with the row toggled. */
export function toggleKey(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** What the check box of the header shows for the rows at hand; keys of other pages do not count. */
export function pageState(keys: ReadonlySet<string>, page: readonly string[]): "none" | "some" | "all" {
  let found = 0;
  for (const key of page) if (keys.has(key)) found++;
  if (found === 0) return "none";
  return found === page.length ? "all" : "some";
}

/** Every row of the page added, or, when all are in already, taken out. Keys of other pages stay. */
export function togglePage(keys: ReadonlySet<string>, page: readonly string[]): ReadonlySet<string> {
  if (pageState(keys, page) !== "all") return addPage(keys, page);
  const next = new Set(keys);
  for (const key of page) next.delete(key);
  return next;
}

export function addPage(keys: ReadonlySet<string>, page: readonly string[]): ReadonlySet<string> {
  return new Set([...keys, ...page]);
}

/** The rows from..before were selected by the gesture so far; now from..to shall be. */
export function extendRows(
  keys: ReadonlySet<string>,
  keyAt: (row: number) => string | undefined,
  from: number,
  before: number,
  to: number,
): ReadonlySet<string> {
  const next = new Set(keys);
  for (const row of span(from, before)) {
    const key = keyAt(row);
    if (key !== undefined) next.delete(key);
  }
  for (const row of span(from, to)) {
    const key = keyAt(row);
    if (key !== undefined) next.add(key);
  }
  return next;
}

function* span(a: number, b: number): Generator<number> {
  for (let row = Math.min(a, b); row <= Math.max(a, b); row++) yield row;
}
