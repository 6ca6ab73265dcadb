import { describe, expect, test } from "vitest";
import type { Value } from "#server/telemetry/telemetry.ts";
import { openTables, type Reading, type Tables } from "./tablesSite.ts";

const HOUR = 3_600_000;
const ALL = { from: -1_000_000, to: 1e13 };
const row = ([ts, value]: Reading) => ({ ts, value });

/** The same instants in all three tables, each written later than the one before: obs, the frozen table, the active one. */
const threeLevels = async (): Promise<Tables> => {
  const tables = await openTables();
  tables.write(
    1,
    [10, 20, 30, 40, 50, 60].map((ts) => [ts, "obs"]),
  );
  tables.settle();
  tables.write(
    1,
    [20, 30, 45, 50].map((ts) => [ts, "frozen"]),
  );
  tables.freeze();
  tables.write(
    1,
    [30, 47, 50, 70].map((ts) => [ts, "active"]),
  );
  return tables;
};
const merged: Reading[] = [
  [10, "obs"],
  [20, "frozen"],
  [30, "active"],
  [40, "obs"],
  [45, "frozen"],
  [47, "active"],
  [50, "active"],
  [60, "obs"],
  [70, "active"],
];

describe("three tables read as one", () => {
  test("have of each instant what was written last, in either order, whatever the limit", async () => {
    const { levels } = await threeLevels();
    for (const descending of [false, true]) {
      const expected = (descending ? merged.toReversed() : merged).map(row);
      for (let limit = 0; limit <= merged.length + 1; limit += 1)
        expect(levels.rows({ series: 1, ...ALL, limit, descending })).toEqual(expected.slice(0, limit));
    }
  });

  test("are cut at their ends: the first instant belongs to a range, the last does not, and another series never", async () => {
    const { levels, write } = await threeLevels();
    write(2, [[30, "other"]]);
    const within = (from: number, to: number) => levels.rows({ series: 1, from, to, limit: 99, descending: false }).map(({ ts }) => ts);
    expect(within(20, 50)).toEqual([20, 30, 40, 45, 47]);
    expect(within(21, 51)).toEqual([30, 40, 45, 47, 50]);
    expect(within(30, 30)).toEqual([]);
    expect(levels.extent(1, 11, 70)).toEqual({ first: 20, last: 60 });
    expect(levels.extent(1, 71, 99)).toBeUndefined();
    expect(levels.extent(3, ALL.from, ALL.to)).toBeUndefined();
  });

  test("are counted without counting an instant twice", async () => {
    const { levels, queries, freeze, foldAll } = await threeLevels();
    expect([levels.folded(1, 0, 99), levels.unfolded(1, 0, 99)]).toEqual([6, 3]);
    expect([levels.folded(1, 20, 60), levels.unfolded(1, 46, 70)]).toEqual([4, 1]);
    expect(queries.readings()).toBe(9);
    foldAll();
    freeze();
    expect([levels.folded(1, 0, 99), levels.unfolded(1, 0, 99)]).toEqual([7, 2]);
    expect(queries.readings()).toBe(9);
  });

  test("know the hours in which something is not folded yet", async () => {
    const { levels, write, freeze, settle } = await openTables();
    write(1, [[5 * HOUR, 1]]);
    settle();
    write(1, [[HOUR - 1, 1]]);
    freeze();
    write(1, [
      [HOUR, 1],
      [3 * HOUR + 7, 1],
    ]);
    write(2, [[9 * HOUR, 1]]);
    expect([...levels.hotHours(1, 0, 9 * HOUR)].sort()).toEqual([0, 1, 3]);
    expect([...levels.hotHours(1, HOUR, 3 * HOUR + 7)]).toEqual([1]);
  });

  test("are gone through whole and in order, however many pages they fill and wherever a page ends", async () => {
    const { levels, write, freeze, foldAll } = await openTables();
    // Off the full second, so that no page and no bucket begins at a reading by chance.
    const readings = Array.from({ length: 25_003 }, (_, at): Reading => [137 + at * 997, at]);
    const every = (n: number, rest: number) => readings.filter((_, at) => at % n === rest);
    for (let done = 0; done < readings.length; done += 5000) write(1, every(3, 0).slice(done, done + 5000));
    freeze();
    foldAll();
    for (let done = 0; done < readings.length; done += 5000) write(1, every(3, 1).slice(done, done + 5000));
    freeze();
    for (let done = 0; done < readings.length; done += 5000) write(1, every(3, 2).slice(done, done + 5000));
    for (const count of [9_999, 10_000, 10_001, 20_000, 25_003]) {
      const seen: Reading[] = [];
      const to = (readings[count - 1]?.[0] ?? 0) + 1;
      levels.scan(1, 0, to, (ts: number, value: Value) => void seen.push([ts, value]));
      expect(seen).toEqual(readings.slice(0, count));
    }
  });
});
