import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { conditions } from "#contract/resources/alarmCondition.ts";
import en from "#locales/en/alarms.json";
import zh from "#locales/zh/alarms.json";
import { historyAddress } from "#src/screens/alarms/alarmAddress.ts";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { periodOf } from "#src/screens/alarms/alarmPeriod.ts";
import { slaveText, valueText } from "#src/screens/alarms/alarmText.ts";
import { askedOnly, conditionFields, ownAskedOnly } from "#src/screens/alarms/conditionFields.ts";
import { conditionWords } from "#src/screens/alarms/conditionWords.ts";
import { releaseHint } from "#src/screens/alarms/releaseHint.ts";
import { blankRule, ruleFormSchema } from "#src/screens/alarms/ruleFormSchema.ts";
import { plainTelling, toldOnce } from "#tests/src/screens/plainRule.ts";

const english = createIntl({ locale: "en", messages: en });
const chinese = createIntl({ locale: "zh", messages: zh });
const plain = { a: null, b: null, min: null, max: null, holdSeconds: 0, releaseSeconds: 0, unit: "", enumeration: [] };

describe("a suggested release limit", () => {
  const rule = { condition: "above", a: 70, b: null, min: null, max: null } as const;
  const point = { min: 0, max: 100, decimals: 1 };

  it("lies on the safe side, two hundredths of the range away, in the point's decimals", () => {
    expect(releaseHint(rule, point)).toEqual({ max: 68 });
    expect(releaseHint({ ...rule, condition: "below" }, point)).toEqual({ min: 72 });
    expect(releaseHint(rule)).toEqual({ max: 68.6 });
    expect(releaseHint({ ...rule, a: 0 })).toEqual({ max: -0.02 });
    expect(releaseHint({ ...rule, a: 1 }, { min: null, max: null, decimals: 0 })).toEqual({ max: 0 });
    expect(releaseHint({ ...rule, condition: "between", a: 10, b: 20 })).toEqual({ min: 9.8, max: 20.2 });
    expect(releaseHint({ ...rule, condition: "outside", a: 10, b: 20 })).toEqual({ min: 10.2, max: 19.8 });
  });

  it("is none where there is one, no trigger value, no room or no such limit", () => {
    expect(releaseHint({ ...rule, max: 60 }, point)).toBeUndefined();
    expect(releaseHint({ ...rule, a: null }, point)).toBeUndefined();
    expect(releaseHint({ ...rule, condition: "outside", a: 10, b: 11 }, { min: null, max: null, decimals: 0 })).toBeUndefined();
    expect(releaseHint({ ...rule, condition: "equal" }, point)).toBeUndefined();
  });
});

describe("an alarm's value in a file", () => {
  const column = AlarmHistoryScreen.definition.columns.find(({ id }) => id === "value");
  const row = (value: number | string | null, unit = "", valueLabel = "") => ({ value, unit, valueLabel, decimals: null }) as AlarmRow;

  it("is a number with its unit beside it, and text where a device sent text or a label stands for it", () => {
    const rows = [row(47.5), row("007"), row(-8.7, "°C"), row(1, "", "Open"), row(null)];
    const cells = rows.map((each) => column?.file?.map(({ cell }) => cell(each) ?? null));
    expect(cells).toEqual([
      [47.5, ""],
      ["007", ""],
      [-8.7, "°C"],
      ["Open", null],
      [null, null],
    ]);
  });
});

