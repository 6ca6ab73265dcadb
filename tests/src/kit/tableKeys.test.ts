import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at, cellRange, clampCursor, type GridCursor, type GridKey, type GridShape, gridKey, gridPress } from "#src/kit/table/gridKeys.ts";
import { extendRows, pageState, toggleKey, togglePage } from "#src/kit/table/rowSelection.ts";
import { holds } from "#tests/property.ts";

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
const plain = (key: string): GridKey => ({ key, ctrl: false, shift: false, alt: false });
const shifted = (key: string): GridKey => ({ ...plain(key), shift: true });
const ctrl = (key: string): GridKey => ({ ...plain(key), ctrl: true });
const moved = (row: number, col: number, key: GridKey) => gridKey(at({ row, col }), shape, key)?.cursor.active;
const act = (row: number, col: number, key: GridKey, more: Partial<GridShape> = {}) =>
  gridKey(at({ row, col }), { ...shape, ...more }, key)?.act.type;

describe("moving in the grid", () => {
  it("walks by arrows and stops at the edges", () => {
    expect(moved(3, 2, plain("ArrowDown"))).toEqual({ row: 4, col: 2 });
    expect(moved(99, 2, plain("ArrowDown"))).toEqual({ row: 99, col: 2 });
    expect(moved(3, 5, plain("ArrowRight"))).toEqual({ row: 3, col: 5 });
    expect(moved(3, 0, plain("ArrowLeft"))).toEqual({ row: 3, col: 0 });
  });

  it("reaches the header from the first row and no further", () => {
    expect(moved(0, 2, plain("ArrowUp"))).toEqual({ row: -1, col: 2 });
    expect(moved(-1, 2, plain("ArrowUp"))).toEqual({ row: -1, col: 2 });
    expect(moved(-1, 2, plain("ArrowDown"))).toEqual({ row: 0, col: 2 });
  });

  it("goes to row ends, grid corners and by pages", () => {
    expect(moved(3, 2, plain("Home"))).toEqual({ row: 3, col: 0 });
    expect(moved(3, 2, plain("End"))).toEqual({ row: 3, col: 5 });
    expect(moved(3, 2, ctrl("Home"))).toEqual({ row: 0, col: 0 });
    expect(moved(3, 2, ctrl("End"))).toEqual({ row: 99, col: 5 });
    expect(moved(3, 2, plain("PageDown"))).toEqual({ row: 23, col: 2 });
    expect(moved(3, 2, plain("PageUp"))).toEqual({ row: 0, col: 2 });
  });

  it("never leaves the grid, whatever is pressed", () => {
    const key = fc.constantFrom("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown");
    const press = fc.record({ key, ctrl: fc.boolean(), shift: fc.boolean(), alt: fc.constant(false) });
    holds(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(press, { maxLength: 40 }),
        (rows, cols, keys) => {
          let cursor: GridCursor = at({ row: rows > 0 ? 0 : -1, col: 0 });
          for (const each of keys) cursor = gridKey(cursor, { ...shape, rows, cols }, each)?.cursor ?? cursor;
          const { row, col } = cursor.active;
          expect(row >= -1 && row < Math.max(rows, 1) && col >= 0 && col < cols).toBe(true);
        },
      ),
    );
  });

  it("follows a grid that has become smaller", () => {
    expect(clampCursor(at({ row: 9, col: 4 }), 5, 3).active).toEqual({ row: 4, col: 2 });
    const cursor = at({ row: 2, col: 1 });
    expect(clampCursor(cursor, 5, 3)).toBe(cursor);
  });
});

