/** As many as one statement takes well. */
const atOnce = 500;

/** Ids in portions that fit into a statement each. */
export function* portions(ids: Iterable<string>): Generator<readonly string[]> {
  const all = [...ids];
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}
