import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Bucket, Sample, Step, Value } from "#server/telemetry/telemetry.ts";
import { holds } from "#tests/property.ts";
import { expectExactRollups, openStore, put, rowsOf } from "./store.ts";

vi.setConfig({ testTimeout: 60_000 });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Zones with an instant around which readings lie, mostly a change of the clocks. */
const PLACES = [
  { zone: "Asia/Shanghai", around: Date.UTC(2026, 0, 15, 16) },
  { zone: "Europe/Berlin", around: Date.UTC(2026, 2, 29, 1) },
  { zone: "Europe/Berlin", around: Date.UTC(2026, 9, 25, 1) },
  { zone: "America/New_York", around: Date.UTC(2026, 10, 1, 6) },
  { zone: "America/Havana", around: Date.UTC(2026, 2, 8, 5) },
  { zone: "Asia/Kolkata", around: Date.UTC(2026, 5, 1, 18, 30) },
  { zone: "Asia/Kathmandu", around: Date.UTC(2026, 5, 1, 18, 15) },
  { zone: "Australia/Lord_Howe", around: Date.UTC(2026, 3, 4, 15) },
  { zone: "UTC", around: Date.UTC(1969, 11, 31, 23) },
];

const STEPS: Step[] = ["minute", "ten_minutes", "thirty_minutes", "one_hour", "hour", "day"];
const MINUTES: Record<Step, number> = { minute: 1, ten_minutes: 10, thirty_minutes: 30, one_hour: 60, hour: 60, day: 1440 };

/** Names the calendar interval of an instant by what a clock on the wall shows. */
function labels(step: Step, zone: string): (ts: number) => string {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const offset = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  return (ts) => {
    const [date = "", time = ""] = wall.format(ts).split(" ");
    if (step === "day") return date;
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    const part = Math.floor((hour * 60 + minute) / MINUTES[step]);
    return `${date} part ${part} at ${offset.format(ts).split(" ").at(-1)}`;
  };
}

// Numbers of these sizes are whole multiples of 2^-80, so whole numbers can hold their exact sum.
function exactMean(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, number) => total + BigInt(number * 2 ** 80), 0n);
  return Math.min(Math.max(...numbers), Math.max(Math.min(...numbers), Number(sum) / 2 ** 80 / numbers.length));
}

function expected(readings: readonly Sample[], label: (ts: number) => string): Omit<Bucket, "ts">[] {
  const groups = new Map<string, Sample[]>();
  for (const reading of readings) groups.set(label(reading.ts), [...(groups.get(label(reading.ts)) ?? []), reading]);
  return [...groups.values()].map((group) => {
    const numbers = group.map(({ value }) => value).filter((value) => typeof value === "number");
    const some = numbers.length > 0;
    return {
      count: group.length,
      mean: some ? exactMean(numbers) : null,
      min: some ? Math.min(...numbers) : null,
      max: some ? Math.max(...numbers) : null,
      first: group[0]?.value ?? "",
      last: group.at(-1)?.value ?? "",
    };
  });
}

const number = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1000 + 0),
  fc.double({ min: -(2 ** 40), max: 2 ** 40, noNaN: true }).map((value) => (Math.abs(value) < 2 ** -20 ? 0 : value)),
);
const reading = fc.record({
  minute: fc.integer({ min: -3 * 1440, max: 3 * 1440 }),
  second: fc.constantFrom(0, 0, 0, 30, 59.999),
  value: fc.oneof({ weight: 5, arbitrary: number }, { weight: 1, arbitrary: fc.string({ maxLength: 4 }) }) as fc.Arbitrary<Value>,
});
const stretch = fc.record({
  start: fc.integer({ min: -200, max: 200 }),
  count: fc.integer({ min: 1, max: 90 }),
  value: number,
});
const chunk = fc.record({ fold: fc.boolean(), scattered: fc.array(reading, { maxLength: 12 }), regular: fc.option(stretch) });

