import { describe, expect, it } from "vitest";
import { commandKind, commandValue } from "#src/screens/devices/commandValue.ts";
import { blankDevice, deviceFormSchema } from "#src/screens/devices/deviceFormSchema.ts";
import { eventText } from "#src/screens/devices/eventText.ts";

const filled = (slaves: readonly object[]) => ({
  ...blankDevice("here"),
  ...{ name: "Gateway", sn: "GH100200300", typeId: "t", industry: "other" },
  slaves,
});
const slave = (no: number, name: string) => ({ no, name, recipeId: "r" });
const faults = (slaves: readonly object[]) =>
  (deviceFormSchema.safeParse(filled(slaves)).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);

describe("the form of a device", () => {
  it("takes slaves that differ and refuses to be without one", () => {
    expect(faults([slave(1, "a"), slave(2, "b")])).toEqual([]);
    expect(faults([])).toEqual([["slaves", "rule.slave.atLeastOne"]]);
  });

  it("tells under the later row which number and which name stands twice", () => {
    expect(faults([slave(1, "a"), slave(1, "b")])).toEqual([["slaves.1.no", "code.slaveNumberRepeated"]]);
    expect(faults([slave(1, "a"), slave(2, " a ")])).toEqual([["slaves.1.name", "code.slaveNameRepeated"]]);
  });

  it("takes the name and the SN of the contract", () => {
    const { error } = deviceFormSchema.safeParse({ ...filled([slave(1, "a")]), name: "网".repeat(41), sn: "a b" });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["name", "rule.tooLong"],
      ["sn", "rule.sn"],
    ]);
  });
});

describe("the value of a command", () => {
  const target = { valueType: "float32", enumeration: [], decimals: null, min: -25, max: 5, unit: "°C" };

  it("has the control that fits its point", () => {
    expect(commandKind(target)).toBe("number");
    expect(commandKind({ ...target, valueType: "bool" })).toBe("switch");
    expect(commandKind({ ...target, valueType: "text" })).toBe("text");
    expect(commandKind({ ...target, enumeration: [{ value: 1, label: "开", labelEn: "" }] })).toBe("choice");
  });

  it("stays within the limits, the limits included", () => {
    expect(commandValue(target, " -25 ")).toEqual({ ok: true, value: -25 });
    expect(commandValue(target, "5.1")).toEqual({ ok: false, fault: "command.most", values: { limit: "5 °C" } });
    expect(commandValue(target, "-25.5")).toEqual({ ok: false, fault: "command.least", values: { limit: "-25 °C" } });
    expect(commandValue(target, "warm")).toEqual({ ok: false, fault: "rule.number" });
    expect(commandValue(target, "")).toEqual({ ok: false, fault: "rule.required" });
  });

  it("is whole where the point is, keeps every digit, and may be false", () => {
    const counter = { valueType: "uint64", enumeration: [], decimals: 0, min: null, max: null, unit: "" };
    expect(commandValue(counter, "1.5")).toEqual({ ok: false, fault: "command.whole" });
    expect(commandValue(counter, "18446744073709551615")).toEqual({ ok: true, value: "18446744073709551615" });
    expect(commandValue({ ...counter, valueType: "int16", decimals: 1 }, "4.5")).toEqual({ ok: true, value: 4.5 });
    expect(commandValue({ ...counter, valueType: "bool" }, "0")).toEqual({ ok: true, value: false });
  });
});

describe("an event in one line", () => {
  it("names its parts and what was written", () => {
    expect(eventText('{"slave":1,"values":[{"id":"x","name":"Set","value":-20}],"code":0}')).toBe("slave: 1 · values: Set = -20 · code: 0");
    expect(eventText("plain words")).toBe("plain words");
  });
});