describe("a condition in words", () => {
  it("says limit, release and hold time", () => {
    const rule = { ...plain, condition: "above", a: 8, max: 6, holdSeconds: 30 } as const;
    expect(conditionWords(rule, english)).toBe("above 8 for 30 s, clears at ≤ 6");
    expect(conditionWords(rule, chinese)).toBe("高于 8，持续 30 秒，≤ 6 解除");
    const delayed = { ...rule, max: null, releaseSeconds: 60 };
    expect(conditionWords(delayed, english)).toBe("above 8 for 30 s, clears after 60 s back to normal");
    expect(conditionWords(delayed, chinese)).toBe("高于 8，持续 30 秒，正常 60 秒后解除");
  });

  it("puts the unit behind each limit, and none behind a bit or minutes", () => {
    const celsius = { ...plain, unit: "°C" };
    expect(conditionWords({ ...celsius, condition: "below", a: 8, min: 9 }, english)).toBe("below 8 °C, clears at ≥ 9 °C");
    expect(conditionWords({ ...celsius, condition: "outside", a: 2, b: 8, min: 3, max: 7 }, chinese)).toBe(
      "超出 2～8 °C 范围，3～7 °C 时解除",
    );
    expect(conditionWords({ ...plain, unit: "%", condition: "above", a: 90 }, english)).toBe("above 90%");
    expect(conditionWords({ ...celsius, condition: "bitSet", a: 2 }, chinese)).toBe("bit 2 为 1（0 为最低位）");
    expect(conditionWords({ ...celsius, condition: "noData", a: 5 }, english)).toBe("no data for 5 min");
  });

  it("says what the value of an enumerated point stands for, beside the value", () => {
    const enumeration = [{ value: 2, label: "故障跳闸", labelEn: "Tripped" }];
    const door = { ...plain, enumeration, unit: "V", a: 2 } as const;
    expect(conditionWords({ ...door, condition: "equal" }, english)).toBe("equal to Tripped (2)");
    expect(conditionWords({ ...door, condition: "notEqual" }, chinese)).toBe("不等于 故障跳闸 (2)");
    expect(conditionWords({ ...door, condition: "equal", a: 3 }, english)).toBe("equal to 3 V");
    expect(conditionWords({ ...door, condition: "above" }, english)).toBe("above 2 V");
  });

  it("says how far a value moves, and what it is compared with", () => {
    const change = { ...plain, unit: "°C", condition: "risesBy", a: 5, b: 10 } as const;
    expect(conditionWords(change, english)).toBe("rises by ≥ 5 °C within 10 min");
    expect(conditionWords({ ...change, condition: "changesBy" }, chinese)).toBe("10 分钟内变化 ≥ 5 °C");
    const other = { otherPointId: "q", otherPointName: "出口温度", otherPointNameEn: "Outlet" };
    const compared = { ...plain, ...other, unit: "°C", condition: "above", a: 5, max: -2 } as const;
    expect(conditionWords(compared, english)).toBe("above Outlet + 5 °C, clears at ≤ Outlet − 2 °C");
    expect(conditionWords({ ...compared, a: null, max: null }, chinese)).toBe("高于 出口温度");
  });

  it("joins several conditions to a sentence", () => {
    const pressure = { ...plain, condition: "below", pointName: "压力", pointNameEn: "Pressure", a: 2, min: 3, unit: "bar" } as const;
    const rule = {
      ...plain,
      unit: "°C",
      condition: "above",
      a: 80,
      max: 75,
      holdSeconds: 30,
      releaseSeconds: 60,
      further: [pressure],
    } as const;
    expect(conditionWords({ ...rule, join: "and" }, english)).toBe(
      "above 80 °C (clears at ≤ 75 °C) and Pressure below 2 bar (clears at ≥ 3 bar) for 30 s, clears after 60 s back to normal",
    );
    expect(conditionWords({ ...rule, join: "or" }, chinese)).toBe(
      "高于 80 °C（≤ 75 °C 解除），或压力 低于 2 bar（≥ 3 bar 解除），持续 30 秒，正常 60 秒后解除",
    );
    expect(conditionWords({ ...rule, condition: "changed", join: "or" }, english)).toBe("changed");
  });

  it("takes zero for a limit and a missing value for a dash", () => {
    expect(conditionWords({ ...plain, condition: "below", a: 0, min: 0 }, english)).toBe("below 0, clears at ≥ 0");
    expect(conditionWords({ ...plain, condition: "equal" }, english)).toBe("equal to –");
  });

  it("names the trigger value where only one release limit of a range is set", () => {
    expect(conditionWords({ ...plain, condition: "outside", a: 2, b: 8, min: 3 }, english)).toBe("outside 2 to 8, clears from 3 to 8");
  });

  it.each(conditions)("has words for %s in both languages", (condition) => {
    const rule = { ...plain, condition, a: 1, b: 2, min: 1, max: 2, holdSeconds: 5 };
    for (const intl of [english, chinese]) {
      expect(conditionWords(rule, intl)).not.toMatch(/alarmRule\./);
      expect(intl.messages[`alarmRule.option.condition.${condition}`]).toBeTruthy();
    }
  });

  it.each(conditions)("has a label and a help line for every value that %s asks for", (condition) => {
    const { a, min, max } = conditionFields[condition];
    const ids = [
      ...(a ? [`alarmRule.limit.${a}`] : []),
      ...(min ? [`alarmRule.release.min.${condition}`, `alarmRule.help.min.${condition}`] : []),
      ...(max ? [`alarmRule.release.max.${condition}`, `alarmRule.help.max.${condition}`] : []),
    ];
    for (const intl of [english, chinese]) expect(ids.filter((id) => !intl.messages[id])).toEqual([]);
  });
});

