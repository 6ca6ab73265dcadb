import { singles } from "#server/realtime/crowds.ts";

/** What begins within it belongs together, as it was told together when it happened. */
const togetherMs = 60_000;

/**
 * Rows, newest first, as what stands in a list as one: a crowd of one key that came within a minute of its first, or a row alone. A key
 * that is undefined makes no crowd. A crowd grows at its new end only, so that what is older stays what it was.
 */
export const crowded = <Row extends { at: number }>(rows: readonly Row[], keyOf: (row: Row) => string | undefined): Row[][] => {
  const crowds: Row[][] = [];
  const open = new Map<string, { opened: number; crowd: Row[] }>();
  for (const row of rows.toReversed()) {
    const key = keyOf(row);
    const last = key === undefined ? undefined : open.get(key);
    if (last && row.at - last.opened <= togetherMs) {
      last.crowd.unshift(row);
      continue;
    }
    const crowd = [row];
    crowds.push(crowd);
    if (key !== undefined) open.set(key, { opened: row.at, crowd });
  }
  const places = new Map(rows.map((row, place) => [row, place]));
  const placeOf = ([newest]: Row[]): number => (newest && places.get(newest)) ?? 0;
  return crowds
    .flatMap((crowd) => (crowd.length > singles ? [crowd] : crowd.map((row) => [row])))
    .sort((one, other) => placeOf(one) - placeOf(other));
};
