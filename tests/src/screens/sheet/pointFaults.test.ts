import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moveRow, type Rows, removeRows, writeCell } from "#src/kit/sheet/sheetRows.ts";
import { namesOf, type PointNames } from "#src/screens/template/sheet/pointCells.ts";
import { type JudgedPoint, openJudge } from "#src/screens/template/sheet/pointFaults.ts";
import { holds } from "#tests/property.ts";

const names: PointNames = { categoryId: namesOf([], "en"), iconGroupId: namesOf([], "en") };
const first: Rows = Array.from({ length: 6 }, (_, at) => ({ key: `k${at}`, cells: { name: "n", address: `${at}` } }));
const faulty = (judged: ReadonlyMap<string, JudgedPoint>) =>
  [...judged].flatMap(([key, { faults }]) => [...faults.keys()].map((id) => `${key} ${id}`));

const texts = ["", "0", "1", "2", "x", "a b"];
const step = fc.oneof(
  fc.record({
    type: fc.constant("write" as const),
    at: fc.nat(7),
    column: fc.constantFrom("address", "nameEn", "startBit", "name"),
    text: fc.constantFrom(...texts),
  }),
  fc.record({ type: fc.constant("remove" as const), at: fc.nat(7) }),
  fc.record({ type: fc.constant("move" as const), at: fc.nat(7), to: fc.nat(7) }),
  fc.record({ type: fc.constant("undo" as const) }),
);

describe("a sheet that is judged step by step", () => {
  it("has the faults that it has when it is judged as a whole, whatever is typed, moved, removed and undone", () => {
    holds(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const judge = openJudge(names).all;
        const past: Rows[] = [first];
        for (const each of steps) {
          const rows = past.at(-1) ?? first;
          if (each.type === "undo") past.splice(Math.max(1, past.length - 1));
          else if (each.type === "write") past.push(writeCell(rows, `k${each.at}`, each.column, each.text));
          else if (each.type === "remove") past.push(removeRows(rows, { top: each.at, bottom: each.at }));
          else past.push(moveRow(rows, each.at, each.to));
          const now = past.at(-1) ?? first;
          expect([...judge(now)]).toEqual([...openJudge(names).all(now)]);
        }
      }),
    );
  });

  it("says of both rows that they clash when one is typed, and of neither when it is undone", () => {
    const judge = openJudge(names).all;
    const clashing = writeCell(first, "k3", "address", "1");
    expect(faulty(judge(first))).toEqual([]);
    expect(faulty(judge(clashing))).toEqual(["k1 address", "k3 address"]);
    expect(faulty(judge(first))).toEqual([]);
    expect(faulty(judge(writeCell(first, "k3", "nameEn", "1")))).toEqual(["k1 address", "k3 nameEn"]);
    expect(faulty(judge(removeRows(clashing, { top: 1, bottom: 1 })))).toEqual([]);
  });

  it("judges no other row again, be it one that clashes", () => {
    const judge = openJudge(names).all;
    const clashing = writeCell(first, "k3", "address", "1");
    const before = judge(clashing);
    const after = judge(writeCell(clashing, "k5", "address", "9"));
    expect([...after.keys()].filter((key) => after.get(key) !== before.get(key))).toEqual(["k5"]);
    expect(faulty(after)).toEqual(["k1 address", "k3 address"]);
  });
});
