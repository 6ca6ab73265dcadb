import { describe, expect, it } from "vitest";
import { compilePoint, type PointDefinition } from "#contract/point/decode.ts";
import { overlapping, type WritablePoint, type WrittenValue, writtenValue } from "#contract/point/writtenValue.ts";

const pointOf = (change: Partial<PointDefinition> = {}, unit = ""): WritablePoint => ({
  ...{ name: "流量", nameEn: "flow", unit },
  compiled: compilePoint({
    ...{ id: "p", address: "1", name: "流量", nameEn: "flow", valueType: "float64", startBit: null, endBit: null },
    ...{ integerDigits: null, decimals: null, min: null, max: null, receiveFormula: "", sendFormula: "", enumeration: [] },
    ...{ storeMode: 1, writable: true },
    ...change,
  }),
});
const why = (change: Partial<PointDefinition>, value: WrittenValue, unit = "") => {
  const written = writtenValue(pointOf(change, unit), value);
  return written.ok ? { raw: written.raw } : written.fault.values.why?.en;
};
const choices = [
  { value: 0, label: "停", labelEn: "Off" },
  { value: -1.5, label: "开", labelEn: "" },
];

describe("a value that is written", () => {
  it.each<[Partial<PointDefinition>, WrittenValue, unknown, string?]>([
    [{}, 21.5, { raw: 21.5 }],
    [{ sendFormula: "x*10", valueType: "int16" }, "2.5", { raw: 25 }],
    [{ min: -40 }, -40, { raw: -40 }],
    [{ min: -40 }, -40.5, "must be at least -40 °C", "°C"],
    [{ min: 0 }, "-0.0000000000000000001", "must be at least 0%", "%"],
    [{ max: 90.5 }, "90.50", { raw: 90.5 }],
    [{ max: 90.5 }, "90.50000000000000000001", "must be at most 90.5°", "°"],
    [{ max: 10 }, 11, "must be at most 10"],
    [{ max: 10 }, 11, "must be at most 10 %RH", "%RH"],
    [{ max: 5, valueType: "uint16" }, "0x6", "must be at most 5"],
    [{ max: 6, valueType: "uint16" }, " 0x6 ", { raw: 6 }],
    [{ max: 6, valueType: "uint16" }, " 0x10 ", "must be at most 6"],
    [{ max: 6, valueType: "uint16" }, "-0x7", "not a value of type uint16"],
    [{ max: 6, valueType: "uint16" }, "0x7h", "not a value of type uint16"],
    [{ max: 0, valueType: "bool" }, true, "must be at most 0"],
    [{ min: 1, valueType: "bool" }, false, "must be at least 1"],
    [{ decimals: 2 }, 1.25, { raw: 1.25 }],
    [{ decimals: 2 }, 1.005, "must have at most 2 decimals"],
    [{ decimals: 1 }, 1.05, "must have at most 1 decimal"],
    [{ decimals: 0 }, "1.5", "must be a whole number"],
    [{ decimals: 0 }, "1.0", { raw: 1 }],
    [{ integerDigits: 3 }, 999.9, { raw: 999.9 }],
    [{ integerDigits: 3 }, 1000, "must have at most 3 digits before the decimal point"],
    [{ integerDigits: 3 }, -999.9, { raw: -999.9 }],
    [{ integerDigits: 3 }, -1000, "must have at most 3 digits before the decimal point"],
    [{ integerDigits: 1, decimals: 1 }, "9.9", { raw: 9.9 }],
    [{ enumeration: choices }, 0, { raw: 0 }],
    [{ enumeration: choices }, "-1.50", { raw: -1.5 }],
    [{ enumeration: choices, max: -7 }, false, { raw: 0 }],
    [{ enumeration: choices }, 1, "must be one of 0 Off, -1.5 开"],
    [{ enumeration: choices }, -1.4, "must be one of 0 Off, -1.5 开"],
    [{ enumeration: choices }, "off", "must be one of 0 Off, -1.5 开"],
    [{ valueType: "text", max: 5 }, "12", { raw: "12" }],
    [{ valueType: "text", decimals: 0 }, 1.5, { raw: "1.5" }],
    [{ valueType: "uint64" }, 2 ** 53, "submit whole numbers beyond 9007199254740991 as text"],
    [{ valueType: "int64" }, -(2 ** 53), "submit whole numbers beyond 9007199254740991 as text"],
    [{ valueType: "uint64" }, String(2 ** 53), { raw: "9007199254740992" }],
    [{ valueType: "uint64" }, 2 ** 53 - 1, { raw: 2 ** 53 - 1 }],
    [{ valueType: "float64" }, 2 ** 53, { raw: 2 ** 53 }],
    [{ max: 5 }, "warm", "not a value of type float64"],
    [{}, "", "Required"],
    [{ valueType: "int16" }, 1.5, "must be a whole number"],
    [{}, "NaN", "not a finite number"],
    [{ valueType: "int16" }, 40000, "beyond the range of type int16"],
    [{ valueType: "uint16", startBit: 0, endBit: 1 }, 4, "too large for its bits"],
    [{ startBit: 3, endBit: 1 }, 1, "its definition is not valid, check the data template"],
  ])("of a point with %o: %j is %j %s", (change, value, expected, unit = "") => {
    expect(why(change, value, unit)).toEqual(expected);
  });

  it("is refused in both languages, with the point's name and its choices in each", () => {
    expect(writtenValue(pointOf({ enumeration: choices }), 7)).toEqual({
      ok: false,
      fault: {
        code: "valueUnfit",
        values: {
          name: { zh: "流量", en: "flow" },
          why: { zh: "只能取 0 停、-1.5 开", en: "must be one of 0 Off, -1.5 开" },
        },
      },
    });
    expect(overlapping({ ...pointOf(), nameEn: "" })).toEqual({
      code: "valueUnfit",
      values: {
        name: { zh: "流量", en: "流量" },
        why: { zh: "与同一地址的另一数据点占用相同的位", en: "it takes the same bits as another data point of its address" },
      },
    });
  });

  it("is refused for a point that is only read, whatever it is", () => {
    const refused = { ok: false, fault: { code: "pointReadOnly", values: { name: { zh: "流量", en: "flow" } } } };
    expect(writtenValue(pointOf({ writable: false, max: 5 }), 1)).toEqual(refused);
    expect(writtenValue(pointOf({ writable: false, max: 5 }), 9)).toEqual(refused);
  });
});
