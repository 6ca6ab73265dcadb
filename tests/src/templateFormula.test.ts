import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import en from "#locales/en/template.json";
import { type Example, receivedExample, sentExample, showsRounded, type TriedPoint } from "#src/screens/template/formulaExample.ts";
import { blankPoint } from "#src/screens/template/pointFormValues.ts";
import { bitsText, enumerationText, numberOrDash } from "#src/screens/template/pointSummary.ts";

const point: TriedPoint = {
  ...{ valueType: "float64", receiveFormula: "", sendFormula: "", unit: "", enumeration: [] },
  ...{ decimals: null, integerDigits: null, min: null, max: null, startBit: null, endBit: null },
};
const counter = { ...point, valueType: "int64" } as const;
const why = (example: Example) => (example.kind === "refused" ? example.fault.values.why?.en : example);

describe("the example of a data point's formulas", () => {
  it("shows what a raw value becomes and what goes back", () => {
    const temperature = { ...point, valueType: "int16", receiveFormula: "x*0.1", sendFormula: "x*10", decimals: 1 } as const;
    expect(receivedExample("215", temperature)).toEqual({ kind: "value", value: 21.5 });
    expect(sentExample(21.5, temperature)).toEqual({ kind: "value", value: 215 });
  });

  it("takes the bits first and rounds last, half away from zero", () => {
    expect(receivedExample(String(0b1101_0000), { ...point, valueType: "uint16", startBit: 4, endBit: 7 })).toEqual({
      kind: "value",
      value: 13,
    });
    expect(receivedExample("1.005", { ...point, decimals: 2 })).toEqual({ kind: "value", value: 1.01 });
    expect(receivedExample("-2.5", { ...point, decimals: 0 })).toEqual({ kind: "value", value: -3 });
    expect(receivedExample("1234", { ...point, receiveFormula: "x/1000", decimals: 2 })).toEqual({ kind: "value", value: 1.23 });
  });

  it.each([
    ["x * 2", "blank", 2],
    ["x*2\n", "blank", 4],
    ["x*y", "character", 3],
    ["x*(2", "syntax", 5],
  ])("refuses %j and names what is wrong [S5.064] [S5.066] [S5.067]", (receiveFormula, reason, at) => {
    expect(receivedExample("1", { ...point, receiveFormula })).toEqual({ kind: "formula", reason, at });
    expect(sentExample(1, { ...point, sendFormula: receiveFormula })).toEqual({ kind: "formula", reason, at });
    const refused = pointFields.safeParse({ ...blankPoint("r"), name: "n", address: "1", receiveFormula });
    expect(refused.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([["receiveFormula", "rule.formula"]]);
  });

  it.each(["9007199254740993", "9007199254740993e0", "900719925474099.3e1", "+9007199254740993", "0x20000000000001"])(
    "keeps the digits of a counter that is typed as %s, as of one that a device sends",
    (raw) => {
      for (const receiveFormula of ["x*1", "", "x*10/10"])
        expect(receivedExample(raw, { ...counter, receiveFormula })).toEqual({ kind: "value", value: "9007199254740993" });
      expect(receivedExample(raw, { ...counter, receiveFormula: "x*0.001", decimals: 0 })).toEqual({ kind: "value", value: 9007199254741 });
    },
  );

  it("says when a formula rounds", () => {
    expect(sentExample("9007199254740993", { ...counter, sendFormula: "x*2" })).toEqual({ kind: "value", value: "18014398509481986" });
    expect([showsRounded("uint64", "x*0.1"), showsRounded("uint64", "x*10+1"), showsRounded("float64", "x*0.1")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(showsRounded("int64", "")).toBe(false);
  });

  it("refuses what a command would refuse: a fraction for a whole type, what passes a limit, what its type does not hold", () => {
    const half = { ...counter, receiveFormula: "x*1.5" };
    expect(receivedExample("215", half)).toEqual({ kind: "value", value: 322.5 });
    expect(why(sentExample(322.5, half))).toBe("must be a whole number");
    expect(sentExample(322.5, { ...half, sendFormula: "x/1.5" })).toEqual({ kind: "value", value: 215 });
    expect(why(sentExample(31, { ...point, max: 30, unit: "°C" }))).toBe("must be at most 30 °C");
    expect(why(sentExample(40_000, { ...point, valueType: "int16" }))).toBe("beyond the range of type int16");
    expect(why(sentExample(2, { ...point, enumeration: [{ value: 1, label: "开", labelEn: "On" }] }))).toBe("must be one of 1 On");
  });

  it("shows nothing for what a device could not send", () => {
    expect(receivedExample("0", { ...point, receiveFormula: "1/x" })).toEqual({ kind: "unreadable", reason: "notFinite" });
    expect(receivedExample("1.5", counter)).toEqual({ kind: "unreadable", reason: "fraction" });
    expect(receivedExample("70000", { ...point, valueType: "uint16" })).toEqual({ kind: "unreadable", reason: "overflow" });
    expect(receivedExample("abc", point)).toEqual({ kind: "unreadable", reason: "type" });
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
