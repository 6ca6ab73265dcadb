import { describe, expect, test } from "vitest";
import { openTables, type Reading } from "./tablesSite.ts";

const HOUR = 3_600_000;
const T = 1_800_000_000_000 - (1_800_000_000_000 % HOUR);
const LOW = "-9223372036854775808";
const HIGH = "9223372036854775807";
const counter: Reading[] = [
  [T, 9007199254740990],
  [T + 60_000, "9007199254740994"],
  [T + 120_000, HIGH],
  [T + 180_000, LOW],
  [T + 240_000, 5],
  [T + HOUR, "9007199254740998"],
  [T + HOUR + 1, "9007199254740996"],
  [T + 2 * HOUR, 7],
];
const day = { series: 1, from: T, to: T + 2 * HOUR, zone: "UTC" };

describe("whole numbers that no number holds", () => {
  test("have their limits, digit for digit, in hours that are summed up and in readings", async () => {
    const tables = await openTables();
    tables.write(1, counter);
    const hours = () => tables.queries.buckets({ ...day, step: "hour" }).map(({ count, min, max }) => ({ count, min, max }));
    const expected = [
      { count: 5, min: LOW, max: HIGH },
      { count: 2, min: "9007199254740996", max: "9007199254740998" },
    ];
    expect(hours()).toEqual(expected);
    tables.settle();
    expect(hours()).toEqual(expected);
    const [whole] = tables.queries.buckets({ ...day, step: "day" });
    expect(whole).toMatchObject({ count: 7, min: LOW, max: HIGH });
    expect(whole?.mean).toBeCloseTo(36028797018963976 / 7, -2);
  });

  test("stand in hours that were summed up without them", async () => {
    const tables = await openTables();
    tables.write(1, counter);
    tables.settle();
    tables.db.exec("update roll_h set numbers = 2, min = 5, max = 9007199254740990 where n = 5");
    expect(tables.queries.buckets({ ...day, step: "day" })).toMatchObject([{ count: 7, min: LOW, max: HIGH }]);
  });

  test("are the peaks of a reduced curve", async () => {
    const tables = await openTables();
    tables.write(1, counter);
    const values = (text: boolean) =>
      tables.queries.reduced({ series: 1, from: T, to: T + HOUR, columns: 1, text }).map(({ value }) => value);
    expect(values(false)).toEqual([9007199254740990, HIGH, LOW, 5]);
    expect(values(true)).toEqual([9007199254740990, 5]);
  });

  test("are text where the point is: it has neither mean nor limits", async () => {
    const tables = await openTables();
    tables.write(1, [
      [T, HIGH],
      [T + 1, "9007199254740994"],
      [T + 3 * HOUR, "00"],
    ]);
    const hour = { count: 2, mean: null, min: null, max: null, first: HIGH, last: "9007199254740994" };
    expect(tables.queries.buckets({ ...day, step: "hour", text: true })).toEqual([{ ts: T, ...hour }]);
    tables.settle();
    expect(tables.queries.buckets({ ...day, step: "hour", text: true })).toEqual([{ ts: T, ...hour }]);
  });
});

test.each(["9007199254740993x", "0009007199254740993", "+9007199254740993", "9007199254740993.5", "9e15", "123456789"])(
  "the text %s is no number",
  async (value) => {
    const tables = await openTables();
    tables.write(1, [[T, value]]);
    expect(tables.queries.buckets({ ...day, step: "hour" })).toMatchObject([{ min: null, max: null, mean: null }]);
  },
);
