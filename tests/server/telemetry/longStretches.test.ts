import { expect, test } from "vitest";
import { openTables, type Reading, type Tables } from "./tablesSite.ts";

// Each of these took as long as the square of what came: minutes of the one thread that stores everybody's readings.

const HOUR = 3_600_000;
const T = 500_000 * HOUR;
const atOnce = 5_000;
const given = { given: true };
const changes = { onChange: true };

const every = (count: number, reading: (at: number) => Reading): Reading[] => Array.from({ length: count }, (_, at) => reading(at));
const writeAll = (tables: Tables, readings: readonly Reading[], how: object): void => {
  for (let from = 0; from < readings.length; from += atOnce) tables.write(1, readings.slice(from, from + atOnce), how);
};
const between = ({ levels }: Tables, from: number, to: number): Reading[] =>
  levels.rows({ series: 1, from, to, limit: 10_000, descending: false }).map(({ ts, value }) => [ts, value]);

const long = 100_000;

test("a thousand readings without a time behind a restart go behind a hundred thousand that stand there millisecond by millisecond", async () => {
  const before = await openTables();
  writeAll(
    before,
    every(long, (at) => [T + at, 0]),
    given,
  );
  const tables = await openTables(before.file);
  tables.write(
    1,
    every(1_000, (at) => [T + at, 1]),
    given,
  );
  expect(between(tables, T + long - 1, T + long + 2_000)).toEqual([[T + long - 1, 0], ...every(1_000, (at) => [T + long + at, 1])]);
});

test("readings that displace given ones from two long stretches in turns each find their place at once", async () => {
  const tables = await openTables();
  const second = T + HOUR;
  for (const start of [T, second])
    writeAll(
      tables,
      every(long, (at) => [start + at, 0]),
      given,
    );
  tables.write(
    1,
    every(1_000, (at) => [(at % 2 === 0 ? T : second) + long - 1 - at, 1]),
  );
  for (const start of [T, second]) {
    const early = between(tables, start - 600, start + 1);
    expect(early).toEqual(every(501, (at) => [start - 500 + at, 0]));
  }
});

test("readings that make repetitions of five hundred changes of one hour have it counted again once, and right", async () => {
  const tables = await openTables();
  const step = 30;
  writeAll(
    tables,
    every(long, (at) => [T + at * step, at % 2]),
    changes,
  );
  tables.write(1, [[T + 2 * HOUR, 5]], changes);
  tables.settle();
  tables.write(1, [[T + 3 * HOUR, 6]], changes);
  tables.settle();
  tables.write(
    1,
    every(500, (at) => [T + (1_000 + 4 * at) * step, 1]),
    changes,
  );
  const [hour] = tables.queries.buckets({ series: 1, from: T, to: T + HOUR, step: "hour", zone: "UTC" });
  const ones = long / 2;
  const zeros = long / 2 - 500;
  // Of each three ones in a row the first stays.
  expect(hour).toMatchObject({ count: zeros + ones - 500, mean: (ones - 500) / (zeros + ones - 500) });
});

test("an hour of the past that is folded in many steps is counted once it is whole", async () => {
  const tables = await openTables();
  tables.write(1, [[T + 2 * HOUR, 5]]);
  tables.settle();
  tables.write(
    1,
    every(4_500, (at) => [T + at, 1]),
  );
  tables.freeze();
  const counted = (): unknown => tables.db.prepare("select n from roll_h where hour = ?").get(T / HOUR);
  const seen: unknown[] = [];
  for (let more = true; more; ) {
    more = tables.tables.fold(0);
    seen.push(counted());
  }
  expect(seen).toEqual([{ n: null }, { n: null }, { n: 4_500 }, { n: 4_500 }]);
});

test("an hour of which the beginning is deleted in many steps is counted again once", async () => {
  const tables = await openTables();
  tables.write(1, [[T, 0]], given);
  for (let from = 0; from < 15_000; from += atOnce)
    tables.write(
      1,
      every(atOnce, (at) => [T + from + at + 1, 1]),
    );
  tables.write(1, [[T + 2 * HOUR, 5]]);
  tables.settle();
  tables.write(1, [[T + 3 * HOUR, 6]]);
  tables.settle();
  const progress = { series: 0, readings: 0 };
  const seen: unknown[] = [];
  for (let more = true; more; ) {
    more = tables.tables.expire(T + 12_001, progress, 0);
    seen.push(tables.db.prepare("select n from roll_h where hour = ?").get(T / HOUR));
  }
  expect(progress.readings).toBe(12_001);
  expect(seen).toEqual([{ n: null }, { n: null }, { n: 3_000 }, { n: 3_000 }, { n: 3_000 }]);
});
