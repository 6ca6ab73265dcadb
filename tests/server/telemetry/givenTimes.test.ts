import { describe, expect, test } from "vitest";
import { openTables, type Reading, type Tables } from "./tablesSite.ts";

const T = 1_800_000_000_000;
const all = ({ levels }: Tables): Reading[] =>
  levels.rows({ series: 1, from: 0, to: 2 * T, limit: 10_000, descending: false }).map(({ ts, value }) => [ts, value]);
const given = { given: true };

describe("a reading whose time was given", () => {
  test("gives way to each of a hundred that tell its instants, and is kept; the newest stays the newest", async () => {
    const tables = await openTables();
    const run = (from: number, first: number) => Array.from({ length: 100 }, (_, at): Reading => [from + at, first + at]);
    tables.write(1, run(T, 0), given);
    tables.write(1, run(T + 20, 100));
    const kept = all(tables);
    expect(kept.map(([, value]) => Number(value)).sort((one, other) => one - other)).toEqual(Array.from({ length: 200 }, (_, at) => at));
    expect(kept.slice(-100)).toEqual(run(T + 20, 100));
    expect(tables.latest()).toEqual([{ series: 1, ts: T + 119, value: 199 }]);
  });

  test.each([
    ["hot", () => undefined],
    ["frozen", (tables: Tables) => tables.freeze()],
    ["folded", (tables: Tables) => tables.settle()],
  ])("does so where it is %s, and behind a restart", async (_where, move) => {
    const before = await openTables();
    before.write(1, [[T, "given"]], given);
    move(before);
    const tables = await openTables(before.file);
    tables.write(1, [[T, "own"]]);
    const both: Reading[] = [
      [T - 1, "given"],
      [T, "own"],
    ];
    expect(all(tables)).toEqual(both);
    tables.settle();
    expect(all(tables)).toEqual(both);
  });

  test("goes on giving way where it went, and what tells its own time is still put right by itself alone", async () => {
    const tables = await openTables();
    tables.write(1, [[T, "given"]], given);
    for (const value of ["own", "own", "right"]) tables.write(1, [[T, value]]);
    tables.settle();
    tables.write(1, [[T - 2, "early"]]);
    tables.write(1, [[T - 1, "own too"]]);
    expect(all(tables)).toEqual([
      [T - 3, "given"],
      [T - 2, "early"],
      [T - 1, "own too"],
      [T, "right"],
    ]);
  });

  test("of a point that stores changes gives way too, be it a change or a repetition of one, also when a late reading made it one", async () => {
    const tables = await openTables();
    const changes = { onChange: true };
    for (const ts of [T, T + 10, T + 20]) tables.write(1, [[ts, 1]], { ...given, ...changes });
    tables.write(1, [[T + 15, 2]], changes);
    tables.settle();
    tables.write(
      1,
      [
        [T, 1],
        [T + 10, 3],
        [T + 20, 4],
      ],
      changes,
    );
    tables.write(1, [[T + 10, 5]], changes);
    expect(all(tables)).toEqual([
      [T - 1, 1],
      [T + 10, 5],
      [T + 15, 2],
      [T + 19, 1],
      [T + 20, 4],
    ]);
  });

  test("that was not written leaves no trace: its series is told apart again once one is", async () => {
    const tables = await openTables();
    tables.db.exec("create trigger full before insert on hot_a begin select raise(abort, 'full'); end");
    expect(() => tables.write(1, [[T, "given"]], given)).toThrow("full");
    tables.db.exec("drop trigger full");
    tables.write(1, [[T, "given"]], given);
    const again = await openTables(tables.file);
    again.write(1, [[T, "own"]]);
    expect(all(again)).toHaveLength(2);
  });
});
