import { describe, expect, test } from "vitest";
import type { Condition } from "#contract/resources/alarm.ts";
import { compileRule, isAbsence, isSame, type Rule, type RuleDefinition, type Verdict } from "#server/alarm/rule.ts";
import { plainRule } from "./plainRule.ts";

const definition: RuleDefinition = {
  ...plainRule,
  ...{
    id: "rule",
    name: "rule",
    companyId: "c",
    recipeId: "recipe",
    pointId: "point",
    pointName: "",
    pointNameEn: "",
    unit: "",
    enumeration: [],
  },
  ...{ alarmTypeName: "", alarmTypeNameEn: "" },
  alarmGroupId: null,
  ...{ deviceId: null, level: 1, condition: "above", a: null, b: null, min: null, max: null, holdSeconds: 0 },
  ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "", saveData: true, alarmTypeId: null },
};
const compile = (condition: Condition, more: Partial<RuleDefinition> = {}): Rule => compileRule({ ...definition, condition, ...more });
const judge = (condition: Condition, limits: Partial<RuleDefinition>, value: number | string, textual = false): Verdict =>
  compile(condition, limits).judge(value, textual);

describe("the verdict of a value", () => {
  test.each<[Condition, Partial<RuleDefinition>, number | string, Verdict]>([
    ["above", { a: 10 }, 10.1, 1],
    ["above", { a: 10 }, 10, -1],
    ["above", { a: 10, max: 8 }, 9, 0],
    ["above", { a: 10, max: 8 }, 8, -1],
    ["above", { a: 10, max: 12 }, 11, 1],
    ["above", { a: 0 }, 0, -1],
    ["above", { a: 10 }, "18446744073709551615", 1],
    ["below", { a: 5 }, 4, 1],
    ["below", { a: 5 }, 5, -1],
    ["below", { a: 5, min: 7 }, 6, 0],
    ["below", { a: 5, min: 7 }, 7, -1],
    ["equal", { a: 3 }, 3, 1],
    ["equal", { a: 3 }, 4, -1],
    ["equal", { a: 3 }, "3", 1],
    ["notEqual", { a: 3 }, 3, -1],
    ["notEqual", { a: 3 }, "x", 1],
    ["between", { a: 1, b: 5 }, 1, 1],
    ["between", { a: 1, b: 5 }, 5, 1],
    ["between", { a: 1, b: 5 }, 5.1, -1],
    ["between", { a: 1, b: 5, min: 0, max: 6 }, 5.5, 0],
    ["between", { a: 1, b: 5, min: 0, max: 6 }, 0, 0],
    ["between", { a: 1, b: 5, min: 0, max: 6 }, -0.1, -1],
    ["between", { a: 1, b: 5, min: 2, max: 4 }, 4.5, 1],
    ["outside", { a: 1, b: 5 }, 0.9, 1],
    ["outside", { a: 1, b: 5 }, 5, -1],
    ["outside", { a: 1, b: 5, min: 2, max: 4 }, 4.5, 0],
    ["outside", { a: 1, b: 5, min: 2, max: 4 }, 4, -1],
    ["bitSet", { a: 0 }, 1, 1],
    ["bitSet", { a: 1 }, 1, -1],
    ["bitSet", { a: 63 }, "9223372036854775808", 1],
    ["bitSet", { a: 62 }, "9223372036854775808", -1],
    ["bitSet", { a: 31 }, -1, 1],
    ["bitSet", { a: 0 }, 1.5, 0],
    ["bitSet", { a: 0 }, "no number", 0],
    ["above", { a: 9007199254740992 }, "9007199254740993", 1],
    ["above", { a: 9007199254740992 }, "9007199254740992", -1],
    ["above", { a: 1.5 }, "9007199254740993", 1],
    ["above", { a: 9007199254740994, max: 9007199254740992 }, "9007199254740993", 0],
    ["below", { a: -9007199254740992 }, "-9007199254740993", 1],
    ["below", { a: -9007199254740992 }, "-9007199254740992", -1],
    ["equal", { a: 9007199254740992 }, "9007199254740993", -1],
    ["equal", { a: 9007199254740992 }, "9007199254740992", 1],
    ["equal", { a: 2 ** 63 }, "9223372036854775808", 1],
    ["notEqual", { a: 2 ** 63 }, "9223372036854775809", 1],
    ["between", { a: 0, b: 9007199254740992 }, "9007199254740992", 1],
    ["between", { a: 0, b: 9007199254740992 }, "9007199254740993", -1],
    ["outside", { a: 0, b: 9007199254740992 }, "9007199254740993", 1],
    ["outside", { a: 0, b: 9007199254740992 }, "9007199254740992", -1],
    ["below", { a: 5, min: 3 }, 4, 1],
    ["below", { a: 5, min: 3 }, 5, -1],
    ["equal", { a: 3 }, "3x", -1],
    ["equal", { a: 3 }, "x3", -1],
    ["above", { a: 3 }, "12x", 0],
    ["above", { a: 3 }, "x12", 0],
    ["below", { a: 3 }, "-12", 1],
    ["between", { a: 1, b: 5, min: 0 }, 0.5, 0],
    ["between", { a: 1, b: 5, min: 0 }, 5.5, -1],
    ["between", { a: 1, b: 5, max: 6 }, 6, 0],
    ["between", { a: 1, b: 5, max: 6 }, 6.1, -1],
    ["between", { a: 1, b: 5 }, 0.9, -1],
    ["outside", { a: 1, b: 5 }, 5.1, 1],
    ["outside", { a: 1, b: 5 }, 1, -1],
    ["outside", { a: 1, b: 5, min: 2 }, 1.5, 0],
    ["outside", { a: 1, b: 5, min: 2 }, 2, -1],
    ["outside", { a: 1, b: 5, min: 0, max: 9 }, 1, -1],
    ["outside", { a: 1, b: 5, min: 3, max: 3 }, 3, -1],
    ["outside", { a: 1, b: 5, min: 3, max: 3 }, 3.5, 0],
    // Release limits that cross leave no room: the limits themselves release.
    ["outside", { a: 1, b: 5, min: 4, max: 2 }, 1, -1],
    ["bitSet", { a: 0 }, "-1", 1],
    ["bitSet", { a: 0 }, "1x", 0],
    ["bitSet", { a: 0 }, "x1", 0],
    ["bitSet", { a: 0 }, "1.5", 0],
    ["bitSet", { a: 0 }, "2", -1],
    ["above", { a: null }, 10, 0],
    ["between", { a: 1, b: null }, 3, 0],
    ["outside", { a: 1, b: null }, 0, 0],
    ["changed", { a: 1 }, 2, 0],
    ["noData", { a: 1 }, 2, 0],
    ["offline", { a: 1 }, 2, 0],
  ])("%s %o takes %s for %i", (condition, limits, value, verdict) => {
    expect(judge(condition, limits, value)).toBe(verdict);
  });

  test("a text is not compared with a limit, even when it looks like a number", () => {
    expect(judge("above", { a: 10 }, "99", true)).toBe(0);
    expect(judge("outside", { a: 1, b: 5 }, "99", true)).toBe(0);
    expect(judge("equal", { a: 99 }, "99", true)).toBe(1);
  });
});

