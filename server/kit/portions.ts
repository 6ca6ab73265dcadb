/** As many as one statement takes well. */
const atOnce = 500;

/** Ids, or rows, in portions that fit into a statement each. */
export function* portions<T>(items: Iterable<T>): Generator<readonly T[]> {
  const all = [...items];
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}
