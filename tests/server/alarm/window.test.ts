import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { difference } from "#server/alarm/difference.ts";
import { changeAt, type Direction, moved, type Window } from "#server/alarm/window.ts";
import { holds } from "#tests/property.ts";

const minute = 60_000;

const through = (direction: Direction, readings: readonly (readonly [at: number, value: number | string])[], spanMs = minute): Window => {
  let window: Window | undefined;
  for (const [at, value] of readings) window = moved(window, direction, spanMs, at, value);
  return window ?? {};
};

describe("what is known of a point's last minutes", () => {
  test("tells how far the newest reading is from the lowest, the highest, or what is farther", () => {
    const readings = [
      [0, 20],
      [1000, 12],
      [2000, 30],
      [3000, 25],
    ] as const;
    const change = (direction: Direction) => changeAt(through(direction, readings), minute, 3000, 25);
    expect([change("risesBy"), change("fallsBy"), change("changesBy")]).toEqual([13, 5, 13]);
  });

  test("looks back to what is as old as the minutes to the millisecond, and no further", () => {
    const window = through("risesBy", [[0, 10]]);
    expect([changeAt(window, minute, minute, 15), changeAt(window, minute, minute + 1, 15)]).toEqual([5, 0]);
  });

  test("keeps the decimals of both, and every digit of 64-bit integers", () => {
    expect(difference(21.3, 21.1)).toBe(0.2);
    expect(difference(0.3, 0.1)).toBe(0.2);
    expect(difference(0, 0)).toBe(0);
    expect(difference(-1e-120, 1e-120)).toBe(-2e-120);
    expect(difference("9007199254740995", "9007199254740993")).toBe(2n);
    expect(difference("9007199254740995", 3)).toBe(9007199254740992n);
    expect(difference("9007199254740996", 0.5)).toBe(9007199254740996);
    expect(Number.isNaN(Number(difference("broken", 1)))).toBe(true);
    const counted = through("risesBy", [
      [0, "9007199254740993"],
      [1000, "9007199254740995"],
    ]);
    expect(changeAt(counted, minute, 1000, "9007199254740995")).toBe(2n);
  });

  test("counts what lies ahead from the reading that came after the clock was set back", () => {
    const window = through("fallsBy", [
      [10 * minute, 30],
      [minute, 10],
    ]);
    expect(changeAt(window, minute, minute, 10)).toBe(20);
    expect(changeAt(window, minute, 2 * minute + 1, 10)).toBe(0);
  });

  test("never holds more than 61 readings, and then tells no more than happened, and no less than within 59 sixtieths of the time", async () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 0, max: 1000 }));
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 400, size: "max" }), fc.boolean(), async (steps, rising) => {
        // What only rises is never lower than what was before.
        const values = steps.map(([, value]) => value);
        if (rising) values.sort((one, other) => one - other);
        let at = 0;
        const readings = steps.map(([after], place) => {
          at += after;
          return [at, values[place] ?? 0] as const;
        });
        const [newest] = readings.slice(-1).map(([, value]) => value);
        const window = through("risesBy", readings);
        expect(window.lows?.times.length).toBeLessThanOrEqual(61);
        expect(window.lows?.values.length).toBe(window.lows?.times.length);
        const rise = (spanMs: number) =>
          Math.max(...readings.filter(([taken]) => taken >= at - spanMs).map(([, value]) => (newest ?? 0) - value));
        const told = Number(changeAt(window, minute, at, newest ?? 0));
        expect(told).toBeLessThanOrEqual(rise(minute));
        expect(told).toBeGreaterThanOrEqual(rise((59 * minute) / 60));
      }),
    );
  });
});