describe("the rule's form", () => {
  const rule = { ...blankRule(), name: "Hot", recipeId: "r", pointId: "p", a: 8 };
  const faults = (values: object) =>
    ruleFormSchema.safeParse({ ...rule, ...values }).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

  it("takes a rule whose release limit is on the safe side", () => {
    expect(faults({ max: 6 })).toEqual([]);
    expect(faults({ condition: "below", min: 9 })).toEqual([]);
  });

  it("tells a release limit on the wrong side under the field that is shown", () => {
    expect(faults({ max: 9 })).toEqual([["max", "rule.deadBand"]]);
    expect(faults({ condition: "below", min: 7 })).toEqual([["min", "rule.deadBand"]]);
  });

  it("asks for point, trigger values and device where they are needed", () => {
    expect(faults({ pointId: null, a: null })).toEqual([
      ["pointId", "rule.history.point"],
      ["a", "rule.trigger"],
    ]);
    expect(faults({ condition: "offline", pointId: null, a: null })).toEqual([]);
    expect(faults({ deviceId: "" })).toEqual([["deviceId", "rule.history.device"]]);
  });

  it("sends nothing that the condition does not ask for", () => {
    const nothing = { ...plainTelling, a: null, b: null, min: null, max: null, holdSeconds: 0 };
    const full = { ...plainTelling, pointId: "p", a: 1, b: 2, min: 3, max: 4, holdSeconds: 5 };
    expect(askedOnly({ ...full, condition: "above" })).toEqual({ ...full, condition: "above", b: null, min: null });
    expect(askedOnly({ ...full, condition: "changed" })).toEqual({ ...nothing, pointId: "p", condition: "changed" });
    expect(askedOnly({ ...full, condition: "offline" })).toEqual({ ...nothing, pointId: null, holdSeconds: 5, condition: "offline" });
    const often = { ...full, condition: "above", method: "repeat", repeatMinutes: 5, repeatStop: "released" } as const;
    expect(askedOnly(often)).toMatchObject({ method: "repeat", repeatMinutes: 5, repeatStop: "released" });
    expect(askedOnly({ ...often, method: "once" })).toMatchObject(plainTelling);
    const own = { ...often, deviceId: "d", deviceTypeId: "y", escalation: [{ minutes: 5, alarmGroupId: "g" }] };
    expect(ownAskedOnly(own)).toMatchObject({ deviceTypeId: null, escalation: own.escalation });
    expect(ownAskedOnly({ ...own, deviceId: null, condition: "changed" })).toMatchObject({ deviceTypeId: "y", escalation: [] });
  });
});

describe("an alarm record as it is shown", () => {
  it("covers whole days of the zone, those of 23 and 25 hours too", () => {
    expect(periodOf("Asia/Shanghai", "2026-01-14", "2026-01-14")).toEqual({
      from: "2026-01-13T16:00:00.000Z",
      to: "2026-01-14T16:00:00.000Z",
    });
    expect(periodOf("Europe/Berlin", "2026-03-29", "2026-03-29")).toEqual({
      from: "2026-03-28T23:00:00.000Z",
      to: "2026-03-29T22:00:00.000Z",
    });
    expect(periodOf("Europe/Berlin", "2026-10-25", "2026-10-25")).toEqual({
      from: "2026-10-24T22:00:00.000Z",
      to: "2026-10-25T23:00:00.000Z",
    });
    expect(periodOf("Asia/Shanghai", undefined, "today")).toEqual({});
  });

  it("shows zero as a value, no value as a dash, and no slave for the device itself", () => {
    expect([
      valueText({ value: 0, valueLabel: "", decimals: null, unit: "°C" }),
      valueText({ value: null, valueLabel: "", decimals: null, unit: "°C" }),
      valueText({ value: "18446744073709551615", valueLabel: "", decimals: null, unit: "" }),
      valueText({ value: 1, valueLabel: "open", decimals: 1, unit: "" }),
      valueText({ value: 9, valueLabel: "", decimals: 1, unit: "°C" }),
    ]).toEqual(["0 °C", "–", "18446744073709551615", "open", "9.0 °C"]);
    expect([slaveText({ slave: 0, slaveName: "" }), slaveText({ slave: 3, slaveName: "Fan" })]).toEqual(["", "Fan (3)"]);
  });

  it("links to the history from an hour before it to an hour after its end, not beyond now", () => {
    const alarm = { deviceId: "d", slave: 2, raisedAt: "2026-01-14T10:00:00.000Z", releasedAt: "2026-01-14T10:30:00.000Z" };
    const row = {
      ...toldOnce,
      ...alarm,
      id: "a",
      deviceName: "",
      deviceSn: "",
      companyName: "",
      slaveName: "",
      ruleId: null,
      ruleName: "",
      typeName: "",
      typeNameEn: "",
      pointId: "p",
      pointName: "",
      pointNameEn: "",
    };
    const whole = {
      ...row,
      level: 1,
      state: 0,
      triggerText: "",
      value: null,
      valueLabel: "",
      decimals: null,
      unit: "",
      processedAt: null,
      processor: "",
      remark: "",
      repeats: 0,
      silent: false,
      maskedBy: null,
      repeatedAt: null,
    } as const;
    const search = (now: string) => new URLSearchParams(historyAddress(whole, Date.parse(now)).split("?")[1]);
    expect(Object.fromEntries(search("2026-01-15T00:00:00.000Z"))).toEqual({
      device: "d",
      points: "2/p",
      from: "2026-01-14T09:00:00.000Z",
      to: "2026-01-14T11:30:00.000Z",
    });
    expect(search("2026-01-14T10:40:00.000Z").get("to")).toBe("2026-01-14T10:40:00.000Z");
  });
});
