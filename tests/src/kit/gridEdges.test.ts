import { describe, expect, it } from "vitest";
import {
  at,
  cellRange,
  clampCursor,
  followRow,
  type GridCursor,
  type GridKey,
  type GridShape,
  gridKey,
  gridPress,
} from "#src/kit/table/gridKeys.ts";

const shape: GridShape = {
  rows: 100,
  cols: 6,
  page: 20,
  selectable: true,
  selectColumn: 0,
  actionColumn: 5,
  anchorSelected: false,
  anySelected: false,
};
const press = (key: string, more: Partial<GridKey> = {}): GridKey => ({ key, ctrl: false, shift: false, alt: false, ...more });
const moved = (row: number, key: GridKey, more: Partial<GridShape> = {}) =>
  gridKey(at({ row, col: 2 }), { ...shape, ...more }, key)?.cursor.active;
const stretched: GridCursor = { active: { row: 5, col: 3 }, anchor: { row: 3, col: 2 }, span: "cells" };

describe("a Page key", () => {
  it("moves by what the window holds, up to the first row and no further, and never into the header", () => {
    expect([50, 21, 20, 19, 1, 0].map((row) => moved(row, press("PageUp"))?.row)).toEqual([30, 1, 0, 0, 0, 0]);
    expect(moved(-1, press("PageUp"))).toEqual({ row: -1, col: 2 });
  });

  it("moves down to the last row and no further, from the header to one page below the first row", () => {
    expect([0, 78, 79, 80, 99].map((row) => moved(row, press("PageDown"))?.row)).toEqual([20, 98, 99, 99, 99]);
    expect(moved(-1, press("PageDown"))).toEqual({ row: 20, col: 2 });
    expect(moved(0, press("PageDown"), { rows: 5 })).toEqual({ row: 4, col: 2 });
  });
});

describe("Ctrl with an arrow", () => {
  it("goes to the edge in its direction and keeps the other place", () => {
    const to = (key: string) => moved(50, press(key, { ctrl: true }));
    expect([to("ArrowUp"), to("ArrowDown"), to("ArrowLeft"), to("ArrowRight")]).toEqual([
      { row: 0, col: 2 },
      { row: 99, col: 2 },
      { row: 50, col: 0 },
      { row: 50, col: 5 },
    ]);
    expect(to("PageUp")).toBeUndefined();
    expect(gridKey(at({ row: -1, col: 3 }), { ...shape, rows: 0 }, press("Home", { ctrl: true }))?.cursor.active).toEqual({
      row: -1,
      col: 0,
    });
    expect(gridKey(at({ row: -1, col: 3 }), { ...shape, rows: 0 }, press("ArrowUp", { ctrl: true }))?.cursor.active).toEqual({
      row: -1,
      col: 3,
    });
  });
});

describe("Escape", () => {
  it("gives up a range that was extended, then the selection, then nothing: what comes after is the page's", () => {
    const step = gridKey(stretched, shape, press("Escape"));
    expect(step).toEqual({ cursor: at({ row: 5, col: 3 }), act: { type: "clear" } });
    expect(gridKey(at({ row: 5, col: 3 }), { ...shape, anySelected: true }, press("Escape"))?.act).toEqual({ type: "clear" });
    expect(gridKey(at({ row: 5, col: 3 }), shape, press("Escape"))).toBeUndefined();
  });

  it("gives up the selection from the header too", () => {
    expect(gridKey(at({ row: -1, col: 3 }), { ...shape, anySelected: true }, press("Escape"))?.act).toEqual({ type: "clear" });
    expect(gridKey(at({ row: -1, col: 3 }), shape, press("Escape"))).toBeUndefined();
  });
});

