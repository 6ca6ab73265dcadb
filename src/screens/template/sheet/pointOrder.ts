const gap = 10;

/** Indices of the longest run of ever larger numbers, which need not stand side by side. */
const longestRun = (numbers: readonly number[]): number[] => {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) run.unshift(at);
  return run;
};

export interface Placed {
  /** Where it stood among those that are stored; undefined for a new one. */
  readonly place: number | undefined;
  readonly sort: number | undefined;
}

/** Numbers for rows between two that keep theirs; undefined where there is no room. */
const between = (before: number | undefined, after: number | undefined, count: number): number[] | undefined => {
  if (before === undefined && after === undefined) return Array.from({ length: count }, (_, at) => (at + 1) * gap);
  if (before === undefined) return Array.from({ length: count }, (_, at) => (after ?? 0) - (count - at) * gap);
  if (after === undefined) return Array.from({ length: count }, (_, at) => before + (at + 1) * gap);
  const step = (after - before) / (count + 1);
  return step < 1 ? undefined : Array.from({ length: count }, (_, at) => Math.floor(before + (at + 1) * step));
};

/**
 * Numbers to sort by, in the order of the rows: as many as can be keep theirs, and all are numbered anew where there is no room between
 * two. `most` is the largest number that may be.
 */
export const sortNumbers = (rows: readonly Placed[], most: number): number[] => {
  const known = rows.flatMap(({ place }, at) => (place === undefined ? [] : [{ at, place }]));
  const kept = longestRun(known.map(({ place }) => place)).map((index) => known[index]?.at ?? 0);
  const numbers: number[] = [];
  const anew = () => rows.map((_, at) => (at + 1) * gap);
  let from = 0;
  let last: number | undefined;
  for (const at of [...kept, rows.length]) {
    const sort = rows[at]?.sort;
    const given = between(last, sort, at - from);
    if (at > from && (!given || given.some((number) => Math.abs(number) > most))) return anew();
    numbers.push(...(given ?? []));
    if (sort !== undefined) numbers.push(sort);
    last = sort;
    from = at + 1;
  }
  return numbers;
};
