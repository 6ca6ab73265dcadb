/** Chance that is the same at every start: all of it follows from seeds. */

const mix = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** A number in [0, 1) that belongs to the seed and the step. */
export const chance = (seed: number, step = 0): number => mix(mix(seed + 0x9e3779b9) ^ Math.imul(step | 0, 0x85ebca6b)) / 4_294_967_296;

/** In [low, high). */
export const between = (low: number, high: number, seed: number, step = 0): number => low + (high - low) * chance(seed, step);

export const oneOf = <T>(all: readonly T[], seed: number, step = 0): T => {
  const chosen = all[Math.floor(chance(seed, step) * all.length)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
};

/** Smooth noise in [-1, 1] that has a new goal every `period` milliseconds. */
export const noise = (seed: number, ts: number, period: number): number => {
  const at = ts / period;
  const step = Math.floor(at);
  const part = at - step;
  const ease = part * part * (3 - 2 * part);
  return 2 * (chance(seed, step) * (1 - ease) + chance(seed, step + 1) * ease) - 1;
};