describe("a range of cells", () => {
  it("is dropped when everything is selected, and kept when something else is done", () => {
    expect(gridKey(stretched, shape, press("a", { ctrl: true }))).toEqual({ cursor: at({ row: 5, col: 3 }), act: { type: "selectAll" } });
    expect(gridKey(stretched, shape, press("c", { ctrl: true }))).toEqual({ cursor: stretched, act: { type: "copy" } });
    for (const key of ["a", "c"]) expect(gridKey(stretched, shape, press(key, { ctrl: true, shift: true }))).toBeUndefined();
  });

  it("has both its ends, whichever way it was extended, and is none of one cell or of rows", () => {
    expect(cellRange({ ...stretched, active: { row: 1, col: 0 } })).toEqual({ top: 1, left: 0, bottom: 3, right: 2 });
    expect(cellRange({ ...stretched, active: { row: 3, col: 2 } })).toBeUndefined();
    expect(cellRange({ ...stretched, active: { row: 3, col: 4 } })).toEqual({ top: 3, left: 2, bottom: 3, right: 4 });
    expect(cellRange({ ...stretched, active: { row: 4, col: 2 } })).toEqual({ top: 3, left: 2, bottom: 4, right: 2 });
    expect(cellRange({ ...stretched, span: "rows" })).toBeUndefined();
    expect(cellRange(at({ row: 1, col: 1 }))).toBeUndefined();
  });

  it("stays inside a grid that has become smaller, with its anchor", () => {
    expect(clampCursor(stretched, 4, 3)).toEqual({ active: { row: 3, col: 2 }, anchor: { row: 3, col: 2 }, span: "cells" });
    expect(clampCursor({ ...stretched, anchor: { row: 9, col: 2 } }, 7, 6).anchor).toEqual({ row: 6, col: 2 });
    expect(clampCursor(stretched, 6, 4)).toBe(stretched);
    expect(clampCursor(stretched, 9, 3).active).toEqual({ row: 5, col: 2 });
    expect(clampCursor(at({ row: 5, col: 9 }), 9, 3)).toEqual(at({ row: 5, col: 2 }));
    expect(clampCursor(at({ row: 5, col: 3 }), 0, 0).active).toEqual({ row: 0, col: 0 });
    expect(clampCursor(at({ row: -1, col: 3 }), 0, 6).active).toEqual({ row: -1, col: 3 });
  });

  it("begins anew with a plain press, and goes on from its anchor with Shift", () => {
    expect(gridPress(stretched, shape, { row: 9, col: 1 }, false)).toEqual({ cursor: at({ row: 9, col: 1 }), act: { type: "none" } });
    expect(gridPress(stretched, shape, { row: 9, col: 1 }, true).cursor).toEqual({
      active: { row: 9, col: 1 },
      anchor: { row: 3, col: 2 },
      span: "cells",
    });
    expect(gridPress(at({ row: -1, col: 1 }), shape, { row: 9, col: 1 }, true).cursor).toEqual(at({ row: 9, col: 1 }));
  });
});

describe("rows", () => {
  const rows = (cursor: GridCursor, target: { row: number; col: number }, more: Partial<GridShape> = {}) =>
    gridPress(cursor, { ...shape, ...more }, target, true).act.type;

  it("are extended from the check boxes, to them, or from a selected row in its own column", () => {
    expect(rows(at({ row: 3, col: 0 }), { row: 6, col: 2 })).toBe("extendRows");
    expect(rows(at({ row: 3, col: 2 }), { row: 6, col: 0 })).toBe("extendRows");
    expect(rows(at({ row: 3, col: 2 }), { row: 6, col: 2 }, { anchorSelected: true })).toBe("extendRows");
    expect(rows(at({ row: 3, col: 2 }), { row: 6, col: 3 }, { anchorSelected: true })).toBe("none");
    expect(rows(at({ row: 3, col: 0 }), { row: 3, col: 2 })).toBe("none");
    expect(rows(at({ row: 3, col: 0 }), { row: 6, col: 0 }, { selectable: false })).toBe("none");
  });

  it("go on as rows, and cells as cells, whatever the next cell is", () => {
    const byRows: GridCursor = { active: { row: 5, col: 0 }, anchor: { row: 3, col: 0 }, span: "rows" };
    expect(gridPress(byRows, shape, { row: 7, col: 4 }, true).act).toEqual({ type: "extendRows", from: 3, before: 5, to: 7 });
    expect(rows(stretched, { row: 7, col: 0 })).toBe("none");
  });
});

describe("a key on the last column and the header", () => {
  const act = (row: number, col: number, key: GridKey, more: Partial<GridShape> = {}) =>
    gridKey(at({ row, col }), { ...shape, ...more }, key)?.act.type;

  it("enters the row's actions, and opens the column's menu from the header", () => {
    expect([act(3, 5, press("F2")), act(3, 4, press("F2")), act(3, 4, press("Enter"))]).toEqual(["enter", "edit", "open"]);
    expect([act(-1, 5, press("Enter")), act(-1, 5, press(" ")), act(-1, 2, press("F2")), act(-1, 2, press("ContextMenu"))]).toEqual([
      "menu",
      "menu",
      "menu",
      "menu",
    ]);
    expect([act(-1, 0, press("Enter")), act(-1, 2, press("F10")), act(-1, 2, press("x"))]).toEqual(["toggleAll", undefined, undefined]);
  });

  it("with Alt is the browser's, but for the menu of the header", () => {
    expect(act(3, 2, press("ArrowDown", { alt: true }))).toBeUndefined();
    expect(act(-1, 2, press("ArrowUp", { alt: true }))).toBeUndefined();
    expect(act(-1, 2, press("ArrowDown", { alt: true }))).toBe("menu");
    expect(act(3, 2, press("Enter", { alt: true }))).toBeUndefined();
  });
});

describe("a cursor whose row stands somewhere else", () => {
  it("follows it, keeps its column and lets go of what was extended", () => {
    expect(followRow(stretched, (row) => row + 2)).toEqual(at({ row: 7, col: 3 }));
    expect(followRow(stretched, () => 0)).toEqual(at({ row: 0, col: 3 }));
    expect(followRow(at({ row: 0, col: 1 }), () => 4)).toEqual(at({ row: 4, col: 1 }));
  });

  it("stays where it is while the row does, where the row is gone, and in the header", () => {
    expect(followRow(stretched, (row) => row)).toBe(stretched);
    expect(followRow(stretched, () => -1)).toBe(stretched);
    const header = at({ row: -1, col: 3 });
    expect(followRow(header, () => 5)).toBe(header);
  });
});
