import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Condition } from "#contract/resources/alarmCondition.ts";
import { compileRule, type Rule, type RuleDefinition } from "#server/alarm/rule.ts";
import {
  adopt,
  isClocked,
  newWatch,
  ownTime,
  passes,
  stateOf,
  takeClock,
  takePresence,
  takeReading,
  type Watch,
} from "#server/alarm/watch.ts";
import { holds } from "#tests/property.ts";
import { plainRule } from "./plainRule.ts";

const ruleOf = (condition: Condition, more: Partial<RuleDefinition> = {}): Rule =>
  compileRule({
    ...plainRule,
    ...{
      id: "r",
      name: "R",
      companyId: "c",
      recipeId: "t",
      pointId: "p",
      pointName: "",
      pointNameEn: "",
      unit: "",
      enumeration: [],
      deviceId: null,
    },
    ...{ alarmTypeName: "", alarmTypeNameEn: "" },
    ...{ level: 1, condition, a: 10, b: null, min: null, max: null, holdSeconds: 0, saveData: true, alarmTypeId: null },
    alarmGroupId: null,
    ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
    ...more,
  });
const device = { id: "d", name: "D", sn: "S", companyId: "c", companyPath: "c/", typeId: "y", alarmNotice: true };
const watchOf = (condition: Condition, more: Partial<RuleDefinition> = {}): Watch => newWatch(ruleOf(condition, more), device, 2);

/** A reading at a second, which arrives at once unless said. */
const take = (watch: Watch, value: number | string, ts: number, arrived = ts) =>
  takeReading(watch, value, false, ts * 1000, arrived * 1000);
const clock = (watch: Watch, at: number, settled = true) => takeClock(watch, at * 1000, settled);

test("a watch is known by its rule, device and slave, and nothing is known by it", () => {
  const watch = watchOf("above");
  expect(watch).toMatchObject({ key: "r|d|2", slave: 2, writing: undefined, halted: false, epoch: 0 });
  const nothing = {
    ...{ newest: Number.NEGATIVE_INFINITY, taken: Number.NEGATIVE_INFINITY, lag: 0, last: undefined, previous: undefined },
    ...{
      seen: undefined,
      since: undefined,
      safeSince: undefined,
      open: false,
      raises: { since: Number.NEGATIVE_INFINITY, count: 0 },
      silent: false,
      restored: false,
    },
  };
  expect(stateOf(watch)).toEqual(nothing);
  expect(Object.keys(stateOf(watch)).sort()).toEqual(Object.keys(nothing).sort());
});

describe("a value", () => {
  test("raises when its condition comes true, says nothing while it stays so, and releases when it has ended", () => {
    const watch = watchOf("above", { max: 8 });
    const steps = [9, 10, 11, 12, 9, 8, 8].map((value, second) => take(watch, value, second));
    expect(steps).toEqual(["none", "none", "raise", "none", "none", "release", "none"]);
    expect(watch).toMatchObject({ open: false, since: undefined, last: 8, newest: 6_000, taken: 6_000 });
  });

  test("is compared as text where its point is one", () => {
    const watch = watchOf("above");
    expect([takeReading(watch, "99", true, 1, 1), takeReading(watch, "99", false, 2, 2)]).toEqual(["none", "raise"]);
  });

  test("that is older than the newest changes nothing, one of the same time does", () => {
    const watch = watchOf("above");
    take(watch, 5, 10, 11);
    watch.restored = true;
    const before = stateOf(watch);
    expect(take(watch, 99, 9, 20)).toBe("none");
    expect(stateOf(watch)).toEqual(before);
    expect(take(watch, 11, 10, 20)).toBe("raise");
    expect(watch).toMatchObject({ restored: false, lag: 10_000 });
  });

  test("of a clock that is ahead is taken when it comes", () => {
    const watch = watchOf("above", { holdSeconds: 5 });
    expect(take(watch, 11, 100, 10)).toBe("remember");
    expect(watch).toMatchObject({ newest: 100_000, taken: 10_000, since: 10_000, lag: 0 });
  });

  test("has to last for the hold time, to the millisecond", () => {
    const watch = watchOf("above", { holdSeconds: 60 });
    expect([take(watch, 11, 0), isClocked(watch)]).toEqual(["remember", true]);
    expect([take(watch, 12, 59.999), take(watch, 12, 60)]).toEqual(["none", "raise"]);
    expect(isClocked(watch)).toBe(false);
  });

  test("that ends within the hold time is forgotten, also at its very end", () => {
    for (const [value, end] of [
      [10, 30],
      [10, 60],
    ] as const) {
      const watch = watchOf("above", { holdSeconds: 60 });
      take(watch, 11, 0);
      expect([take(watch, value, end), watch.since, watch.open]).toEqual(["remember", undefined, false]);
    }
  });

  test("that had lasted when the next reading was taken is raised, and released unless it stays open", () => {
    const ended = watchOf("above", { holdSeconds: 60 });
    take(ended, 11, 0);
    expect([take(ended, 10, 60.001), ended.since, ended.open]).toEqual(["held", undefined, false]);
    const between = watchOf("above", { holdSeconds: 60, max: 8 });
    take(between, 11, 0);
    expect([take(between, 9, 60.001), between.since, between.open]).toEqual(["held", 0, true]);
    const still = watchOf("above", { holdSeconds: 60 });
    take(still, 11, 0);
    expect([take(still, 12, 60.001), still.open]).toEqual(["raise", true]);
  });

  test("confirms an alarm that was told in silence", () => {
    const watch = watchOf("above", { max: 8 });
    take(watch, 11, 0);
    watch.silent = true;
    expect([take(watch, 12, 1), take(watch, 9, 2), take(watch, 8, 3)]).toEqual(["confirm", "confirm", "release"]);
  });
});

