export const headerRow = -1;

export interface GridPosition {
  row: number;
  col: number;
}

/** Where the keyboard stands. `anchor` is the other end of what Shift extends; `span` says whether cells or whole rows are extended. */
export interface GridCursor {
  active: GridPosition;
  anchor: GridPosition | undefined;
  span: "cells" | "rows";
}

export interface GridShape {
  rows: number;
  cols: number;
  /** Rows moved by a Page key. */
  page: number;
  selectable: boolean;
  /** Column of the check boxes, of the row actions; -1 where there is none. */
  selectColumn: number;
  actionColumn: number;
  /** Whether the row under the cursor (or the anchor, if there is one) is selected: Shift+arrow then extends rows. */
  anchorSelected: boolean;
  /** Whether anything is selected, so that Esc has something to give up. */
  anySelected: boolean;
}

export interface GridKey {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

export type GridAct =
  | { type: "none" }
  | { type: "open" | "toggle" | "edit" | "enter" | "toggleAll" | "selectAll" | "clear" | "copy" | "sort" | "menu" | "rowMenu" }
  | { type: "extendRows"; from: number; before: number; to: number };

export interface GridStep {
  cursor: GridCursor;
  act: GridAct;
}

const none: GridAct = { type: "none" };

/** The step a key asks for, or undefined when the key is not the grid's and must be left to the browser. */
export function gridKey(cursor: GridCursor, shape: GridShape, key: GridKey): GridStep | undefined {
  const target = motion(cursor.active, shape, key);
  if (target) return key.shift ? extendTo(cursor, shape, target) : { cursor: at(target), act: none };
  const act = actOf(cursor, shape, key);
  if (!act) return undefined;
  const drops = act.type === "clear" || act.type === "selectAll";
  return { cursor: drops ? at(cursor.active) : cursor, act };
}

/** The step of a press of the mouse on a cell. */
export function gridPress(cursor: GridCursor, shape: GridShape, target: GridPosition, shift: boolean): GridStep {
  return shift ? extendTo(cursor, shape, target) : { cursor: at(target), act: none };
}

export function at(active: GridPosition): GridCursor {
  return { active, anchor: undefined, span: "cells" };
}

/** The cells between anchor and cursor, both ends included; undefined when fewer than two cells are meant. */
export function cellRange(cursor: GridCursor): { top: number; left: number; bottom: number; right: number } | undefined {
  const { active, anchor, span } = cursor;
  if (!anchor || span === "rows" || (anchor.row === active.row && anchor.col === active.col)) return undefined;
  return {
    top: Math.min(anchor.row, active.row),
    left: Math.min(anchor.col, active.col),
    bottom: Math.max(anchor.row, active.row),
    right: Math.max(anchor.col, active.col),
  };
}

/** The cursor moved inside a grid that has become smaller; an empty grid keeps it where its first row will be. */
export function clampCursor(cursor: GridCursor, rows: number, cols: number): GridCursor {
  const inside = (p: GridPosition): GridPosition => ({
    row: Math.min(p.row, Math.max(0, rows - 1)),
    col: Math.max(0, Math.min(p.col, cols - 1)),
  });
  const active = inside(cursor.active);
  const anchor = cursor.anchor && inside(cursor.anchor);
  if (same(active, cursor.active) && (!anchor || !cursor.anchor || same(anchor, cursor.anchor))) return cursor;
  return { active, anchor, span: cursor.span };
}

/** The cursor on the same row where that stands somewhere else now: `rowOf` says where a row of before is, -1 where it is gone. */
export function followRow(cursor: GridCursor, rowOf: (row: number) => number): GridCursor {
  const { row, col } = cursor.active;
  const now = row < 0 ? row : rowOf(row);
  return now === row || now < 0 ? cursor : at({ row: now, col });
}

function same(a: GridPosition, b: GridPosition): boolean {
  return a.row === b.row && a.col === b.col;
}

function motion({ row, col }: GridPosition, shape: GridShape, { key, ctrl, alt }: GridKey): GridPosition | undefined {
  const lastRow = shape.rows - 1;
  const lastCol = shape.cols - 1;
  if (alt) return undefined;
  if (ctrl) {
    switch (key) {
      case "Home":
        return { row: Math.min(0, lastRow), col: 0 };
      case "End":
        return { row: lastRow, col: lastCol };
      case "ArrowUp":
        return { row: Math.min(0, lastRow), col };
      case "ArrowDown":
        return { row: lastRow, col };
      case "ArrowLeft":
        return { row, col: 0 };
      case "ArrowRight":
        return { row, col: lastCol };
      default:
        return undefined;
    }
  }
  switch (key) {
    case "ArrowUp":
      return { row: Math.max(headerRow, row - 1), col };
    case "ArrowDown":
      return { row: Math.min(lastRow, row + 1), col };
    case "ArrowLeft":
      return { row, col: Math.max(0, col - 1) };
    case "ArrowRight":
      return { row, col: Math.min(lastCol, col + 1) };
    case "Home":
      return { row, col: 0 };
    case "End":
      return { row, col: lastCol };
    case "PageUp":
      return row === headerRow ? { row, col } : { row: Math.max(0, row - shape.page), col };
    case "PageDown":
      return { row: Math.min(lastRow, Math.max(0, row) + shape.page), col };
    default:
      return undefined;
  }
}

function extendTo(cursor: GridCursor, shape: GridShape, target: GridPosition): GridStep {
  const { active } = cursor;
  if (active.row === headerRow) return { cursor: at(target), act: none };
  const anchor = cursor.anchor ?? active;
  const to: GridPosition = { row: Math.max(0, target.row), col: target.col };
  const byRows = target.col === shape.selectColumn || active.col === shape.selectColumn || (shape.anchorSelected && to.col === active.col);
  const rows = cursor.anchor ? cursor.span === "rows" : shape.selectable && byRows && to.row !== active.row;
  if (!rows) return { cursor: { active: to, anchor, span: "cells" }, act: none };
  return { cursor: { active: to, anchor, span: "rows" }, act: { type: "extendRows", from: anchor.row, before: active.row, to: to.row } };
}

function actOf({ active, anchor }: GridCursor, shape: GridShape, { key, ctrl, shift, alt }: GridKey): GridAct | undefined {
  if (alt) return key === "ArrowDown" && active.row === headerRow ? { type: "menu" } : undefined;
  if (ctrl) {
    const letter = key.toLowerCase();
    if (letter === "a" && !shift) return { type: "selectAll" };
    return letter === "c" && !shift ? { type: "copy" } : undefined;
  }
  if (active.row === headerRow) return headerAct(active.col, shape, key, shift);
  switch (key) {
    case "Enter":
      return { type: active.col === shape.actionColumn ? "enter" : "open" };
    case " ":
      return active.col === shape.actionColumn ? { type: "enter" } : shape.selectable ? { type: "toggle" } : none;
    case "F2":
      return { type: active.col === shape.actionColumn ? "enter" : "edit" };
    case "ContextMenu":
      return { type: "rowMenu" };
    case "F10":
      return shift ? { type: "rowMenu" } : undefined;
    case "Escape":
      return anchor || shape.anySelected ? { type: "clear" } : undefined;
    default:
      return undefined;
  }
}

function headerAct(col: number, shape: GridShape, key: string, shift: boolean): GridAct | undefined {
  if (key === "Enter" || key === " ") {
    if (col === shape.actionColumn) return { type: "menu" };
    return { type: col === shape.selectColumn ? "toggleAll" : "sort" };
  }
  if (key === "F2" || key === "ContextMenu" || (key === "F10" && shift)) return { type: "menu" };
  return key === "Escape" && shape.anySelected ? { type: "clear" } : undefined;
}
