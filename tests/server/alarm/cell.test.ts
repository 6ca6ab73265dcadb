import fc from "fast-check";
import { expect, test } from "vitest";
import type { Condition } from "#contract/resources/alarmCondition.ts";
import { Cell } from "#server/alarm/cell.ts";
import { type Asked, judgeOf, quietRange } from "#server/alarm/judge.ts";
import { compileRule } from "#server/alarm/rule.ts";
import { newWatch, passes, stateOf, takeReading } from "#server/alarm/watch.ts";
import { holds } from "#tests/property.ts";
import { plainRule } from "./plainRule.ts";

const device = { id: "d", name: "d", sn: "d", companyId: "c", companyPath: "c/", typeId: "t", alarmNotice: true };
const conditions = ["above", "below", "equal", "notEqual", "between", "outside", "bitSet", "changed"] as const;

const asked = fc.record({
  condition: fc.constantFrom<Condition>(...conditions),
  a: fc.option(fc.integer({ min: 4, max: 16 }), { nil: null }),
  b: fc.option(fc.integer({ min: 4, max: 16 }), { nil: null }),
  min: fc.option(fc.integer({ min: 4, max: 16 }), { nil: null }),
  max: fc.option(fc.integer({ min: 4, max: 16 }), { nil: null }),
});

const watchOf = (more: Asked, holdSeconds: number) => {
  const named = {
    id: "r",
    name: "r",
    companyId: "c",
    recipeId: "t",
    pointId: "p",
    pointName: "p",
    pointNameEn: "",
    unit: "",
    enumeration: [],
  };
  const texts = { pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" };
  const rest = { deviceId: null, level: 1, alarmTypeId: null, alarmTypeName: "", alarmTypeNameEn: "", alarmGroupId: null, saveData: true };
  return newWatch(compileRule({ ...plainRule, ...named, ...texts, ...rest, ...more, holdSeconds }), device, 1);
};

const value = fc.oneof(fc.integer({ min: 3, max: 17 }), fc.constantFrom(Number.NaN, 9.5, "9", "nine", "90071992547409930"));
const reading = fc.record({ value, ts: fc.integer({ min: -20, max: 80 }), late: fc.integer({ min: -5, max: 20 }) });

test("a number within the range of a condition does not hold it", () => {
  holds(
    fc.property(asked, fc.double({ min: 2, max: 18, noNaN: true }), (one, number) => {
      const { from, to } = quietRange(one);
      if (number >= from && number <= to) expect(judgeOf(one)(number, false)).not.toBe(1);
    }),
    { numRuns: 2000 },
  );
});

test("what a cell takes for its watches leaves them as if each had looked at it, and nothing is kept from them", () => {
  let taken = 0;
  holds(
    fc.property(
      fc.array(asked, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 3),
      fc.array(reading, { maxLength: 40 }),
      (rules, hold, readings) => {
        const [alone, together] = [rules.map((rule) => watchOf(rule, hold)), rules.map((rule) => watchOf(rule, hold))];
        const cell = new Cell(together);
        for (const { value: sent, ts, late } of readings) {
          const [at, arrivedAt] = [ts * 1000, (ts + late) * 1000];
          const steps = alone.map((watch) => takeReading(watch, sent, false, at, arrivedAt));
          if (cell.passes(sent, at, arrivedAt)) {
            taken += 1;
            expect(steps).toEqual(steps.map(() => "none"));
            continue;
          }
          const passed = together.map((watch) => passes(watch, sent, false, at, arrivedAt));
          expect(together.map((watch, nth) => (passed[nth] ? "none" : takeReading(watch, sent, false, at, arrivedAt)))).toEqual(steps);
          if (passed.every(Boolean)) cell.rest(sent, at);
        }
        cell.wake();
        for (const [nth, watch] of together.entries()) {
          const { last: _, lag: _of, previous: _before, ...known } = stateOf(watch);
          expect(stateOf(alone[nth] ?? watch)).toMatchObject(known);
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(200);
});

test("watches that come into another cell know what the one before took for them", () => {
  const watch = watchOf({ condition: "above", a: 10, b: null, min: null, max: null }, 0);
  const cell = new Cell([watch]);
  expect(passes(watch, 1, false, 1000, 1000)).toBe(true);
  cell.rest(1, 1000);
  expect(cell.passes(2, 5000, 5000)).toBe(true);
  expect(watch.newest).toBe(1000);
  expect(new Cell([watch]).passes(3, 6000, 6000)).toBe(false);
  expect([watch.newest, watch.taken]).toEqual([5000, 5000]);
});
