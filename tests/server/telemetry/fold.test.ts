import { describe, expect, test } from "vitest";
import { expectExactRollups, query, rowsOf } from "./store.ts";
import { openTables, type Reading } from "./tablesSite.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;

const hoursOf = (file: string) =>
  query<{ series: number; hour: number; n: number | null; sum: number | null; last: number | null }>(
    file,
    "select series, hour, n, last from roll_h order by series, hour",
  );

describe("folding", () => {
  test("sums up every hour but the newest of a series, and that one once another follows", async () => {
    const { file, write, settle } = await openTables();
    write(1, [
      [10, 1],
      [HOUR, 2],
      [HOUR + MINUTE, 3],
    ]);
    settle();
    expect(hoursOf(file)).toEqual([
      { series: 1, hour: 0, n: 1, last: 1 },
      { series: 1, hour: 1, n: null, last: null },
    ]);
    write(1, [[4 * HOUR + 5, 4]]);
    settle();
    expect(hoursOf(file)).toEqual([
      { series: 1, hour: 0, n: 1, last: 1 },
      { series: 1, hour: 1, n: 2, last: 3 },
      { series: 1, hour: 4, n: null, last: null },
    ]);
    expectExactRollups(file);
  });

  test("takes two thousand rows of a series at a time, and ends when the table is empty", async () => {
    const { file, tables, write, freeze } = await openTables();
    write(
      1,
      Array.from({ length: 2001 }, (_, at): Reading => [at, at]),
    );
    write(2, [[1, 1]]);
    freeze();
    const soon = Number.NEGATIVE_INFINITY;
    expect(tables.fold(soon)).toBe(true);
    expect(rowsOf(file, "obs")).toBe(2000);
    expect(tables.fold(soon)).toBe(true);
    expect(rowsOf(file, "obs")).toBe(2001);
    expect(tables.fold(soon)).toBe(true);
    expect([rowsOf(file, "obs"), rowsOf(file, "hot_a"), rowsOf(file, "hot_b")]).toEqual([2002, 0, 0]);
    expect(tables.fold(soon)).toBe(false);
  });

  test("leaves the active table alone, and freezes none while the other still has rows", async () => {
    const { file, tables, write, freeze } = await openTables();
    write(1, [[1, 1]]);
    expect(tables.fold(0)).toBe(false);
    expect(tables.activeRows).toBe(1);
    freeze();
    expect(tables.activeRows).toBe(0);
    write(1, [[2, 2]]);
    freeze();
    expect(tables.activeRows).toBe(1);
    expect([rowsOf(file, "hot_a"), rowsOf(file, "hot_b"), rowsOf(file, "obs")]).toEqual([1, 1, 0]);
  });

  test("has a reading that is put right meanwhile right in rows, hours, counts and as the latest, at every stage and after a restart", async () => {
    const { file, queries, latest, write, freeze, foldAll, settle } = await openTables();
    const at = 2 * HOUR + 7;
    const day = { from: 0, to: 24 * HOUR };
    const seen = () => ({
      raw: queries.raw({ series: 1, ...day, limit: 9 }).map(({ value }) => value),
      count: queries.count({ series: [1], ...day }),
      hours: queries.buckets({ series: 1, ...day, step: "one_hour", zone: "UTC" }).map(({ mean, last }) => [mean, last]),
      latest: latest(),
    });
    const right = (value: number) => ({
      raw: [4, value],
      count: 2,
      hours: [
        [4, 4],
        [value, value],
      ],
      latest: [{ series: 1, ts: at, value }],
    });
    write(1, [
      [5, 4],
      [at, 1],
    ]);
    expect(seen()).toEqual(right(1));
    freeze();
    write(1, [[at, 2]]);
    expect(seen()).toEqual(right(2));
    foldAll();
    expect(seen()).toEqual(right(2));
    freeze();
    write(1, [[at, 3]]);
    foldAll();
    expect(seen()).toEqual(right(3));
    settle();
    expect(seen()).toEqual(right(3));
    // Another hour follows, so that this one is summed up; then it is put right once more.
    write(1, [[5 * HOUR, 9]]);
    settle();
    write(1, [[at, 6]]);
    expect(seen().hours).toEqual([
      [4, 4],
      [6, 6],
      [9, 9],
    ]);
    settle();
    expect(seen().hours).toEqual([
      [4, 4],
      [6, 6],
      [9, 9],
    ]);
    expectExactRollups(file);
  });

  test("never lets an older reading take the place of the latest", async () => {
    const { write, settle, latest } = await openTables();
    write(1, [[HOUR, 1]]);
    settle();
    write(1, [[HOUR - 1, 2]]);
    settle();
    expect(latest()).toEqual([{ series: 1, ts: HOUR, value: 1 }]);
  });
});

describe("what is deleted by age", () => {
  test("goes up to the instant and not with it, with the hours of which nothing is left, and stays known as the latest", async () => {
    const { file, tables, write, settle, latest, queries } = await openTables();
    const readings = [10, HOUR + 1, HOUR + 2, HOUR + 3, 3 * HOUR].map((ts, at): Reading => [ts, at]);
    write(1, readings);
    tables.write({ ...emptyBatch(), keys: [{ id: 1, deviceId: "d", slave: 1, pointId: "p" }] });
    settle();
    const progress = { series: 0, readings: 0 };
    while (tables.expire(HOUR + 2, progress, 0));
    expect(progress).toEqual({ series: 2, readings: 2 });
    expect(queries.raw({ series: 1, from: 0, to: 9 * HOUR, limit: 9 }).map(({ ts }) => ts)).toEqual([HOUR + 2, HOUR + 3, 3 * HOUR]);
    expect(hoursOf(file).map(({ hour, n }) => [hour, n])).toEqual([
      [1, 2],
      [3, null],
    ]);
    const rest = { series: 0, readings: 0 };
    while (tables.expire(9 * HOUR, rest, 0));
    expect([rest.readings, queries.readings(), latest()]).toEqual([3, 0, [{ series: 1, ts: 3 * HOUR, value: 4 }]]);
  });

  test.each(["active", "frozen"])("stays known as the latest where it was not folded yet, in the %s table", async (table) => {
    const { tables, write, freeze, latest, queries } = await openTables();
    tables.write({ ...emptyBatch(), keys: [{ id: 1, deviceId: "d", slave: 1, pointId: "p" }] });
    write(1, [
      [10, 1],
      [20, 2],
      [15, 3],
    ]);
    if (table === "frozen") freeze();
    const progress = { series: 0, readings: 0 };
    while (tables.expire(HOUR, progress, 0));
    expect([queries.readings(), latest()]).toEqual([0, [{ series: 1, ts: 20, value: 2 }]]);
  });
});

const emptyBatch = () => ({
  rows: 0,
  series: new Float64Array(0),
  ts: new Float64Array(0),
  numbers: new Float64Array(0),
  marks: new Uint8Array(0),
  textAt: [],
  texts: [],
  unjudged: undefined,
});
