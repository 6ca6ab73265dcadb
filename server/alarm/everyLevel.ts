const levels = [0, 1, 2, 3] as const;

/** Counts of all four levels, lowest first. */
export const everyLevel = (counts: readonly { level: number; count: number }[]) =>
  levels.map((level) => ({ level, count: counts.find((row) => row.level === level)?.count ?? 0 }));
