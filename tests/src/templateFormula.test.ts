import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import en from "#locales/en/template.json";
import { receivedExample, sentExample, showsRounded } from "#src/screens/template/formulaExample.ts";
import { blankPoint } from "#src/screens/template/pointFormValues.ts";
import { bitsText, enumerationText, numberOrDash } from "#src/screens/template/pointSummary.ts";

const point = { receiveFormula: "", decimals: null, startBit: null, endBit: null };

describe("the example of a data point's formulas", () => {
  it("shows what a raw value becomes and what goes back", () => {
    expect(receivedExample(215, { ...point, receiveFormula: "x*0.1", decimals: 1 })).toEqual({ kind: "value", value: 21.5 });
    expect(sentExample(21.5, "x*10", true)).toEqual({ kind: "value", value: 215 });
  });

  it("takes the bits first and rounds last, half away from zero", () => {
    expect(receivedExample(0b1101_0000, { ...point, startBit: 4, endBit: 7 })).toEqual({ kind: "value", value: 13 });
    expect(receivedExample(1.005, { ...point, decimals: 2 })).toEqual({ kind: "value", value: 1.01 });
    expect(receivedExample(-2.5, { ...point, decimals: 0 })).toEqual({ kind: "value", value: -3 });
    expect(receivedExample(1234, { ...point, receiveFormula: "x/1000", decimals: 2 })).toEqual({ kind: "value", value: 1.23 });
  });

  it.each([
    ["x * 2", "blank", 2],
    ["x*2\n", "blank", 4],
    ["x*y", "character", 3],
    ["x*(2", "syntax", 5],
  ])("refuses %j and names what is wrong [S5.064] [S5.066] [S5.067]", (receiveFormula, reason, at) => {
    expect(receivedExample(1, { ...point, receiveFormula })).toEqual({ kind: "fault", reason, at });
    const refused = pointFields.safeParse({ ...blankPoint("r"), name: "n", address: "1", receiveFormula });
    expect(refused.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([["receiveFormula", "rule.formula"]]);
  });

  it("keeps the digits of a counter that is typed, and says when a formula rounds", () => {
    const counter = (receiveFormula: string, decimals: number | null = null) =>
      receivedExample("9007199254740993", { ...point, receiveFormula, decimals }, true);
    expect(counter("x*1")).toEqual({ kind: "value", value: "9007199254740993" });
    expect(counter("")).toEqual({ kind: "value", value: "9007199254740993" });
    expect(counter("x*10/10")).toEqual({ kind: "value", value: "9007199254740993" });
    expect(counter("x*0.001", 0)).toEqual({ kind: "value", value: 9007199254741 });
    expect(sentExample("9007199254740993", "x*2", true)).toEqual({ kind: "value", value: "18014398509481986" });
    expect([showsRounded("uint64", "x*0.1"), showsRounded("uint64", "x*10+1"), showsRounded("float64", "x*0.1")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(showsRounded("int64", "")).toBe(false);
  });

  it("does not show a number that is not finite", () => {
    expect(receivedExample(0, { ...point, receiveFormula: "1/x" })).toEqual({ kind: "notFinite" });
  });
});

describe("a data point in one line", () => {
  it("writes bits, enumeration and limits short", () => {
    const intl = createIntl({ locale: "en", messages: en });
    expect([
      bitsText({ startBit: 0, endBit: 3 }),
      bitsText({ startBit: 5, endBit: null }),
      bitsText({ startBit: null, endBit: null }),
    ]).toEqual(["0–3", "5", "–"]);
    const enumeration = [
      { value: 0, label: "停止", labelEn: "Off" },
      { value: 1, label: "运行", labelEn: "" },
    ];
    expect(enumerationText({ enumeration }, intl)).toBe("0 Off, 1 运行");
    expect([numberOrDash(0), numberOrDash(null)]).toEqual(["0", "–"]);
  });
});
