import { describe, expect, it } from "vitest";
import { type AlarmDevice, compileRule, type RuleDefinition } from "#server/alarm/rule.ts";
import { RuleIndex } from "#server/alarm/ruleIndex.ts";
import { Watches } from "#server/alarm/watches.ts";
import { plainRule } from "./plainRule.ts";

const device = (id: string, more: Partial<AlarmDevice> = {}): AlarmDevice => ({
  ...{ id, name: id, sn: id, companyId: "north", companyPath: "root/north/", typeId: "pump", alarmNotice: true },
  ...more,
});
const rule = (id: string, more: Partial<RuleDefinition> = {}) =>
  compileRule({
    ...plainRule,
    ...{ id, name: id, companyId: "root", recipeId: "recipe", pointId: "p", pointName: "p", pointNameEn: "", unit: "", enumeration: [] },
    ...{ deviceId: null, level: 1, alarmTypeId: null, alarmTypeName: "", alarmTypeNameEn: "", alarmGroupId: null, condition: "above" },
    ...{ a: 1, b: null, min: null, max: null, holdSeconds: 0, saveData: true },
    ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
    ...more,
  });
const open = () => new RuleIndex(new Watches(), () => undefined);
const found = (index: RuleIndex, of: AlarmDevice, point = "p") =>
  index.cellOf(of, 1, point)?.watches.map(({ rule: { definition } }) => `${definition.id} ${definition.a}`);

describe("the index of rules", () => {
  it("finds those of all devices, of a type and of the device itself, whatever was found before they came", () => {
    const index = open();
    const [one, other] = [device("one"), device("other", { typeId: "fan" })];
    expect(found(index, one)).toBeUndefined();
    index.put(rule("own", { deviceId: "one" }));
    expect([found(index, one), found(index, other)]).toEqual([["own 1"], []]);
    index.put(rule("all"));
    index.put(rule("fans", { deviceTypeId: "fan" }));
    index.put(rule("foreign", { companyId: "south" }));
    index.put(rule("second", { deviceId: "one" }));
    expect([found(index, one), found(index, other)]).toEqual([
      ["all 1", "own 1", "second 1"],
      ["all 1", "fans 1"],
    ]);
    expect(found(index, one, "q")).toBeUndefined();
  });

  it("takes an edit in the place of what was there, also where it is of another device or point", () => {
    const index = open();
    const [one, other] = [device("one"), device("other")];
    index.put(rule("r", { deviceId: "one" }));
    index.put(rule("s"));
    expect(found(index, one)).toEqual(["s 1", "r 1"]);
    index.put(rule("r", { deviceId: "other", a: 2 }));
    expect([found(index, one), found(index, other)]).toEqual([["s 1"], ["s 1", "r 2"]]);
    index.put(rule("s", { pointId: "q" }));
    expect([found(index, one), found(index, other), found(index, one, "q")]).toEqual([[], ["r 2"], ["s 1"]]);
    index.remove("r");
    expect([found(index, other), found(index, other, "q")]).toEqual([undefined, ["s 1"]]);
  });

  it("keeps what was found of other devices when a rule of one comes, changes or goes", () => {
    const index = open();
    const other = device("other");
    index.put(rule("all"));
    const before = index.cellOf(other, 1, "p");
    index.put(rule("own", { deviceId: "one" }));
    index.put(rule("own", { deviceId: "one", a: 2 }));
    index.remove("own");
    expect(index.cellOf(other, 1, "p")).toBe(before);
  });

  it("finds rules of absence and of silence by the device's templates", () => {
    const index = open();
    index.put(rule("gone", { condition: "offline", pointId: null, deviceId: "one" }));
    index.put(rule("away", { condition: "offline", pointId: null }));
    index.put(rule("silent", { condition: "noData", deviceId: "other" }));
    const offline = (id: string, recipes: string[]) =>
      index.offlineWatchesOf(device(id), recipes).map(({ rule: { definition }, slave }) => [definition.id, slave]);
    expect(offline("one", ["recipe", "recipe"])).toEqual([
      ["away", 0],
      ["gone", 0],
    ]);
    expect([offline("other", ["recipe"]), offline("one", ["else"])]).toEqual([[["away", 0]], []]);
    const slaves = new Map([["recipe", new Set([1, 2])]]);
    expect(index.silenceWatchesOf(device("other"), slaves).map(({ slave }) => slave)).toEqual([1, 2]);
    expect(index.silenceWatchesOf(device("one"), slaves)).toEqual([]);
  });
});
