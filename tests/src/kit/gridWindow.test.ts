import { describe, expect, it } from "vitest";
import { cellPlaces, columnWindow, rowWindow } from "#src/kit/table/gridWindow.ts";
import type { ColumnView } from "#src/kit/table/tableColumn.ts";

describe("the rows that are drawn", () => {
  it.each([
    { top: 0, rows: [0, 10] },
    { top: 27, rows: [0, 10] },
    { top: 28, rows: [1, 11] },
    { top: 1000, rows: [35, 45] },
    { top: 100 * 28, rows: [89, 99] },
  ])("are as many at $top px as anywhere", ({ top, rows }) => {
    const { from, to } = rowWindow(top, 280, 28, 100);
    expect([from, to]).toEqual(rows);
  });

  it("are all of a few, one where there is no room yet, and none of none", () => {
    expect(rowWindow(0, 280, 28, 3)).toEqual({ from: 0, to: 2 });
    expect(rowWindow(0, -32, 28, 3)).toEqual({ from: 0, to: 0 });
    expect(rowWindow(0, 280, 28, 0)).toEqual({ from: 0, to: -1 });
  });
});

describe("the columns that are drawn", () => {
  const widths = [36, 200, 100, 100, 100, 100];

  const many = [36, 200, ...Array.from({ length: 12 }, () => 100)];

  // In view: 2 to 3, 2, 4 to 7, 11 to 13.
  it.each([
    { left: 0, width: 400, cols: [2, 6] },
    { left: 0, width: 336, cols: [2, 5] },
    { left: 500, width: 300, cols: [2, 10] },
    { left: 700, width: 300, cols: [3, 12] },
    { left: 1136, width: 300, cols: [8, 13] },
  ])("are those in view at $left px of $width and three on either side, beside the fixed ones", ({ left, width, cols }) => {
    const { from, to } = columnWindow(left, width, many, 2);
    expect([from, to]).toEqual(cols);
  });

  it("are the fixed ones alone where there are no others", () => {
    expect(columnWindow(0, 400, [36, 200], 2)).toEqual({ from: 2, to: 1 });
  });

  it("stand where they would with all before them, and the actions at the edge", () => {
    const data = (id: string): ColumnView<string> => ({ kind: "data", column: { id, label: id, text: (row) => row } });
    const views: ColumnView<string>[] = [{ kind: "select" }, data("a"), data("b"), data("c"), data("d"), { kind: "actions" }];
    const places = cellPlaces({ views, widths, frozen: 2, strip: 300, cols: { from: 3, to: 4 } });
    expect(places.map(({ key, className, style }) => [key, className, style])).toEqual([
      [":select", "gh-cell gh-still", { width: 36 }],
      ["a", "gh-cell gh-still gh-edge", { width: 200 }],
      ["c", "gh-cell", { width: 100, marginLeft: 100 }],
      ["d", "gh-cell", { width: 100 }],
      [":actions", "gh-cell gh-still gh-strip", { width: 100, left: 200 }],
    ]);
  });
});
