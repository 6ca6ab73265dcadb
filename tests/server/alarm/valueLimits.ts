import fc from "fast-check";

/** What a rule of values asks, and how long (s) it has to last. */
export interface ValueLimits {
  readonly condition: "above" | "below" | "between" | "outside";
  readonly a: number;
  readonly b: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly hold: number;
}

/** Limits that values from 0 to 12 cross, with and without a dead band. */
export const valueLimits: fc.Arbitrary<ValueLimits> = fc
  .record({
    condition: fc.constantFrom("above", "below", "between", "outside"),
    a: fc.integer({ min: 2, max: 6 }),
    width: fc.integer({ min: 1, max: 5 }),
    band: fc.option(fc.constantFrom(0.5, 1, 2)),
    hold: fc.constantFrom(0, 0, 5, 30),
  })
  .map(({ condition, a, width, band, hold }) => {
    const b = a + width;
    const inner = band !== null && 2 * band < width ? band : null;
    const release = {
      above: { min: null, max: band === null ? null : a - band },
      below: { min: band === null ? null : a + band, max: null },
      between: { min: band === null ? null : a - band, max: band === null ? null : b + band },
      outside: { min: inner === null ? null : a + inner, max: inner === null ? null : b - inner },
    }[condition];
    return { condition, a, b, hold, ...release };
  });

export const isTrue = ({ condition, a, b }: ValueLimits, value: number): boolean =>
  ({ above: value > a, below: value < a, between: value >= a && value <= b, outside: value < a || value > b })[condition];
export const isOver = ({ condition, a, b, min, max }: ValueLimits, value: number): boolean =>
  ({
    above: value <= (max ?? a),
    below: value >= (min ?? a),
    between: value < (min ?? a) || value > (max ?? b),
    outside: value >= (min ?? a) && value <= (max ?? b),
  })[condition];
export const isLimited = ({ condition, min, max }: ValueLimits): boolean =>
  ({ above: max, below: min, between: min ?? max, outside: min ?? max })[condition] !== null;