describe("a rule", () => {
  test("looks at a point, or at the device itself", () => {
    expect(compile("above")).toMatchObject({ kind: "value", subject: "point|recipe|point" });
    expect(compile("changed")).toMatchObject({ kind: "changed", subject: "point|recipe|point" });
    expect(compile("noData", { a: 1 })).toMatchObject({ kind: "noData", subject: "point|recipe|point" });
    expect(compile("offline", { pointId: null })).toMatchObject({ kind: "offline", subject: "offline|recipe" });
    expect(["value", "changed", "noData", "offline"].map(isAbsence)).toEqual([false, false, true, true]);
  });

  test("asks something else with other limits, where its condition has any", () => {
    const asked = (condition: Condition, limits: Partial<RuleDefinition>) => compile(condition, limits).question;
    const limits = [{ a: 1 }, { a: 2 }, { a: 1, b: 1 }, { a: 1, min: 1 }, { a: 1, max: 1 }];
    expect(new Set(limits.map((each) => asked("above", each))).size).toBe(limits.length);
    expect(asked("above", { a: 1 })).toBe(asked("above", { a: 1, name: "other", holdSeconds: 9 }));
    expect(asked("above", { a: 1 })).not.toBe(asked("below", { a: 1 }));
    expect(asked("noData", { a: 1 })).toBe(asked("noData", { a: 2 }));
    expect(new Set((["changed", "noData", "offline"] as const).map((condition) => asked(condition, {}))).size).toBe(3);
  });

  test("has its hold time in seconds, and the silence that it waits for in minutes before it", () => {
    expect(compile("above", { a: 2, holdSeconds: 3 }).holdMs).toBe(3_000);
    expect(compile("noData", { a: 2, holdSeconds: 3 }).holdMs).toBe(123_000);
    expect(compile("noData", { holdSeconds: 3 }).holdMs).toBeNaN();
  });

  test.each<[Condition, Partial<RuleDefinition>, boolean]>([
    ["above", {}, true],
    ["above", { min: 1 }, true],
    ["above", { max: 1 }, false],
    ["below", {}, true],
    ["below", { max: 1 }, true],
    ["below", { min: 1 }, false],
    ["between", {}, true],
    ["between", { min: 1 }, false],
    ["between", { max: 1 }, false],
    ["outside", {}, true],
    ["outside", { min: 1 }, false],
    ["outside", { max: 1 }, false],
    ["equal", { min: 1, max: 2 }, true],
    ["noData", {}, true],
    ["changed", {}, false],
  ])("of kind %s with %o may flap: %s", (condition, limits, flaps) => {
    expect(compile(condition, { a: 1, b: 2, ...limits }).flaps).toBe(flaps);
  });

  test("is the same while nothing of it was edited", () => {
    expect(isSame(compile("above", { a: 1 }), compile("above", { a: 1 }))).toBe(true);
    expect(isSame(compile("above", { a: 1 }), compile("above", { a: 1, name: "other" }))).toBe(false);
  });
});
