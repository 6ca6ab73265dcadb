/** Whoever writes JSON again descends into it: what is nested thousands deep ends the stack. */
export const isWithin = (value: unknown, depth: number): boolean => {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithin(part, depth - 1));
};