test("buckets, counts and single readings equal those of the raw rows in every zone, however far folding is", async () => {
  let now = 0;
  const { store, file } = await openStore({ foldRows: 150, clock: () => now });
  let run = 0;
  await holds(
    fc.asyncProperty(
      fc.constantFrom(...PLACES),
      fc.array(chunk, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: -4 * DAY, max: DAY }),
      fc.integer({ min: 0, max: 6 * DAY }),
      fc.boolean(),
      async ({ zone, around }, chunks, start, length, aligned) => {
        const series = store.series("d1", 1, `run ${run++}`);
        const model = new Map<number, Value>();
        for (const { fold, scattered, regular } of chunks) {
          if (fold) now += 600_000;
          const readings = scattered.map(({ minute, second, value }): [number, Value] => [around + minute * MINUTE + second * 1000, value]);
          for (let at = 0; regular && at < regular.count; at++) readings.push([around + (regular.start + at) * MINUTE, regular.value + at]);
          for (const [ts, value] of readings) model.set(ts, value);
          await put(store, series, readings);
        }
        const from = aligned ? Math.floor((around + start) / HOUR) * HOUR : around + start;
        const to = aligned ? Math.ceil((from + length) / HOUR) * HOUR : from + length;
        const within = [...model]
          .map(([ts, value]) => ({ ts, value }))
          .filter(({ ts }) => ts >= from && ts < to)
          .sort((one, other) => one.ts - other.ts);
        expect(await store.raw({ series, from, to, limit: 10_000 })).toEqual(within);
        expect(await store.count({ series: [series], from, to })).toBe(within.length);
        for (const step of STEPS) {
          const label = labels(step, zone);
          const buckets = await store.buckets({ series, from, to, step, zone });
          expect(buckets.map(({ ts: _, ...rest }) => rest)).toEqual(expected(within, label));
          for (const { ts } of buckets) expect(label(ts - 1)).not.toBe(label(ts));
          expect(buckets.map(({ ts }) => label(ts))).toEqual([...new Set(within.map(({ ts }) => label(ts)))]);
        }
      },
    ),
    { numRuns: 80 },
  );
  expect(rowsOf(file, "obs")).toBeGreaterThan(0);
  expectExactRollups(file);
});

test("a day of 23 and one of 25 hours start at local midnight", async () => {
  let now = 0;
  const { store, file } = await openStore({ clock: () => now });
  const series = store.series("d1", 1, "p1");
  const days = [Date.UTC(2026, 2, 27, 23), Date.UTC(2026, 9, 23, 22)];
  const readings = days.flatMap((start) => Array.from({ length: 72 * 4 }, (_, at): [number, Value] => [start + at * 15 * MINUTE, 1]));
  now += 600_000;
  await put(store, series, readings);
  await vi.waitFor(() => expect(rowsOf(file, "obs")).toBe(readings.length), 10_000);
  const spring = await store.buckets({ series, from: days[0] ?? 0, to: Date.UTC(2026, 2, 30, 22), step: "day", zone: "Europe/Berlin" });
  expect(spring.map(({ ts, count }) => [new Date(ts).toISOString(), count / 4])).toEqual([
    ["2026-03-27T23:00:00.000Z", 24],
    ["2026-03-28T23:00:00.000Z", 23],
    ["2026-03-29T22:00:00.000Z", 24],
  ]);
  const autumn = await store.buckets({ series, from: days[1] ?? 0, to: Date.UTC(2026, 9, 26, 22), step: "day", zone: "Europe/Berlin" });
  expect(autumn.map(({ ts, count }) => [new Date(ts).toISOString(), count / 4])).toEqual([
    ["2026-10-23T22:00:00.000Z", 24],
    ["2026-10-24T22:00:00.000Z", 25],
    ["2026-10-25T23:00:00.000Z", 23],
  ]);
});

test("a zone that does not exist is refused, also without data", async () => {
  const { store } = await openStore();
  const series = store.series("d1", 1, "p1");
  await expect(store.buckets({ series, from: 0, to: DAY, step: "day", zone: "Mars/Base" })).rejects.toThrow("Mars/Base");
});
