import { describe, expect, it } from "vitest";
import {
  doubledMark,
  doubledTimes,
  formatInstant,
  inputInstant,
  monthsBefore,
  startOfDay,
  startOfMonth,
  startOfYear,
  toInstant,
  typedInstant,
  typedInstantAfter,
  wallText,
} from "#src/kit/value/zonedTime.ts";

const at = (text: string): number => Date.parse(text);
const iso = (ts: number): string => new Date(ts).toISOString();

it.each([
  ["Asia/Shanghai", "2026-03-31T16:00:00Z", "2026-03-31T16:00:00.000Z", "2026-03-31T16:00:00.000Z", "2025-12-31T16:00:00.000Z"],
  ["Asia/Shanghai", "2026-03-31T15:59:59Z", "2026-03-30T16:00:00.000Z", "2026-02-28T16:00:00.000Z", "2025-12-31T16:00:00.000Z"],
  ["Europe/Berlin", "2026-07-01T10:00:00Z", "2026-06-30T22:00:00.000Z", "2026-06-30T22:00:00.000Z", "2025-12-31T23:00:00.000Z"],
  ["America/New_York", "2026-01-01T04:59:59Z", "2025-12-31T05:00:00.000Z", "2025-12-01T05:00:00.000Z", "2025-01-01T05:00:00.000Z"],
])("day, month and year in %s of %s begin at %s, %s and %s", (zone, ts, day, month, year) => {
  expect([startOfDay, startOfMonth, startOfYear].map((start) => iso(start(zone, at(ts))))).toEqual([day, month, year]);
});

it.each([
  ["2026-05-15T04:30:05.007Z", 1, "2026-04-15T04:30:05.007Z"],
  ["2026-05-31T04:30:00Z", 1, "2026-04-30T04:30:00.000Z"],
  ["2026-03-31T04:30:00Z", 1, "2026-02-28T04:30:00.000Z"],
  ["2028-03-30T04:30:00Z", 1, "2028-02-29T04:30:00.000Z"],
  ["2026-02-28T04:30:00Z", 1, "2026-01-28T04:30:00.000Z"],
  ["2026-01-01T04:30:00Z", 3, "2025-10-01T04:30:00.000Z"],
  ["2026-12-31T04:30:00Z", 12, "2025-12-31T04:30:00.000Z"],
  // The first of a month in Shanghai, when it is the last of the one before in UTC.
  ["2026-03-31T16:30:00Z", 1, "2026-02-28T16:30:00.000Z"],
])("the same local time as %s is, %i months before, at %s", (ts, months, before) => {
  expect(iso(monthsBefore("Asia/Shanghai", at(ts), months))).toBe(before);
});

it("of months before the offset is that of then", () => {
  expect(iso(monthsBefore("Europe/Berlin", at("2026-05-15T10:00:00Z"), 3))).toBe("2026-02-15T11:00:00.000Z");
});

it.each([
  ["Europe/Berlin", "2026-10-25T00:30:00Z", "+02:00"],
  ["Europe/Berlin", "2026-10-25T01:30:00Z", "+01:00"],
  ["Europe/Berlin", "2026-10-24T23:59:59Z", ""],
  ["Europe/Berlin", "2026-10-25T02:00:00Z", ""],
  ["Europe/Berlin", "2026-03-29T00:30:00Z", ""],
  ["Europe/Berlin", "2026-03-29T01:30:00Z", ""],
  ["Asia/Shanghai", "2026-10-25T01:30:00Z", ""],
])("in %s the mark of %s is %j", (zone, ts, mark) => {
  expect(doubledMark(zone, at(ts))).toBe(mark);
});

