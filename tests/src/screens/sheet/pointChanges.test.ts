import { describe, expect, it } from "vitest";
import type { Rows } from "#src/kit/sheet/sheetRows.ts";
import { namesOf, type PointNames } from "#src/screens/template/sheet/pointCells.ts";
import { type Base, changesOf, rebase, refusedCell, requestOf } from "#src/screens/template/sheet/pointChanges.ts";
import { openJudge } from "#src/screens/template/sheet/pointFaults.ts";
import { readPointsJson, withImported } from "#src/screens/template/sheet/pointFiles.ts";
import { sortNumbers } from "#src/screens/template/sheet/pointOrder.ts";
import { newRow } from "#src/screens/template/sheet/usePointSheet.ts";

const names: PointNames = { categoryId: namesOf([], "en"), iconGroupId: namesOf([], "en") };
const judge = openJudge(names).all;
type Cells = Record<string, string>;
const rowsOf = (...rows: [key: string, cells: Cells][]): Rows => rows.map(([key, cells]) => ({ key, cells: { name: "n", ...cells } }));
const baseOf = (...rows: [key: string, cells: Cells, sort?: number][]): Base =>
  new Map(
    rowsOf(...rows.map(([key, cells]): [string, Cells] => [key, cells])).map((row, place) => [
      row.key,
      { row, place, version: 3, sort: rows[place]?.[2] ?? place * 10 },
    ]),
  );
const three = baseOf(["a", { address: "1" }], ["b", { address: "2" }], ["c", { address: "3" }]);

describe("numbers to sort by", () => {
  const numbers = (...rows: [place: number | undefined, sort?: number][]) =>
    sortNumbers(
      rows.map(([place, sort]) => ({ place, sort })),
      1000,
    );
  it.each([
    [
      "stay where the order does",
      [
        [0, 0],
        [1, 0],
        [2, 5],
      ],
      [0, 0, 5],
    ],
    [
      "are given to the moved one alone",
      [
        [2, 30],
        [0, 10],
        [1, 20],
      ],
      [0, 10, 20],
    ],
    ["are between two where there is room", [[0, 10], [undefined], [1, 20]], [10, 15, 20]],
    ["are before and behind all", [[undefined], [0, 10], [undefined], [undefined]], [0, 10, 20, 30]],
    ["are all new where there is none", [[0, 1], [undefined], [1, 2]], [10, 20, 30]],
    ["are all new where one would be too large", [[0, 1000], [undefined]], [10, 20]],
    ["begin at the first of a new table", [[undefined], [undefined]], [10, 20]],
  ] as [string, [number | undefined, number?][], number[]][])("%s", (_, rows, expected) => {
    expect(numbers(...rows)).toEqual(expected);
  });
});

describe("what is saved of a sheet", () => {
  it("is what differs: cells by cell, new rows, rows that went, and the order", () => {
    const rows = rowsOf(["+1", { address: "9" }], ["c", { address: "3" }], ["a", { address: "1", unit: "K" }]);
    const changes = changesOf(three, rows);
    expect(changes).toMatchObject({ moved: true, count: 4, removed: [{ key: "b" }], added: [{ key: "+1" }] });
    expect(changes.changed.map(({ row, columns }) => [row.key, columns])).toEqual([["a", ["unit"]]]);
    const { request, ...keys } = requestOf("r", three, rows, judge(rows));
    expect(request).toMatchObject({ recipeId: "r", removed: [{ id: "b", version: 3 }], added: [{ address: "9", name: "n" }] });
    const [changed] = request.changed ?? [];
    expect(request.changed).toHaveLength(2);
    expect(changed).toMatchObject({ id: "c", version: 3, changes: { sort: -10 } });
    expect(request.changed?.[1]).toEqual({ id: "a", version: 3, changes: { unit: "K" } });
    expect(keys).toEqual({ added: ["+1"], changed: ["c", "a"] });
  });

  it("is nothing where cells are as they were", () => {
    expect(changesOf(three, rowsOf(["a", { address: "1", unit: "" }], ["b", { address: "2" }], ["c", { address: "3" }])).count).toBe(0);
  });

  it("is told of by the server at a row and a column", () => {
    const keys = { added: ["+1"], changed: ["a", "b"] };
    expect(refusedCell("added.0.address", keys)).toEqual({ key: "+1", column: "address" });
    expect(refusedCell("changed.1.changes.max", keys)).toEqual({ key: "b", column: "max" });
    expect(refusedCell("changed.1.max", keys)).toEqual({ key: "b", column: "max" });
    expect(refusedCell("recipeId", keys)).toBeUndefined();
  });
});

describe("a sheet over what somebody else saved", () => {
  const cellsIn = (rows: Rows) => rows.map(({ key, cells }) => `${key.startsWith("+") ? "+" : key} ${cells.address}${cells.unit ?? ""}`);
  it("keeps the cells that were edited, takes all others, and loses no row that was edited", () => {
    const mine = rowsOf(["a", { address: "1", unit: "K" }], ["b", { address: "2", unit: "mine" }], ["c", { address: "3" }]);
    const theirs = baseOf(["a", { address: "1x" }], ["new", { address: "8" }]);
    expect(cellsIn(rebase(three, mine, theirs, newRow))).toEqual(["a 1xK", "new 8", "+ 2mine"]);
  });
  it("puts a row of theirs first where it is first there", () => {
    expect(
      cellsIn(rebase(three, rowsOf(["a", { address: "1" }]), baseOf(["new", { address: "8" }], ["a", { address: "1" }]), newRow)),
    ).toEqual(["new 8", "a 1"]);
  });
});

describe("rows of a file", () => {
  const rows = rowsOf(["a", { address: "1", unit: "K" }], ["b", { address: "2", startBit: "3", endBit: "3" }]);
  it("update those of the same address and bits, and are added else", () => {
    const merged = withImported(
      rows,
      [
        { address: "2", startBit: "3", name: "x" },
        { address: "2", name: "y" },
        { address: "2", name: "z" },
      ],
      "merge",
      newRow,
    );
    expect(merged.map(({ key, cells }) => [key.slice(0, 1), cells.name])).toEqual([
      ["a", "n"],
      ["b", "x"],
      ["+", "y"],
      ["+", "z"],
    ]);
    expect(merged[0]).toBe(rows[0]);
  });
  it("stand alone, in their order, where they replace all", () => {
    const replaced = withImported(rows, [{ address: "7" }, { address: "1", unit: "K" }], "replace", newRow);
    expect(replaced.map(({ cells }) => cells.address)).toEqual(["7", "1"]);
    expect(replaced[1]).toBe(rows[0]);
  });
  it("of JSON are read where it is what it says to be, faulty ones as they stand", () => {
    const cellsOf = () => ({ name: "known" });
    expect(readPointsJson("{", cellsOf)).toBeUndefined();
    expect(readPointsJson('{"format":"other","version":1,"points":[]}', cellsOf)).toBeUndefined();
    const file = {
      format: "gatehouse-data-points",
      version: 1,
      points: [
        { name: "n", address: "1", category: "Water" },
        { name: "", address: 5, writable: true },
      ],
    };
    expect(readPointsJson(JSON.stringify(file), cellsOf)).toEqual([
      { name: "known", categoryId: "Water", iconGroupId: "" },
      { name: "", address: "5", writable: "true", categoryId: "", iconGroupId: "" },
    ]);
  });
});
