import fc from "fast-check";
import { expect, test } from "vitest";
import { Tally } from "#server/telemetry/tally.ts";
import type { Value } from "#server/telemetry/telemetry.ts";
import { holds } from "#tests/property.ts";

function tallyOf(values: readonly Value[]): Tally {
  const tally = new Tally();
  for (const value of values) tally.add(value);
  return tally;
}

const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });

test("a mean is the same whether it is added up from readings or from hours, for any numbers", () => {
  holds(
    fc.property(
      fc.array(fc.array(fc.oneof(anyNumber, fc.string()), { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 8 }),
      (hours) => {
        const fromHours = new Tally();
        for (const hour of hours) {
          const rollup = tallyOf(hour).rollup();
          if (rollup.sum !== null) fromHours.addRollup({ ...rollup, sum: rollup.sum });
          else for (const value of hour) fromHours.add(value);
        }
        expect(fromHours.bucket(0)).toEqual(tallyOf(hours.flat()).bucket(0));
      },
    ),
  );
});

test("a mean does not depend on the order and lies between the limits", () => {
  holds(
    fc.property(fc.array(anyNumber, { minLength: 1, maxLength: 50 }), (values) => {
      const { mean, min, max } = tallyOf(values).bucket(0);
      expect(mean).toBe(tallyOf(values.toSorted((one, other) => one - other)).bucket(0).mean);
      expect(mean).toBeGreaterThanOrEqual(Number(min));
      expect(mean).toBeLessThanOrEqual(Number(max));
    }),
  );
});

test("sums neither drift nor overflow", () => {
  expect(tallyOf(Array(10).fill(0.1)).bucket(0).mean).toBe(0.1);
  expect(tallyOf([1e16, 1, -1e16, 1]).bucket(0).mean).toBe(0.5);
  expect(tallyOf([Number.MAX_VALUE, Number.MAX_VALUE]).bucket(0).mean).toBe(Number.MAX_VALUE);
});

test("two doubles hold the exact sum of an hour of measured values", () => {
  const measured = fc.double({ min: 1, max: 1000, noNaN: true });
  holds(fc.property(fc.array(measured, { minLength: 1, maxLength: 400 }), (values) => tallyOf(values).rollup().sum !== null));
  expect(tallyOf([1e300, 1, 1e-200]).rollup()).toMatchObject({ n: 3, sum: null });
});

const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
const stored = (value: bigint): Value => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value));

test("limits of whole numbers that no number holds keep every digit, from readings and from hours, and the mean lies between them", () => {
  holds(
    fc.property(fc.array(fc.array(whole, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 5 }), (hours) => {
      const sorted = hours.flat().sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
      const [min, max] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
      const fromHours = new Tally();
      for (const hour of hours) {
        const rollup = tallyOf(hour.map(stored)).rollup();
        if (rollup.sum !== null) fromHours.addRollup({ ...rollup, sum: rollup.sum });
        else for (const value of hour) fromHours.add(stored(value));
      }
      const all = tallyOf(hours.flat().map(stored)).bucket(0);
      expect(fromHours.bucket(0)).toEqual(all);
      expect(all).toMatchObject({ min: stored(min), max: stored(max) });
      const mean = Number(sorted.reduce((sum, value) => sum + value, 0n)) / sorted.length;
      expect(Math.abs((all.mean ?? 0) - mean)).toBeLessThanOrEqual(2 ** 12);
    }),
  );
});

test("digits of a text point are text, from readings and from hours", () => {
  const [first, last] = ["9223372036854775807", "9223372036854775806"];
  const rollup = tallyOf([first, last]).rollup();
  const texts = new Tally(true);
  for (const value of [first, last]) texts.add(value);
  texts.addRollup({ ...rollup, sum: rollup.sum ?? 0 });
  expect(texts.bucket(7)).toEqual({ ts: 7, count: 4, mean: null, min: null, max: null, first, last });
});

test("an hour of texts has a count, a first and a last, and no mean", () => {
  expect(tallyOf(["on", "off", "idle"]).bucket(7)).toEqual({
    ts: 7,
    count: 3,
    mean: null,
    min: null,
    max: null,
    first: "on",
    last: "idle",
  });
});
