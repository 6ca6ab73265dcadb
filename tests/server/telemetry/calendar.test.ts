import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { offsetAt } from "#contract/kit/zones.ts";
import { calendar } from "#server/telemetry/calendar.ts";
import type { Step } from "#server/telemetry/telemetry.ts";
import { holds } from "#tests/property.ts";

const minute = 60_000;
const day = 1440 * minute;
const at = (text: string): number => Date.parse(text);

/** Zones with an instant around which the clocks change, or a day is left out. */
const places = [
  ["Asia/Shanghai", "2026-01-15T16:00:00Z"],
  ["Europe/Berlin", "2026-03-29T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["America/Havana", "2026-03-08T05:00:00Z"],
  ["America/Havana", "2026-11-01T05:00:00Z"],
  ["Asia/Kathmandu", "2026-06-01T18:15:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["UTC", "1970-01-01T00:00:00Z"],
] as const;
const steps: Record<Step, number> = {
  minute,
  ten_minutes: 10 * minute,
  thirty_minutes: 30 * minute,
  one_hour: 60 * minute,
  hour: 60 * minute,
  day,
};

/** An interval by what a clock on the wall shows within it; of a day the offset does not count. */
const label = (step: Step, zone: string, ts: number): string => {
  const offset = offsetAt(zone, ts);
  const place = Math.floor((ts + offset) / steps[step]);
  return step === "day" ? `${place}` : `${place} ${offset}`;
};

describe("an interval of the calendar", () => {
  it("starts where what the clock on the wall shows of it begins, for instants in any order", () => {
    const instants = fc.array(fc.integer({ min: -3 * day, max: 3 * day }), { minLength: 1, maxLength: 12 });
    holds(
      fc.property(
        fc.constantFrom(...places),
        fc.constantFrom(...(Object.keys(steps) as Step[])),
        instants,
        ([zone, around], step, parts) => {
          const asked = parts.map((part) => at(around) + part);
          const startOf = calendar(step, zone, Math.min(...asked), Math.max(...asked));
          for (const ts of asked) {
            const start = startOf(ts);
            expect(start).toBeLessThanOrEqual(ts);
            expect(label(step, zone, start)).toBe(label(step, zone, ts));
            expect(label(step, zone, start - 1)).not.toBe(label(step, zone, ts));
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ["minute", "Asia/Kathmandu", "2026-06-01T18:15:59.999Z", "2026-06-01T18:15:00.000Z"],
    ["ten_minutes", "Asia/Kathmandu", "2026-06-01T18:20:00Z", "2026-06-01T18:15:00.000Z"],
    ["thirty_minutes", "Asia/Kathmandu", "2026-06-01T18:20:00Z", "2026-06-01T18:15:00.000Z"],
    ["one_hour", "Asia/Kolkata", "2026-06-01T18:29:59.999Z", "2026-06-01T17:30:00.000Z"],
    ["hour", "UTC", "2026-06-01T18:00:00Z", "2026-06-01T18:00:00.000Z"],
    ["day", "Asia/Shanghai", "2026-06-01T15:59:59.999Z", "2026-05-31T16:00:00.000Z"],
    ["day", "Asia/Shanghai", "2026-06-01T16:00:00Z", "2026-06-01T16:00:00.000Z"],
    // A day that has no midnight, and one whose midnight comes twice.
    ["day", "America/Havana", "2026-03-08T12:00:00Z", "2026-03-08T05:00:00.000Z"],
    ["day", "America/Havana", "2026-11-01T05:30:00Z", "2026-11-01T04:00:00.000Z"],
    // The half hour that comes again is another one.
    ["one_hour", "Australia/Lord_Howe", "2026-04-04T15:10:00Z", "2026-04-04T15:00:00.000Z"],
    ["one_hour", "Australia/Lord_Howe", "2026-04-04T14:50:00Z", "2026-04-04T14:00:00.000Z"],
  ] as const)("of a %s in %s around %s starts at %s", (step, zone, ts, start) => {
    expect(new Date(calendar(step, zone, at(ts), at(ts))(at(ts))).toISOString()).toBe(start);
  });

  it("is told of many in turns, the first instant of one and the last of the one before", () => {
    const [from, to] = [at("2026-10-20T22:00:00Z"), at("2026-10-30T00:00:00Z")];
    const startOf = calendar("day", "Europe/Berlin", from, to);
    const midnights = Array.from({ length: 9 }, (_, place) => from + place * day + (place > 4 ? 60 * minute : 0));
    for (const [place, midnight] of midnights.entries()) {
      expect(startOf(midnight)).toBe(midnight);
      expect(startOf(midnight - 1)).toBe(midnights[place - 1] ?? from - day);
    }
  });
});

it("a zone that nobody knows has no calendar", () => {
  expect(() => calendar("day", "Mars/Base", 0, day)).toThrow(RangeError);
});
