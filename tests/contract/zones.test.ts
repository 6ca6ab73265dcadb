import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localTime } from "#contract/kit/localTime.ts";
import { localText, offsetAt, offsetText, stretchesOf } from "#contract/kit/zones.ts";
import { holds } from "#tests/property.ts";

const hour = 3_600_000;
const at = (text: string): number => Date.parse(text);

describe("the offset of a zone", () => {
  it.each([
    ["Asia/Shanghai", "2026-01-15T00:00:00Z", 8],
    ["Asia/Kathmandu", "2026-06-01T18:15:00Z", 5.75],
    ["America/St_Johns", "2026-01-01T00:00:00Z", -3.5],
    ["UTC", "2026-01-01T00:00:00Z", 0],
    // Half an hour, at 2 in the morning.
    ["Australia/Lord_Howe", "2026-04-04T14:59:59.999Z", 11],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", 10.5],
    ["Europe/Berlin", "2026-03-29T00:59:59.999Z", 1],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", 2],
    // A whole day was left out.
    ["Pacific/Apia", "2011-12-30T09:59:59.999Z", -10],
    ["Pacific/Apia", "2011-12-30T10:00:00Z", 14],
    // A month of winter time in summer.
    ["Africa/Casablanca", "2026-02-15T01:59:59.999Z", 1],
    ["Africa/Casablanca", "2026-02-15T02:00:00Z", 0],
    ["Africa/Casablanca", "2026-03-22T02:00:00Z", 1],
  ])("%s is at %s %s hours from UTC", (zone, instant, hours) => {
    expect(offsetAt(zone, at(instant)) / hour).toBe(hours);
  });

  it("is told to the second where clocks went by the sun, and turns at the very millisecond", () => {
    const [turn] = stretchesOf("Asia/Shanghai", at("1900-06-01"), at("1901-06-01")).slice(1);
    expect([offsetAt("Asia/Shanghai", (turn?.start ?? 0) - 1), turn?.start, turn?.offset]).toEqual([
      ((8 * 60 + 5) * 60 + 43) * 1000,
      at("1900-12-31T15:54:17Z"),
      8 * hour,
    ]);
  });

  it("of nobody's zone is no offset", () => {
    expect(() => offsetAt("Mars/Olympus", 0)).toThrow(RangeError);
  });

  const known = ["Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "America/St_Johns", "Asia/Kathmandu", "Europe/Dublin"];

  it("shows what the clocks of the zone show, at any instant and in whatever order it is asked", () => {
    const clocks = new Map(
      known.map((zone) => [zone, new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })]),
    );
    holds(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...known), fc.integer({ min: at("1890-01-01"), max: at("2060-01-01") }))), (asked) => {
        for (const [zone, ts] of asked) expect(localText(zone, ts)).toBe(clocks.get(zone)?.format(ts));
      }),
    );
  });

  it("is one within each stretch, and another in the next", () => {
    holds(
      fc.property(fc.constantFrom(...known), fc.integer({ min: at("1950-01-01"), max: at("2040-01-01") }), (zone, from) => {
        const to = from + 800 * 24 * hour;
        const stretches = stretchesOf(zone, from, to);
        expect(stretches.map(({ start }) => start).slice(1)).toEqual(stretches.map(({ end }) => end).slice(0, -1));
        stretches.forEach(({ start, end, offset }, place) => {
          // The day at the end is looked at whole: its turn may lie behind the end.
          const [first, last] = [Math.max(start, from), Math.max(start, Math.min(end - 1, to))];
          expect([offsetAt(zone, first), offsetAt(zone, last)]).toEqual([offset, offset]);
          expect(stretches[place + 1]?.offset).not.toBe(offset);
        });
      }),
    );
  });
});

it("an offset is written as hours and minutes", () => {
  expect([0, 5.75, -3.5, 14, -0.25].map((hours) => offsetText(hours * hour))).toEqual(["+00:00", "+05:45", "-03:30", "+14:00", "-00:15"]);
});

it("an instant is written as local time with its offset, and with milliseconds where there are any", () => {
  const write = (zone: string, ...instants: string[]): string[] => instants.map((instant) => localTime(zone)(at(instant)));
  expect(write("Australia/Lord_Howe", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00.120Z")).toEqual([
    "2026-04-05T01:45:00+11:00",
    "2026-04-05T01:45:00.120+10:30",
  ]);
  expect(write("America/St_Johns", "2026-01-01T00:00:00Z")).toEqual(["2025-12-31T20:30:00-03:30"]);
  expect(write("UTC", "2026-01-01T00:00:00Z")).toEqual(["2026-01-01T00:00:00+00:00"]);
});
