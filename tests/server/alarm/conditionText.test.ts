import { expect, it } from "vitest";
import type { Condition } from "#contract/resources/alarmCondition.ts";
import { releaseTexts, triggerTexts } from "#server/alarm/conditionText.ts";
import type { RuleDefinition } from "#server/alarm/rule.ts";
import { plainRule } from "./plainRule.ts";

const device = { id: "d", name: "Pump 1", sn: "GW-1", companyId: "c", companyPath: "c/" };
const rule: RuleDefinition = {
  ...plainRule,
  ...{
    id: "r",
    name: "R",
    companyId: "c",
    recipeId: "t",
    pointId: "p",
    pointName: "电压",
    pointNameEn: "Voltage",
    unit: "V",
    enumeration: [],
    deviceId: null,
    level: 1,
    alarmTypeName: "",
    alarmTypeNameEn: "",
    alarmGroupId: null,
  },
  ...{ condition: "above", a: null, b: null, min: null, max: null, holdSeconds: 0, saveData: true, alarmTypeId: null },
  ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
};

it.each<[Condition, Partial<RuleDefinition>, number | string, string, string]>([
  ["above", { a: 8 }, 9.5, "电压 9.5 V 高于 8 V", "Voltage 9.5 V above 8 V"],
  ["below", { a: 0 }, -0.5, "电压 -0.5 V 低于 0 V", "Voltage -0.5 V below 0 V"],
  ["equal", { a: 2, unit: "" }, 2, "电压 2 等于 2", "Voltage 2 equal to 2"],
  ["notEqual", { a: 2, unit: "%" }, 3, "电压 3% 不等于 2%", "Voltage 3% not equal to 2%"],
  ["between", { a: -5, b: -3 }, -4, "电压 -4 V 介于 -5～-3 V 之间", "Voltage -4 V between -5 and -3 V"],
  ["outside", { a: 10.9, b: 15 }, 10.8, "电压 10.8 V 超出 10.9～15 V 范围", "Voltage 10.8 V outside 10.9 to 15 V"],
  ["bitSet", { a: 2, unit: "" }, 4, "电压的 bit 2 为 1（当前值 4）", "Voltage has bit 2 set (value 4)"],
  ["changed", {}, 12, "电压由 11 变为 12 V", "Voltage changed from 11 to 12 V"],
  ["noData", { a: 5 }, "", "电压已 5 分钟无数据", "Voltage: no data for 5 min"],
  ["offline", { pointId: null }, "", "设备离线", "Device offline"],
])("a rule of kind %s that has no text of its own says value and limit with their unit", (condition, differences, value, zh, en) => {
  const sighting = { value: value === "" ? undefined : value, previous: 11 };
  expect(triggerTexts({ ...rule, ...differences, condition }, device, sighting)).toEqual({ zh, en });
});

const enumeration = [
  { value: 1, label: "打开", labelEn: "Open" },
  { value: 2, label: "关闭", labelEn: "" },
  { value: 1.5, label: "半开", labelEn: "Half" },
  { value: -12, label: "反转", labelEn: "Reverse" },
];

