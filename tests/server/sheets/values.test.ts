import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellPlace, placeText } from "#server/sheets/place.ts";
import { cellNotices, cellText } from "#server/sheets/values/cellText.ts";
import { dateText } from "#server/sheets/values/dateText.ts";
import { builtinFormat, numberFormat } from "#server/sheets/values/numberFormat.ts";
import { isRounded, numberText } from "#server/sheets/values/numberText.ts";
import { holds } from "#tests/property.ts";

const number = (value: number, code = "General") => cellText({ kind: "number", value, format: numberFormat(code) }, false);

describe("a number as text", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [7, "7"],
    [-1.5, "-1.5"],
    [0.1 + 0.2, "0.3"],
    [123_456_789_012_345, "123456789012345"],
    [1e15, "1000000000000000"],
    [Number("12345678901234567890"), "12345678901234600000"],
    [1e21, "1000000000000000000000"],
    [1.5e-7, "0.00000015"],
    [-2e-10, "-0.0000000002"],
    [1.234_567_890_123_45e22, "12345678901234500000000"],
  ])("is its digits: %f", (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it("has the 15 digits that a spreadsheet keeps, and neither an exponent nor a zero at its end", () => {
    holds(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = numberText(value);
        expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        expect(Number(text)).toBe(value === 0 ? 0 : Number(value.toPrecision(15)));
      }),
    );
  });

  it("is every digit of a whole number of up to 15, and told as rounded from 16 on", () => {
    holds(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (value) => {
        const lost = String(value).replace("-", "").length - 15;
        const text = numberText(Number(value));
        expect(isRounded(Number(value))).toBe(lost > 0);
        expect(text).toMatch(new RegExp(`0{${Math.max(lost, 0)}}$`));
        const away = BigInt(text) - value;
        expect(away < 0n ? -away : away).toBeLessThanOrEqual(lost > 0 ? 10n ** BigInt(lost) : 0n);
      }),
    );
  });

  it("is filled up with zeros where its format does so, and is else as it is whatever the format", () => {
    expect(number(12345, "00000000")).toBe("00012345");
    expect(number(123_456_789, "00000000")).toBe("123456789");
    expect(number(7, '"SN"0000')).toBe("SN0007");
    expect(number(-7, "0000")).toBe("-7");
    expect(number(1.5, "0000")).toBe("1.5");
    for (const code of ["0", "0.00", "0%", "#,##0.00", '"¥"#,##0', "0.00E+00", "@", "[Red]0;[Blue]-0", '0"d"', "General"])
      expect(number(1234.5, code), code).toBe("1234.5");
  });
});

describe("a date as text", () => {
  const text = (serial: number, from1904 = false, elapsed = false) => dateText(serial, { from1904, elapsed });

  it.each<[serial: number, from1900: string | undefined, from1904: string | undefined]>([
    [0, "00:00:00", "1904-01-01"],
    [0.5, "12:00:00", "12:00:00"],
    [0.999999, "23:59:59", "23:59:59"],
    [1, "1900-01-01", "1904-01-02"],
    [59, "1900-02-28", "1904-02-29"],
    [60, "1900-02-29", "1904-03-01"],
    [61, "1900-03-01", "1904-03-02"],
    [46143, "2026-05-01", "2030-05-02"],
    [46143.339699, "2026-05-01 08:09:10", "2030-05-02 08:09:10"],
    [46143.999_999_9, "2026-05-02", "2030-05-03"],
    [2_958_465, "9999-12-31", undefined],
    [2_958_466, undefined, undefined],
    [-1, undefined, undefined],
  ])("counts days from 1900 or 1904: %f", (serial, from1900, from1904) => {
    expect([text(serial), text(serial, true)]).toEqual([from1900, from1904]);
  });

  it("goes on past 24 hours where it is a duration", () => {
    expect(text(1.5, false, true)).toBe("36:00:00");
    expect(text(1.5, true, true)).toBe("36:00:00");
  });

  it("gives every day since March 1900 its own date", () => {
    holds(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), fc.integer({ min: 1, max: 86_399 }), (day, second) => {
        const at = new Date(Date.UTC(1970, 0, 1) + (day - 25_569) * 86_400_000 + second * 1000).toISOString();
        expect(text(day)).toBe(at.slice(0, 10));
        expect(text(day + second / 86_400)).toBe(`${at.slice(0, 10)} ${at.slice(11, 19)}`);
      }),
    );
  });

  it("is known by its format", () => {
    for (const code of ["yyyy-mm-dd", "m/d/yy h:mm", '[$-804]yyyy"年"m"月"d"日";@', "h:mm AM/PM", "[DBNum1]m月d日", "mmm-yy"])
      expect(numberFormat(code), code).toMatchObject({ date: true, elapsed: false });
    for (const code of ["[h]:mm:ss", "[mm]:ss", "[ss]"]) expect(numberFormat(code), code).toMatchObject({ date: true, elapsed: true });
    for (const id of [14, 22, 27, 31, 36, 45, 47, 50, 58])
      expect(builtinFormat(id), String(id)).toMatchObject({ date: true, elapsed: false });
    for (const id of [0, 1, 13, 23, 37, 44, 48, 49, 59]) expect(builtinFormat(id).date, String(id)).toBe(false);
    expect(builtinFormat(46)).toMatchObject({ date: true, elapsed: true });
    expect(number(-1, "yyyy-mm-dd")).toBe("-1");
  });
});

describe("what is told of a value", () => {
  it("names formulas, errors and numbers that lost digits", () => {
    const long = { kind: "number", value: 1e15, format: numberFormat("General") } as const;
    expect(cellNotices(long, true)).toEqual(["formula", "roundedNumber"]);
    expect(cellNotices({ ...long, value: 1e15 - 1 }, false)).toEqual([]);
    expect(cellNotices({ kind: "error", text: "#N/A" }, false)).toEqual(["errorValue"]);
    expect(cellNotices({ kind: "none" }, true)).toEqual(["formulaWithoutValue"]);
    expect(cellText({ kind: "boolean", value: false }, false)).toBe("FALSE");
  });
});

describe("the place of a cell", () => {
  it("is written as a spreadsheet writes it", () => {
    expect([1, 26, 27, 52, 53, 702, 703, 16_384].map((column) => placeText({ row: 12, column }))).toEqual([
      "A12",
      "Z12",
      "AA12",
      "AZ12",
      "BA12",
      "ZZ12",
      "AAA12",
      "XFD12",
    ]);
    holds(
      fc.property(fc.integer({ min: 1, max: 1_048_576 }), fc.integer({ min: 1, max: 16_384 }), (row, column) => {
        expect(cellPlace(placeText({ row, column }))).toEqual({ row, column });
      }),
    );
    expect(cellPlace("$c$12")).toEqual({ row: 12, column: 3 });
    for (const text of ["", "A", "12", "A0", "A01", "XFE1", "A1048577", "A1:B2", "A-1"]) expect(cellPlace(text), text).toBeUndefined();
  });
});
