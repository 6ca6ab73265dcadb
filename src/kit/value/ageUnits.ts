/** Clocks of pages and devices differ a little: a time that is further ahead than this is told. */
export const aheadAfterMs = 10_000;

export const isAhead = (age: number): boolean => age < -aheadAfterMs;

export type AgeUnit = "second" | "minute" | "hour" | "day";

/** An age in its largest whole unit. */
export const ageIn = (age: number): { count: number; unit: AgeUnit } => {
  const seconds = Math.max(0, Math.floor(age / 1000));
  if (seconds < 60) return { count: seconds, unit: "second" };
  if (seconds < 3600) return { count: Math.floor(seconds / 60), unit: "minute" };
  if (seconds < 86_400) return { count: Math.floor(seconds / 3600), unit: "hour" };
  return { count: Math.floor(seconds / 86_400), unit: "day" };
};
