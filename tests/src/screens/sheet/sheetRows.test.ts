import { describe, expect, it } from "vitest";
import { pastedTable } from "#src/kit/sheet/pastedTable.ts";
import {
  clearCells,
  duplicateRows,
  fillDown,
  type MakeRow,
  moveRow,
  pasteCells,
  type Rows,
  removeRows,
  widthOf,
  writeCell,
} from "#src/kit/sheet/sheetRows.ts";
import { sheetStep } from "#src/kit/sheet/useSheet.ts";

const rowsOf = (...texts: string[]): Rows => texts.map((text, at) => ({ key: `k${at}`, cells: { a: text, b: `${text}!`, c: "" } }));
const columnA = (rows: Rows) => rows.map(({ cells }) => cells.a ?? "");
const maker = (): MakeRow => {
  let made = 0;
  return (cells = {}) => {
    made += 1;
    return { key: `n${made}`, cells };
  };
};

describe("a pasted table", () => {
  it.each([
    [
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["one", [["one"]]],
    ["", []],
    ["a\t\tb", [["a", "", "b"]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
    ["\t", [["", ""]]],
    ['"two\nlines"\t"a ""word"""', [["two\nlines", 'a "word"']]],
    ['"open\tx', [['"open', "x"]]],
    ['5" pipe\tx', [['5" pipe', "x"]]],
  ])("%j is read cell by cell", (text, cells) => {
    expect(pastedTable(text)).toEqual(cells);
  });
});

describe("rows of a sheet", () => {
  const area = (top: number, bottom: number, columns = ["a"], onward = ["a", "b", "c"]) => ({ top, bottom, columns, onward });

  it("stay the same where nothing differs", () => {
    const rows = rowsOf("x", "y");
    expect(writeCell(rows, "k0", "a", "x")).toBe(rows);
    expect(fillDown(rowsOf("x"), area(0, 0))).toEqual(rowsOf("x"));
    expect(pasteCells(rows, area(0, 0), [["x"]], maker())).toBe(rows);
    expect(columnA(writeCell(rows, "k1", "a", "z"))).toEqual(["x", "z"]);
    expect(writeCell(rows, "gone", "a", "z")).toBe(rows);
  });

  it("take a pasted table from its first cell on, and grow for it", () => {
    const rows = pasteCells(
      rowsOf("x"),
      area(0, 0, ["b"], ["b", "c"]),
      [
        ["1", "2", "3"],
        ["4", "5", "6"],
      ],
      maker(),
    );
    expect(rows.map(({ cells }) => [cells.a, cells.b, cells.c])).toEqual([
      ["x", "1", "2"],
      [undefined, "4", "5"],
    ]);
    expect(widthOf([["1"], ["4", "5"], []])).toBe(2);
  });

  it("are filled with what is pasted where the range holds it several times, and with it once where it does not", () => {
    const rows = rowsOf("x", "x", "x", "x");
    expect(columnA(pasteCells(rows, area(0, 3), [["1"], ["2"]], maker()))).toEqual(["1", "2", "1", "2"]);
    expect(columnA(pasteCells(rows, area(0, 2), [["1"], ["2"]], maker()))).toEqual(["1", "2", "x", "x"]);
    expect(columnA(pasteCells(rows, area(1, 2), [["1"]], maker()))).toEqual(["x", "1", "1", "x"]);
  });

  it("are filled down from the first of the range, and a single one from above", () => {
    expect(columnA(fillDown(rowsOf("x", "y", "z"), area(0, 1)))).toEqual(["x", "x", "z"]);
    expect(columnA(fillDown(rowsOf("x", "y", "z"), area(1, 1)))).toEqual(["x", "x", "z"]);
    expect(columnA(fillDown(rowsOf("x", "y"), area(0, 0)))).toEqual(["x", "y"]);
  });

  it("are emptied, copied, removed and moved", () => {
    expect(clearCells(rowsOf("x", "y"), area(1, 1, ["a", "b"])).map(({ cells }) => `${cells.a}${cells.b}`)).toEqual(["xx!", ""]);
    expect(columnA(duplicateRows(rowsOf("x", "y", "z"), area(0, 1), maker()))).toEqual(["x", "y", "x", "y", "z"]);
    expect(columnA(removeRows(rowsOf("x", "y", "z"), area(0, 1)))).toEqual(["z"]);
    expect(columnA(moveRow(rowsOf("x", "y", "z"), 2, 0))).toEqual(["z", "x", "y"]);
    expect(columnA(moveRow(rowsOf("x", "y", "z"), 0, 9))).toEqual(["y", "z", "x"]);
  });

  it("go back and forth step by step, and forward no more once something else was done", () => {
    const begin = { rows: rowsOf("x"), past: [], future: [] };
    const write = (text: string) => ({ type: "edit", edit: (rows: Rows) => writeCell(rows, "k0", "a", text) }) as const;
    const [undo, redo] = [{ type: "undo" }, { type: "redo" }] as const;
    const run = (...steps: Parameters<typeof sheetStep>[1][]) => columnA(steps.reduce(sheetStep, begin).rows);
    expect(run(write("1"), write("2"), undo)).toEqual(["1"]);
    expect(run(write("1"), write("2"), undo, undo, undo)).toEqual(["x"]);
    expect(run(write("1"), write("2"), undo, undo, redo)).toEqual(["1"]);
    expect(run(write("1"), undo, write("3"), redo)).toEqual(["3"]);
    expect(run(write("1"), write("1"), undo)).toEqual(["x"]);
    expect(run(write("1"), { type: "begin", rows: rowsOf("new") }, undo)).toEqual(["new"]);
  });
});
