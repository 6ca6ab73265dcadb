import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { pageFields } from "#contract/kit/page.ts";
import { accountName, mobile, newPassword, optionalMobile, website, workingHours } from "#contract/kit/text.ts";
import { decodeFields } from "#contract/kit/wire.ts";
import { limits } from "#contract/limits.ts";
import { ruleFields } from "#contract/resources/alarm.ts";
import { appFields } from "#contract/resources/appVersion.ts";
import { deviceFields, devicePassword, slaveFields, sn } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { sampleUserFields } from "#contract/resources/sample.ts";

const long = (count: number, letter = "a"): string => letter.repeat(count);
/** The rules that a value breaks, by the field where the fault stands. */
const faults = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [...path, message].join(" "));
/** Of one field of a form, whatever else is wrong. */
const ofField = (schema: z.ZodType, name: string, value: unknown, more: object = {}): string[] =>
  faults(schema, { ...more, [name]: value }).flatMap((fault) => (fault.startsWith(`${name} `) ? [fault.slice(name.length + 1)] : []));

const app = { name: "A", platform: "ios", versionName: "v1", versionNumber: "1.0" };
const point = { recipeId: "r", name: "P", address: "1" };
const further = { pointId: "q", condition: "above", a: 1 };
const rule = { name: "R", recipeId: "r", pointId: "p", condition: "above", a: 1 };

