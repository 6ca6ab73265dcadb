import { expect, it } from "vitest";
import { passedBound } from "#contract/pointLimits.ts";
import { isValueType, numberOf, valueTypes } from "#contract/pointValue.ts";

it.each([
  [true, 1],
  [false, 0],
  [-0.5, -0.5],
  [Number.NaN, undefined],
  [Number.NEGATIVE_INFINITY, undefined],
  [null, undefined],
  [undefined, undefined],
  ["12", 12],
  ["-12.50", -12.5],
  ["1e3", 1000],
  ["1.5E+3", 1500],
  ["2e-2", 0.02],
  ["12.", undefined],
  [".5", undefined],
  ["+1", undefined],
  ["1e", undefined],
  ["x1", undefined],
  ["1x", undefined],
  ["1.e3", undefined],
  ["1e12", 1e12],
  ["1.25", 1.25],
  ["", undefined],
  ["0x10", undefined],
])("the number that %j stands for is %j", (value, number) => {
  expect(numberOf(value)).toBe(number);
});

it("a value type is one of those that there are", () => {
  expect(valueTypes.every(isValueType)).toBe(true);
  expect(["int8", "", "TEXT"].filter(isValueType)).toEqual([]);
});

it.each([
  [-1, { min: 0, max: 5 }, "min"],
  [0, { min: 0, max: 5 }, undefined],
  [5, { min: 0, max: 5 }, undefined],
  [5.1, { min: 0, max: 5 }, "max"],
  [-9, { max: 5 }, undefined],
  [9, { min: 0, max: null }, undefined],
  [-9, { min: null, max: 5 }, undefined],
  [9, { min: 0 }, undefined],
  [2n ** 64n, { min: 0, max: 2 ** 53 }, "max"],
  [-(2n ** 63n), { min: -(2 ** 53), max: 0 }, "min"],
] as const)("of %s and the limits %o %s is passed", (value, limits, bound) => {
  expect(passedBound(value, limits)).toBe(bound);
});
