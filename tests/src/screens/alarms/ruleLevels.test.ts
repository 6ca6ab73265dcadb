import { createIntl } from "react-intl";
import { expect, it } from "vitest";
import { ruleLevels } from "#src/screens/alarms/ruleLevels.ts";

const intl = createIntl({ locale: "en", messages: { "alarmCurve.trigger": "{value}", "alarmCurve.clear": "{value} clear" } });
const none = { a: null, b: null, min: null, max: null, otherPointId: null };
const texts = (rule: Parameters<typeof ruleLevels>[0]) => ruleLevels(rule, "°C", intl).map(({ text }) => text);

it("draws the limits and those at which it clears", () => {
  expect(texts({ ...none, condition: "above", a: 8, max: 6 })).toEqual(["8 °C", "6 °C clear"]);
  expect(texts({ ...none, condition: "outside", a: 2, b: 8, min: 3, max: 7 })).toEqual(["2 °C", "8 °C", "3 °C clear", "7 °C clear"]);
});

it("draws nothing for the minutes of a change, nor for a difference from another data point", () => {
  expect(texts({ ...none, condition: "risesBy", a: 5, b: 10 })).toEqual([]);
  expect(texts({ ...none, condition: "above", a: 5, max: 3, otherPointId: "point" })).toEqual([]);
});