it.each<[Condition, Partial<RuleDefinition>, number | string, string, string]>([
  ["equal", { a: 1 }, 1, "电压为打开", "Voltage: Open"],
  ["equal", { a: 3, unit: "V" }, 3, "电压 3 V 等于 3 V", "Voltage 3 V equal to 3 V"],
  ["notEqual", { a: 1 }, 2, "电压 关闭不等于打开", "Voltage 关闭 not equal to Open"],
  ["notEqual", { a: 1 }, 7, "电压 7 V 不等于打开", "Voltage 7 V not equal to Open"],
  ["changed", {}, "1", "电压由关闭变为打开", "Voltage changed from 关闭 to Open"],
  ["above", { a: 1 }, 2, "电压 关闭高于 1 V", "Voltage 关闭 above 1 V"],
  ["bitSet", { a: 1 }, 2, "电压的 bit 1 为 1（当前值 2 V）", "Voltage has bit 1 set (value 2 V)"],
  ["noData", { a: 1 }, 2, "电压已 1 分钟无数据", "Voltage: no data for 1 min"],
  ["changed", {}, "2x", "电压由关闭变为 2x V", "Voltage changed from 关闭 to 2x V"],
  ["changed", {}, "x2", "电压由关闭变为 x2 V", "Voltage changed from 关闭 to x2 V"],
  ["changed", {}, "1.50", "电压由关闭变为半开", "Voltage changed from 关闭 to Half"],
  ["changed", {}, "-12", "电压由关闭变为反转", "Voltage changed from 关闭 to Reverse"],
  ["notEqual", { a: 2 }, 1, "电压 打开不等于关闭", "Voltage Open not equal to 关闭"],
])("a rule of kind %s on an enumerated point says what its values stand for", (condition, differences, value, zh, en) => {
  const sighting = { value, previous: 2 };
  expect(triggerTexts({ ...rule, enumeration, ...differences, condition }, device, sighting)).toEqual({ zh, en });
});

it("puts the word of a value into a text of one's own", () => {
  const own = {
    ...rule,
    enumeration,
    condition: "equal",
    a: 1,
    pushContent: "{point}：{value}",
    pushContentEn: "{value} is not fine",
  } as const;
  expect(triggerTexts(own, device, { value: 1, previous: undefined })).toEqual({ zh: "电压：打开", en: "Open is not fine" });
});

it.each(["bitSet", "noData"] as const)("tells what a rule of kind %s is about by its number", (condition) => {
  const own = { ...rule, enumeration, condition, a: 1, pushContent: "{value}/{limit}" };
  expect(triggerTexts(own, device, { value: 1, previous: 2 }).zh).toBe("1/1");
});

it("leaves it to a text of one's own where the unit stands", () => {
  const own = {
    ...rule,
    condition: "outside",
    a: 1,
    b: 2,
    pushContent: "{device} {point}={value}{unit} {limit}",
    releaseContentEn: "{value} {unit}, {limit}",
  } as const;
  const sighting = { value: 3, previous: undefined };
  expect(triggerTexts(own, device, sighting).zh).toBe("Pump 1 电压=3V 1～2");
  expect(releaseTexts(own, device, sighting)).toEqual({ zh: "", en: "3 V, 1 to 2" });
});

it("says nothing where there is nothing to say, and keeps what is no place of a value", () => {
  const own = { ...rule, pushContent: "[{value}|{limit}]", pushContentEn: "{value}{limit}{Value}{other}", unit: "" };
  const nothing = { value: undefined, previous: undefined };
  expect(triggerTexts({ ...own, condition: "above", a: null }, device, nothing)).toEqual({ zh: "[|]", en: "{Value}{other}" });
  expect(triggerTexts({ ...own, condition: "between" }, device, nothing).zh).toBe("[|～]");
  expect(triggerTexts({ ...own, condition: "offline", a: 5 }, device, nothing).zh).toBe("[|]");
  expect(triggerTexts({ ...own, condition: "changed", a: 5 }, device, nothing).zh).toBe("[|]");
  expect(triggerTexts({ ...own, condition: "equal", a: null }, device, nothing).zh).toBe("[|]");
  expect(releaseTexts(own, device, nothing)).toEqual({ zh: "", en: "" });
});

it("says the first hundred characters of a long text", () => {
  const own = { ...rule, condition: "changed", releaseContent: "{value}", releaseContentEn: "{point}" } as const;
  const texts = releaseTexts(own, device, { value: "😀".repeat(101), previous: 1 });
  expect(texts).toEqual({ zh: "😀".repeat(100), en: "Voltage" });
  expect(releaseTexts({ ...own, pointNameEn: "" }, device, { value: 1, previous: 1 }).en).toBe("电压");
});
