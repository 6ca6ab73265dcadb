import { describe, expect, test } from "vitest";
import type { Condition } from "#contract/resources/alarm.ts";
import { compileRule, type RuleDefinition, type Verdict } from "#server/alarm/rule.ts";

const judge = (
  condition: Condition,
  limits: Partial<Pick<RuleDefinition, "a" | "b" | "min" | "max">>,
  value: number | string,
  textual = false,
): Verdict =>
  compileRule({
    id: "rule",
    name: "rule",
    recipeId: "recipe",
    pointId: "point",
    pointName: "",
    pointNameEn: "",
    unit: "",
    enumeration: [],
    deviceId: null,
    level: 1,
    condition,
    a: null,
    b: null,
    min: null,
    max: null,
    holdSeconds: 0,
    pushContent: "",
    pushContentEn: "",
    releaseContent: "",
    releaseContentEn: "",
    saveData: true,
    mask: false,
    ...limits,
  }).judge(value, textual);

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
  ])("%s %o takes %s for %i", (condition, limits, value, verdict) => {
    expect(judge(condition, limits, value)).toBe(verdict);
  });

  test("a text is not compared with a limit, even when it looks like a number", () => {
    expect(judge("above", { a: 10 }, "99", true)).toBe(0);
    expect(judge("outside", { a: 1, b: 5 }, "99", true)).toBe(0);
    expect(judge("equal", { a: 99 }, "99", true)).toBe(1);
  });
});