it("local time comes twice where clocks go back, and only on the days that are asked for", () => {
  const turn = { from: at("2026-10-25T02:00:00Z"), to: at("2026-10-25T03:00:00Z") };
  const doubled = (from: string, to: string) => doubledTimes("Europe/Berlin", at(from), at(to));
  expect(doubled("2026-10-25T12:00:00Z", "2026-10-25T13:00:00Z")).toEqual([turn]);
  expect(doubled("2026-10-24T12:00:00Z", "2026-10-25T00:00:00Z")).toEqual([]);
  expect(doubled("2026-10-24T12:00:00Z", "2026-10-25T00:00:00.001Z")).toEqual([turn]);
  expect(doubled("2026-10-26T00:00:00Z", "2026-12-01T00:00:00Z")).toEqual([]);
  expect(doubled("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z")).toEqual([]);
  expect(doubled("2026-01-01T00:00:00Z", "2027-12-01T00:00:00Z")).toEqual([
    turn,
    { from: at("2027-10-31T02:00:00Z"), to: at("2027-10-31T03:00:00Z") },
  ]);
});

it.each([
  ["2026-10-25T02:30:00Z", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25T03:00:00Z", "2026-10-25T02:00:00.000Z"],
  ["2026-10-25T01:59:59Z", "2026-10-24T23:59:59.000Z"],
  ["2026-03-29T01:59:59Z", "2026-03-29T00:59:59.000Z"],
  ["2026-03-29T02:30:00Z", "2026-03-29T01:30:00.000Z"],
  ["2026-03-29T03:00:00Z", "2026-03-29T01:00:00.000Z"],
])("the instant of local time %s in Berlin is %s", (wall, instant) => {
  expect(iso(toInstant("Europe/Berlin", at(wall)))).toBe(instant);
});

it("no time is an en dash, whatever it is that is none", () => {
  for (const none of [null, undefined, "soon", "", Number.NaN, Number.POSITIVE_INFINITY]) expect(formatInstant("UTC", none)).toBe("–");
  expect([formatInstant("UTC", 0), formatInstant("UTC", "1970-01-01T00:00:01Z")]).toEqual(["1970-01-01 00:00:00", "1970-01-01 00:00:01"]);
});

it("local time is written to the millisecond for an axis", () => {
  expect(wallText(at("2026-10-25T02:00:00.070Z"))).toBe("2026-10-25 02:00:00.070");
});

it.each(["2026-03-08", "2026-03-08T", "x2026-03-08T13:00", "2026-3-08T13:00", "2026-13-08T13:00", "2026-03-8T13:00", "13:00"])(
  "%j is none that a datetime-local input holds",
  (text) => {
    expect(inputInstant("UTC", text)).toBeUndefined();
  },
);

it.each([
  ["2026.11.27 08:30", "2026-11-27T08:30:00.000Z"],
  ["2026-1-2   3:4:5", "2026-01-02T03:04:05.000Z"],
  ["2026-12-31 23:59:59", "2026-12-31T23:59:59.000Z"],
])("%j is read as %s", (text, instant) => {
  expect(iso(typedInstant("UTC", text) ?? Number.NaN)).toBe(instant);
});

it.each([
  "x2026-11-27",
  "2026-11-27 8",
  "2026-11-27 08:30:05x",
  "2026-11-2708:30",
  "26-11-27",
  "2026-111-27",
  "2026-11-271",
  "2026-11-27 008:30",
  "2026-11-27 08:300",
])("%j is no local time", (text) => {
  expect(typedInstant("UTC", text)).toBeUndefined();
});

describe("a time of day that is typed alone", () => {
  const zone = "Europe/Berlin";
  const after = Date.parse("2026-03-28T08:15:00Z");
  it.each([
    ["09:16", "2026-03-28T08:16:00.000Z"],
    ["9:15", "2026-03-29T07:15:00.000Z"],
    ["０２：３０", "2026-03-29T01:30:00.000Z"],
    ["2026-03-01 09:15", "2026-03-01T08:15:00.000Z"],
  ])("%s is the next one", (text, expected) => {
    expect(new Date(typedInstantAfter(zone, text, after) ?? Number.NaN).toISOString()).toBe(expected);
  });
  it.each(["24:00", "12:60", "9", "soon"])("%s is none", (text) => expect(typedInstantAfter(zone, text, after)).toBeUndefined());
});