describe("acting on a cell", () => {
  it("opens, toggles, edits, copies and selects all", () => {
    expect(act(3, 2, plain("Enter"))).toBe("open");
    expect(act(3, 2, plain(" "))).toBe("toggle");
    expect(act(3, 2, plain(" "), { selectable: false })).toBe("none");
    expect(act(3, 2, plain("F2"))).toBe("edit");
    expect(act(3, 2, ctrl("c"))).toBe("copy");
    expect(act(3, 2, ctrl("a"))).toBe("selectAll");
  });

  it("enters the cell of the row actions instead of opening the row", () => {
    expect(act(3, 5, plain("Enter"))).toBe("enter");
    expect(act(3, 5, plain(" "))).toBe("enter");
  });

  it("offers the row's actions from any of its cells", () => {
    expect(act(3, 2, shifted("F10"))).toBe("rowMenu");
    expect(act(3, 2, plain("ContextMenu"))).toBe("rowMenu");
    expect(act(3, 2, plain("F10"))).toBeUndefined();
  });

  it("sorts, toggles the page and opens the menu from the header", () => {
    expect(act(-1, 2, plain("Enter"))).toBe("sort");
    expect(act(-1, 2, plain(" "))).toBe("sort");
    expect(act(-1, 0, plain(" "))).toBe("toggleAll");
    expect(act(-1, 2, shifted("F10"))).toBe("menu");
    expect(act(-1, 2, { ...plain("ArrowDown"), alt: true })).toBe("menu");
  });

  it("takes Escape only while there is something to give up", () => {
    expect(act(3, 2, plain("Escape"))).toBeUndefined();
    expect(act(3, 2, plain("Escape"), { anySelected: true })).toBe("clear");
  });

  it("leaves Tab, letters and browser shortcuts alone", () => {
    for (const key of [plain("Tab"), plain("/"), plain("?"), ctrl("k"), ctrl("r"), { ...plain("ArrowLeft"), alt: true }]) {
      expect(gridKey(at({ row: 3, col: 2 }), shape, key)).toBeUndefined();
    }
  });
});

describe("extending", () => {
  it("extends a range of cells from where it began", () => {
    const first = gridKey(at({ row: 3, col: 2 }), shape, shifted("ArrowDown"));
    const second = first && gridKey(first.cursor, shape, shifted("ArrowRight"));
    expect(second?.cursor.anchor).toEqual({ row: 3, col: 2 });
    expect(second && cellRange(second.cursor)).toEqual({ top: 3, left: 2, bottom: 4, right: 3 });
  });

  it("extends rows from the check boxes or from a selected row", () => {
    expect(gridKey(at({ row: 3, col: 0 }), shape, shifted("ArrowDown"))?.act).toEqual({ type: "extendRows", from: 3, before: 3, to: 4 });
    expect(gridKey(at({ row: 3, col: 2 }), { ...shape, anchorSelected: true }, shifted("PageDown"))?.act).toEqual({
      type: "extendRows",
      from: 3,
      before: 3,
      to: 23,
    });
    expect(gridPress(at({ row: 3, col: 2 }), shape, { row: 6, col: 0 }, true).act.type).toBe("extendRows");
    expect(act(3, 2, shifted("ArrowDown"))).toBe("none");
  });

  it("does not extend into the header", () => {
    expect(gridKey(at({ row: 0, col: 2 }), shape, shifted("ArrowUp"))?.cursor.active).toEqual({ row: 0, col: 2 });
  });
});

describe("selecting rows", () => {
  it("takes rows back when the gesture shrinks and keeps what other pages have", () => {
    const keyAt = (row: number) => `k${row}`;
    const grown = extendRows(new Set(["other"]), keyAt, 2, 2, 5);
    expect([...extendRows(grown, keyAt, 2, 5, 3)]).toEqual(["other", "k2", "k3"]);
  });

  it("marks the page as none, some or all", () => {
    expect(pageState(new Set(["x"]), ["a", "b"])).toBe("none");
    expect(pageState(new Set(["a"]), ["a", "b"])).toBe("some");
    expect(pageState(new Set(["a", "b"]), ["a", "b"])).toBe("all");
  });

  it("adds the page unless it is whole, and then takes only the page out", () => {
    expect([...togglePage(new Set(["x", "a"]), ["a", "b"])]).toEqual(["x", "a", "b"]);
    expect([...togglePage(new Set(["x", "a", "b"]), ["a", "b"])]).toEqual(["x"]);
  });

  it("toggles one row and leaves the others", () => {
    expect([...toggleKey(new Set(["x"]), "a")]).toEqual(["x", "a"]);
    expect([...toggleKey(new Set(["x", "a"]), "a")]).toEqual(["x"]);
  });
});