test("a change is told from the second value on, with the one before", () => {
  const watch = watchOf("changed", { a: null });
  expect([take(watch, 1, 0), take(watch, 1, 1), take(watch, "1", 2), take(watch, 2, 3)]).toEqual(["remember", "none", "flash", "flash"]);
  expect(watch).toMatchObject({ previous: "1", last: 2, open: false });
  watch.open = true;
  expect([take(watch, 3, 4), watch.open, watch.last]).toEqual(["release", false, 3]);
});

test("a reading of which nothing comes is taken on the short way as on the long one", () => {
  const reading = fc.record({ value: fc.integer({ min: 7, max: 13 }), ts: fc.nat(60), late: fc.integer({ min: -5, max: 20 }) });
  const asked = fc.record({ holdSeconds: fc.constantFrom(0, 3), releaseSeconds: fc.constantFrom(0, 3), max: fc.constantFrom(null, 9) });
  holds(
    fc.property(fc.constantFrom<Condition>("above", "below", "equal", "changed"), asked, fc.array(reading), (condition, more, readings) => {
      const [long, short] = [watchOf(condition, more), watchOf(condition, more)];
      for (const { value, ts, late } of readings) {
        const step = take(long, value, ts, ts + late);
        const passed = passes(short, value, false, ts * 1000, (ts + late) * 1000);
        expect([passed && step, passed ? step : take(short, value, ts, ts + late)]).toEqual([passed && "none", step]);
        const { last: _, lag: _of, ...known } = stateOf(short);
        expect(stateOf(long)).toMatchObject(known);
        if (!passed && step !== "none") expect(stateOf(short)).toEqual(stateOf(long));
      }
    }),
  );
});

describe("silence", () => {
  test("is counted from the newest reading, and ended by one that is younger than it may be", () => {
    const watch = watchOf("noData", { a: 1, holdSeconds: 5 });
    expect([take(watch, 1, 0), take(watch, 1, 10)]).toEqual(["remember", "seen"]);
    expect(watch.since).toBe(10_000);
    expect([clock(watch, 74.999), clock(watch, 75), clock(watch, 80)]).toEqual(["none", "raise", "none"]);
    expect([take(watch, 1, 20, 85), watch.open, watch.since]).toEqual(["seen", true, 20_000]);
    expect([take(watch, 1, 25.001, 90), watch.open]).toEqual(["release", false]);
  });

  test("of a device begins and ends with its presence, and no reading has to do with it", () => {
    const watch = watchOf("offline", { pointId: null, holdSeconds: 10 });
    watch.restored = true;
    expect([takePresence(watch, false, 1_000), watch.restored, watch.since]).toEqual(["remember", false, 1_000]);
    expect([take(watch, 1, 2), watch.newest, watch.since]).toEqual(["none", 2_000, 1_000]);
    expect([clock(watch, 10), clock(watch, 11)]).toEqual(["none", "raise"]);
    expect([takePresence(watch, false, 12_000), takePresence(watch, true, 13_000), takePresence(watch, true, 14_000)]).toEqual([
      ...["none", "release", "none"],
    ]);
    expect(watch).toMatchObject({ open: false, since: undefined });
  });
});

describe("the clock", () => {
  test("raises nothing of which nothing is known", () => {
    const watch = watchOf("above");
    expect([clock(watch, 1e9), isClocked(watch), watch.open]).toEqual(["none", false, false]);
    const never = watchOf("noData", { a: null });
    take(never, 1, 0);
    expect(clock(never, 1e9)).toBe("none");
  });

  test("that was set back begins to count anew", () => {
    const watch = watchOf("above", { holdSeconds: 60 });
    take(watch, 11, 100);
    expect([clock(watch, 100), watch.since]).toEqual(["none", 100_000]);
    expect([clock(watch, 50), watch.since, watch.open]).toEqual(["seen", 50_000, false]);
    expect([clock(watch, 109.999), clock(watch, 110)]).toEqual(["none", "raise"]);
  });

  test("leaves what was read from the database time to come back, unless it is a value", () => {
    for (const [condition, pointId] of [
      ["noData", "p"],
      ["offline", null],
    ] as const) {
      const watch = watchOf(condition, { a: 0, pointId });
      Object.assign(watch, { since: 0, restored: true });
      expect([clock(watch, 5, false), clock(watch, 5)]).toEqual(["none", "raise"]);
    }
    const value = watchOf("above");
    Object.assign(value, { since: 0, restored: true });
    expect(clock(value, 5, false)).toBe("raise");
    const heard = watchOf("noData", { a: 0 });
    take(heard, 1, 0);
    expect(clock(heard, 5, false)).toBe("raise");
  });

  test("goes by the times of readings that were kept back", () => {
    const watch = watchOf("above");
    take(watch, 1, 10, 3_610);
    expect(ownTime(watch, 3_700_000)).toBe(100_000);
  });
});

test("an edited rule is taken over, and what was known is forgotten where it asks something else", () => {
  const watch = watchOf("above", { holdSeconds: 60 });
  take(watch, 11, 0);
  const longer = ruleOf("above", { holdSeconds: 90 });
  adopt(watch, longer);
  expect(watch).toMatchObject({ rule: longer, since: 0, last: 11 });
  const higher = ruleOf("above", { a: 20 });
  adopt(watch, higher);
  expect(watch).toMatchObject({ rule: higher, since: undefined, last: undefined });
});