describe("each limit holds on both sides of it", () => {
  it.each<[string, z.ZodType, readonly unknown[], readonly [unknown, string][]]>([
    [
      "an SN",
      sn,
      [long(4), long(64), "Aa0._-", " SN-1 "],
      [
        [long(3), "rule.sn"],
        [long(65), "rule.sn"],
        ["SN 1", "rule.sn"],
        ["编号一二", "rule.sn"],
      ],
    ],
    [
      "a device's password",
      devicePassword,
      [long(6), long(64), "!~~~~~"],
      [
        [long(5), "rule.devicePassword"],
        [long(65), "rule.devicePassword"],
        ["with blank", "rule.devicePassword"],
      ],
    ],
    [
      "a password",
      newPassword,
      [long(6), long(18), "A1b2C3"],
      [
        [long(5), "rule.password.format"],
        [long(19), "rule.password.format"],
        ["密码密码密码", "rule.password.format"],
      ],
    ],
    [
      "an account",
      accountName,
      [long(1), long(64), "a.b_c@d-e", " ann "],
      [
        [long(65), "rule.tooLong"],
        ["a b", "rule.account.format"],
        ["13800138000", "rule.account.phone"],
      ],
    ],
    [
      "a phone",
      mobile,
      ["13000000000", "19999999999"],
      [
        ["1380013800", "rule.phone.format"],
        ["138001380000", "rule.phone.format"],
        ["12800138000", "rule.phone.format"],
        ["20000000000", "rule.phone.format"],
      ],
    ],
    [
      "a phone that may be left out",
      optionalMobile,
      ["", "13800138000"],
      [
        ["1380013800", "rule.phone.format"],
        ["138001380000", "rule.phone.format"],
      ],
    ],
    [
      "working hours",
      workingHours,
      ["", "08:00-08:01", "00:00-23:59"],
      [
        ["08:00-08:00", "rule.workingHours"],
        ["08:01-08:00", "rule.workingHours"],
        ["08:00-24:00", "rule.workingHours"],
        ["08:00-12:60", "rule.workingHours"],
        ["8:00-12:00", "rule.workingHours"],
      ],
    ],
    [
      "a website",
      website,
      ["", "https://a.cn", `https://${long(192)}`],
      [
        [`https://${long(193)}`, "rule.tooLong"],
        ["ftp://a.cn", "rule.website"],
        ["https://", "rule.website"],
      ],
    ],
  ])("%s", (_what, schema, good, bad) => {
    expect(good.filter((value) => faults(schema, value).length > 0)).toEqual([]);
    expect(bad.map(([value]) => faults(schema, value)[0])).toEqual(bad.map(([, message]) => message));
  });

  it.each<[z.ZodType, string, object, readonly unknown[], readonly unknown[], string]>([
    [slaveFields, "no", {}, [1, 247], [0, 248, 1.5], "rule.slaveNumber"],
    [slaveFields, "name", {}, [long(40), long(40, "温")], [long(41), long(41, "温")], "rule.tooLong"],
    [deviceFields, "lng", {}, [-180, 180, 0, null], [-180.01, 180.01], "rule.longitude"],
    [deviceFields, "lat", {}, [-90, 90, 0, null], [-90.01, 90.01], "rule.latitude"],
    [deviceFields, "address", {}, ["", long(100)], [long(101)], "rule.tooLong"],
    [deviceFields, "slaves", {}, [[{ no: 1, name: "S", recipeId: "r" }]], [[]], "rule.slave.atLeastOne"],
    [pointFields, "startBit", point, [0, 63, null], [-1, 64, 0.5], "rule.bits"],
    [pointFields, "endBit", point, [0, 63, null], [-1, 64, 0.5], "rule.bits"],
    [pointFields, "decimals", point, [0, limits.point.decimals, null], [-1, limits.point.decimals + 1, 0.5], "rule.number"],
    [pointFields, "address", point, ["0", long(64)], [long(65)], "rule.tooLong"],
    [pointFields, "receiveFormula", point, ["", "x", `x${long(199, "+1").slice(0, 198)}`], ["x+"], "rule.formula"],
    [appFields, "path", app, ["https://a.cn/x", `/files/${long(20)}.apk`], ["http://a b", "http://a", "ftp://a.cn"], "rule.website"],
    [sampleUserFields, "age", {}, [0, 200], [-1, 201, 0.5], "rule.age"],
  ])("of field %#: %s", (schema, name, more, good, bad, message) => {
    expect(good.map((value) => ofField(schema, name, value, more))).toEqual(good.map(() => []));
    expect(bad.map((value) => ofField(schema, name, value, more))).toEqual(bad.map(() => [message]));
  });

  it.each<[string, object, string[]]>([
    ["one bit", { startBit: 7, endBit: 7 }, []],
    ["bits the wrong way round", { startBit: 8, endBit: 7 }, ["endBit rule.bits"]],
    ["a range of one value", { min: 5, max: 5 }, []],
    ["a range the wrong way round", { min: 5.01, max: 5 }, ["max rule.range"]],
  ])("of a data point: %s", (_what, fields, expected) => {
    expect(faults(pointFields, { ...point, ...fields })).toEqual(expected);
  });

  it.each<[string, object, string[]]>([
    ["a trigger of one value", { condition: "between", a: 5, b: 5 }, []],
    ["triggers the wrong way round", { condition: "outside", a: 5.1, b: 5 }, ["a rule.trigger"]],
    ["one trigger of two", { condition: "between", a: 5, b: null }, ["a rule.trigger"]],
    ["the first bit", { condition: "bitSet", a: 0 }, []],
    ["the last bit", { condition: "bitSet", a: 63 }, []],
    ["bit 64", { condition: "bitSet", a: 64 }, ["a rule.trigger"]],
    ["bit -1", { condition: "bitSet", a: -1 }, ["a rule.trigger"]],
    ["half a bit", { condition: "bitSet", a: 0.5 }, ["a rule.trigger"]],
    ["no minute", { condition: "noData", a: 0 }, ["a rule.trigger"]],
    ["a moment", { condition: "noData", a: 0.1 }, []],
    ["no trigger", { a: null }, ["a rule.trigger"]],
    ["changes, without a trigger", { condition: "changed", a: null }, []],
    ["absence, without a point", { condition: "offline", a: null, pointId: null }, []],
    ["a value, without a point", { pointId: null }, ["pointId rule.history.point"]],
    ["a release at the trigger", { max: 1 }, []],
    ["a release above what is above", { max: 1.1 }, ["max rule.deadBand"]],
    ["a release at what is below", { condition: "below", min: 1 }, []],
    ["a release below what is below", { condition: "below", min: 0.9 }, ["max rule.deadBand"]],
    ["a change within a day", { condition: "risesBy", a: 0.1, b: 1440 }, []],
    ["no change within no time", { condition: "fallsBy", a: 0, b: 0 }, ["a rule.change", "b rule.window"]],
    ["a change without its size, within half a minute", { condition: "changesBy", a: null, b: 0.5 }, ["a rule.change", "b rule.window"]],
    ["a change within more than a day", { condition: "risesBy", a: 1, b: 1441 }, ["b rule.window"]],
    ["two points, with nothing added", { a: null, otherPointId: "q" }, []],
    ["a point against itself", { otherPointId: "p" }, ["otherPointId rule.otherPoint"]],
    ["two points, with a release above what is above", { a: null, max: 0.1, otherPointId: "q" }, ["max rule.deadBand"]],
    ["a range, whose other point counts for nothing", { condition: "between", a: 1, b: 2, otherPointId: "p" }, []],
    ["four conditions more", { further: Array(4).fill(further) }, []],
    ["five conditions more", { further: Array(5).fill(further) }, ["further Too big: expected array to have <=4 items"]],
    [
      "conditions more that do not fit",
      { further: [further, { ...further, a: null }, { ...further, condition: "below", min: 0 }, { ...further, condition: "risesBy" }] },
      ["further 1 a rule.trigger", "further 2 min rule.deadBand", "further 3 b rule.window"],
    ],
    ["conditions more beside one that is not of values", { condition: "changed", further: [{ ...further, a: null }] }, []],
  ])("of an alarm rule: %s", (_what, fields, expected) => {
    expect(faults(ruleFields, { ...rule, ...fields })).toEqual(expected);
  });

  it("of a page, of a hold time, of a history and of its period", () => {
    const holds = (schema: z.ZodType, good: unknown, bad: unknown) => [schema.safeParse(good).success, schema.safeParse(bad).success];
    expect(holds(pageFields.pageSize, 1000, 1001)).toEqual([true, false]);
    expect(holds(pageFields.pageSize, 1, 0)).toEqual([true, false]);
    expect(holds(pageFields.pageNo, 1, 0)).toEqual([true, false]);
    expect(holds(ruleFields, { ...rule, holdSeconds: 86_400 }, { ...rule, holdSeconds: 86_401 })).toEqual([true, false]);
    expect(holds(ruleFields, { ...rule, holdSeconds: 0 }, { ...rule, holdSeconds: -1 })).toEqual([true, false]);
    const history = { deviceId: "d", points: [{ slave: 1, pointId: "p" }], from: "2026-01-01T00:00:00Z", to: "2026-01-01T00:00:00.001Z" };
    const { query, query_mutil } = deviceDataLog.calls;
    expect(holds(query.request, history, { ...history, to: history.from })).toEqual([true, false]);
    expect(holds(query.request, { ...history, limit: 10_000 }, { ...history, limit: 10_001 })).toEqual([true, false]);
    expect(holds(query.request, { ...history, limit: 1 }, { ...history, limit: 0 })).toEqual([true, false]);
    expect(holds(query_mutil.request, { ...history, columns: 4000 }, { ...history, columns: 4001 })).toEqual([true, false]);
  });

  it("of what a number is in a form: blanks around it are a fault, not a number", () => {
    const read = (age: string) => decodeFields(sampleUserFields, { age }).age;
    expect(["7", "-1", "1e1", "0x1f"].map(read)).toEqual([7, -1, 10, 31]);
    expect([" 7", "7 ", "\t7", "7\n", " ", "Infinity", "NaN", "七"].map(read)).toEqual([
      " 7",
      "7 ",
      "\t7",
      "7\n",
      " ",
      "Infinity",
      "NaN",
      "七",
    ]);
    expect(ofField(sampleUserFields, "age", read(" 7"))).toEqual(["rule.age"]);
  });
});
