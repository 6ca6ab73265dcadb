import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { ageIn, aheadAfterMs } from "#src/kit/value/ageUnits.ts";
import {
  beyondText,
  freshness,
  numberText,
  type PointForm,
  type PointReading,
  pointLine,
  pointName,
  pointPicture,
  pointText,
  staleAfterMs,
} from "#src/kit/value/pointText.ts";
import {
  axisTime,
  doubledTimes,
  formatInstant,
  inputInstant,
  startOfDay,
  toInstant,
  toWall,
  typedInstant,
  zoneName,
} from "#src/kit/value/zonedTime.ts";

const form = (fields: Partial<PointForm> = {}): PointForm => ({
  unit: "°C",
  decimals: 1,
  enumeration: [],
  min: null,
  max: null,
  ...fields,
});

describe("a point's value", () => {
  it("takes zero and false for values and says apart when there is none", () => {
    expect(pointText(0, form(), "zh")).toMatchObject({ kind: "number", text: "0.0", unit: "°C" });
    expect(pointText(false, form({ unit: "", decimals: null }), "zh")).toMatchObject({ kind: "number", text: "0" });
    for (const none of [null, undefined, "", Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(pointText(none, form(), "zh")).toEqual({ kind: "none", text: "–", unit: "", beyond: undefined });
    }
  });

  it("has the template's decimals, no binary noise and no negative zero", () => {
    expect(numberText(21.456, 1)).toBe("21.5");
    expect(numberText(0.1 + 0.2, null)).toBe("0.3");
    expect(numberText(-0.04, 1)).toBe("0.0");
    expect(numberText(-0.05, 2)).toBe("-0.05");
    expect(numberText(-0, null)).toBe("0");
    expect(numberText(9007199254740991, null)).toBe("9007199254740991");
    expect(numberText(1234567890123.45, null)).toBe("1234567890123.45");
  });

  it("says of a counter's long value that it is approximate where its formula rounds, and of no other", () => {
    const counter = form({ decimals: null, approximate: true });
    const long = Number("900719925474099.3");
    expect(pointText(long, counter, "en")).toMatchObject({ kind: "number", text: `≈ ${long}`, approximate: true });
    expect(pointLine(2 ** 60, counter, "zh")).toBe("≈ 1152921504606847000 °C");
    expect(pointText(1234.56, counter, "en")).toEqual({ kind: "number", text: "1234.56", unit: "°C", beyond: undefined });
    expect(pointText("9007199254740993", counter, "en").text).toBe("9007199254740993");
    expect(pointText(long, form({ decimals: null }), "en")).not.toHaveProperty("approximate");
  });

  it("shows the label of an enumeration in the language, and the number where it has none", () => {
    const state = form({ unit: "rpm", decimals: 0, enumeration: [{ value: 1, label: "运行", labelEn: "Running" }] });
    expect(pointLine(1, state, "zh")).toBe("运行");
    expect(pointText(1, state, "zh")).toEqual({ kind: "label", text: "运行", unit: "", beyond: undefined });
    expect(pointLine(1, state, "en")).toBe("Running");
    expect(pointLine(true, state, "en")).toBe("Running");
    expect(pointLine(2, state, "en")).toBe("2 rpm");
  });

  it("keeps every digit of a 64-bit counter and every character of a text", () => {
    expect(pointLine("18446744073709551615", form({ unit: "kWh" }), "zh")).toBe("18446744073709551615 kWh");
    expect(pointText("v1.0 rc", form(), "zh")).toMatchObject({ kind: "text", text: "v1.0 rc" });
  });

  it("takes what a text point sends for text, whatever it looks like", () => {
    const enumeration = [{ value: 7, label: "停", labelEn: "Stopped" }];
    const code = form({ valueType: "text", enumeration, unit: "", max: 5 });
    expect(pointText("007", code, "en")).toEqual({ kind: "text", text: "007", unit: "", beyond: undefined });
    expect(pointText("7", code, "en")).toMatchObject({ kind: "label", text: "Stopped", beyond: undefined });
    expect(pointText("12", code, "en")).toMatchObject({ kind: "text", beyond: undefined });
    expect(pointText("12", form({ max: 5 }), "en")).toMatchObject({ kind: "number", beyond: { bound: "max", limit: 5 } });
  });

  it("says which limit it passes, and nothing on the limit itself", () => {
    const bounded = form({ min: -5, max: 5 });
    expect(pointText(5.1, bounded, "zh").beyond).toEqual({ bound: "max", limit: 5 });
    expect(pointText(-6, bounded, "zh").beyond).toEqual({ bound: "min", limit: -5 });
    expect(pointText(5, bounded, "zh").beyond).toBeUndefined();
    expect(pointText(-5, bounded, "zh").beyond).toBeUndefined();
  });

  it("is old after ten minutes, or at once when its device is offline", () => {
    const now = 1_800_000_000_000;
    expect(freshness(now - staleAfterMs, now, true).stale).toBe(false);
    expect(freshness(now - staleAfterMs - 1, now, true)).toEqual({ stale: true, age: staleAfterMs + 1 });
    expect(freshness(now - 1000, now, false).stale).toBe(true);
    expect(freshness(null, now, false)).toEqual({ stale: false, age: undefined });
    expect(freshness(now + aheadAfterMs, now, true)).toEqual({ stale: false, age: -aheadAfterMs });
    expect(freshness(now + aheadAfterMs + 1, now, true)).toEqual({ stale: true, age: -aheadAfterMs - 1 });
    expect(freshness(now + 5000, now, true)).toEqual({ stale: false, age: -5000 });
    expect(ageIn(-5000)).toEqual({ count: 0, unit: "second" });
  });

  it("tells its age in the largest whole unit", () => {
    expect(ageIn(59_999)).toEqual({ count: 59, unit: "second" });
    expect(ageIn(60_000)).toEqual({ count: 1, unit: "minute" });
    expect(ageIn(3_600_000)).toEqual({ count: 1, unit: "hour" });
    expect(ageIn(3_599_999)).toEqual({ count: 59, unit: "minute" });
    expect(ageIn(86_399_999)).toEqual({ count: 23, unit: "hour" });
    expect(ageIn(86_400_000)).toEqual({ count: 1, unit: "day" });
    expect(ageIn(172_800_000)).toEqual({ count: 2, unit: "day" });
  });

  it("has the picture of its value, whichever way that is written, and none where there is no value", () => {
    const pictures = [
      { value: "1", picture: "/on.png" },
      { value: "warm", picture: "/warm.png" },
    ];
    const shown = (value: PointReading, point: PointForm = form({ pictures })) => pointPicture(value, point);
    expect([1, "1", "warm", 2, "cold"].map((value) => shown(value))).toEqual(["/on.png", "/on.png", "/warm.png", undefined, undefined]);
    expect(
      [null, undefined].map((value) =>
        shown(
          value,
          form({
            pictures: [
              { value: "null", picture: "/x" },
              { value: "undefined", picture: "/y" },
            ],
          }),
        ),
      ),
    ).toEqual([undefined, undefined]);
    expect(shown(1, form())).toBeUndefined();
  });

  it("says in words which limit it passes, with the unit, and of several that one does", () => {
    const said = createIntl({
      locale: "en",
      messages: {
        "value.below": "below {limit}",
        "value.above": "above {limit}",
        "value.some.below": "some below {limit}",
        "value.some.above": "some above {limit}",
      },
    });
    const limited = form({ min: -5, max: 5 });
    expect([beyondText("min", limited, said), beyondText("max", limited, said)]).toEqual(["below -5 °C", "above 5 °C"]);
    expect([beyondText("min", limited, said, true), beyondText("max", limited, said, true)]).toEqual([
      "some below -5 °C",
      "some above 5 °C",
    ]);
    expect(beyondText("max", form({ unit: "", max: null }), said)).toBe("above ");
  });

  it("has its point's name in the language, and the other where there is none", () => {
    const named = { name: "温度", nameEn: "Temperature" };
    expect([pointName(named, "zh"), pointName(named, "en"), pointName({ ...named, nameEn: "" }, "en")]).toEqual([
      "温度",
      "Temperature",
      "温度",
    ]);
  });
});

describe("time in the organisation's zone", () => {
  const noon = Date.parse("2026-03-08T17:00:00Z");

  it("is written and read back alike", () => {
    expect(formatInstant("Asia/Shanghai", "2026-11-27T16:00:00Z")).toBe("2026-11-28 00:00:00");
    expect(formatInstant("Asia/Kathmandu", Date.parse("2026-11-27T16:00:00Z"))).toBe("2026-11-27 21:45:00");
    expect(formatInstant("Asia/Shanghai", null)).toBe("–");
  });

  it("says which one an instant is whose local time comes twice, as files do", () => {
    const at = (zone: string, ...times: string[]) => times.map((time) => formatInstant(zone, time));
    expect(
      at(
        "Europe/Berlin",
        "2026-10-24T23:59:59Z",
        "2026-10-25T00:00:00Z",
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:30:00Z",
        "2026-10-25T02:00:00Z",
      ),
    ).toEqual([
      "2026-10-25 01:59:59",
      "2026-10-25 02:00:00+02:00",
      "2026-10-25 02:30:00+02:00",
      "2026-10-25 02:30:00+01:00",
      "2026-10-25 03:00:00",
    ]);
    expect(at("Australia/Lord_Howe", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z")).toEqual([
      "2026-04-05 01:45:00+11:00",
      "2026-04-05 01:45:00+10:30",
    ]);
    expect(at("Europe/Berlin", "2026-03-29T01:30:00Z")).toEqual(["2026-03-29 03:30:00"]);
    expect(doubledTimes("Europe/Berlin", Date.parse("2026-01-01"), Date.parse("2027-01-01"))).toEqual([
      { from: Date.parse("2026-10-25T02:00:00Z"), to: Date.parse("2026-10-25T03:00:00Z") },
    ]);
    expect(axisTime("Asia/Shanghai", 1)).toBe("1970-01-01 08:00:00.001");
    expect(inputInstant("America/New_York", "2026-03-08T13:00")).toBe(noon);
    expect(inputInstant("America/New_York", "")).toBeUndefined();
    expect(zoneName("America/St_Johns", Date.parse("2026-01-01T00:00:00Z"))).toBe("America/St_Johns (UTC-03:30)");
  });

  it("is read as a person types it, and not read where it is none", () => {
    const at = Date.parse("2026-11-27T00:30:05Z");
    for (const text of ["2026-11-27 08:30:05", " 2026/11/27  8:30:5 ", "2026-11-27T08:30:05", "２０２６-11-27 08：30：05"])
      expect(typedInstant("Asia/Shanghai", text)).toBe(at);
    expect(typedInstant("Asia/Shanghai", "2026-11-27 08:30")).toBe(at - 5000);
    expect(typedInstant("Asia/Shanghai", "2026-11-27")).toBe(Date.parse("2026-11-26T16:00:00Z"));
    for (const text of ["", "soon", "2026-02-30 08:00:00", "2026-11-27 24:00:00", "2026-11-27 08:60", "11/27/2026, 08:00 AM", "2026-13-01"])
      expect(typedInstant("Asia/Shanghai", text)).toBeUndefined();
  });

  it("has days of 23 and of 25 hours", () => {
    const hours = (zone: string, day: string) => {
      const from = startOfDay(zone, Date.parse(`${day}T17:00:00Z`));
      return (startOfDay(zone, from + 30 * 3_600_000) - from) / 3_600_000;
    };
    expect(hours("America/New_York", "2026-03-08")).toBe(23);
    expect(hours("America/New_York", "2026-11-01")).toBe(25);
    expect(hours("Asia/Shanghai", "2026-03-08")).toBe(24);
  });

  it("takes the first of two instants and counts on over a skipped one", () => {
    const twice = Date.parse("2026-11-01T01:30:00Z");
    expect(new Date(toInstant("America/New_York", twice)).toISOString()).toBe("2026-11-01T05:30:00.000Z");
    const skipped = Date.parse("2026-03-08T02:30:00Z");
    expect(new Date(toInstant("America/New_York", skipped)).toISOString()).toBe("2026-03-08T07:30:00.000Z");
    expect(toWall("America/New_York", noon)).toBe(Date.parse("2026-03-08T13:00:00Z"));
  });
});
