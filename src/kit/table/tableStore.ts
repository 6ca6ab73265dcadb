import { useSyncExternalStore } from "react";
import type { MenuPlace } from "#src/kit/menu/actionMenu.tsx";
import { at, cellRange, type GridCursor, type GridPosition } from "./gridKeys.ts";
import type { CellStateOf, ColumnView, TableAction, TableColumn, TableSort } from "./tableColumn.ts";
import type { LayoutStep } from "./tableLayout.ts";

/*
 * Headers, rows and menus read what they show from this store: new rows, the cursor and the selection repaint what they touch, without a pass of
 * Blueprint's table.
 */

/** First and last index, both drawn. */
export interface Interval {
  from: number;
  to: number;
}

export interface CellEdit {
  row: number;
  col: number;
  draft: string;
  /** Begun by a character that took the place of the text. */
  typed: boolean;
  error: string | undefined;
  busy: boolean;
}

export interface TableState<Row> {
  rows: readonly (Row | undefined)[];
  /** Rows drawn: bars stand in while the first rows load. */
  count: number;
  views: readonly ColumnView<Row>[];
  /** px of each view as drawn. */
  widths: readonly number[];
  frozen: number;
  /** The actions stand at the right edge, since the columns are wider than the table. */
  strip: boolean;
  rowKey(row: Row): string;
  selection: ReadonlySet<string> | undefined;
  /** Keys of all loaded rows, and how many of them are selected. */
  keys: readonly string[];
  mark: "none" | "some" | "all";
  sort: TableSort | undefined;
  hidden: readonly TableColumn<Row>[];
  rowActions: ((row: Row) => TableAction[]) | undefined;
  /** How many of them have buttons of their own. */
  buttons: number;
  rowName: ((row: Row) => string) | undefined;
  cellState: CellStateOf<Row> | undefined;
  cursor: GridCursor;
  range: ReturnType<typeof cellRange>;
  hover: number | undefined;
  visible: { rows: Interval; cols: Interval };
  edit: CellEdit | undefined;
  menu: number | undefined;
  /** The row whose actions are offered, and where. */
  rowMenu: { row: number; place: MenuPlace } | undefined;
  notice: string;
}

export interface TableCommands {
  sortBy(col: number, order: "asc" | "desc" | undefined): void;
  layout(step: LayoutStep): void;
  draft(text: string): void;
  /** With a step the cursor goes on from the cell by so many rows and columns. */
  commitEdit(refocus: boolean, step?: GridPosition): void;
  cancelEdit(): void;
  focusGrid(): void;
}

export interface TableStore<Row> {
  id: string;
  state(): TableState<Row>;
  subscribe(listener: () => void): () => void;
  update(patch: Partial<Omit<TableState<Row>, "range">>): void;
}

export function createTableStore<Row>(id: string, given: GivenState<Row>): TableStore<Row> {
  const listeners = new Set<() => void>();
  const nothing: Interval = { from: 0, to: -1 };
  let state: TableState<Row> = {
    ...given,
    cursor: at({ row: 0, col: 0 }),
    range: undefined,
    hover: undefined,
    visible: { rows: nothing, cols: nothing },
    edit: undefined,
    menu: undefined,
    rowMenu: undefined,
    notice: "",
  };
  return {
    id,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(patch) {
      state = { ...state, ...patch };
      if (patch.cursor) state.range = cellRange(patch.cursor);
      for (const listener of listeners) listener();
    },
  };
}

/** What comes from the properties; the rest is the table's own. */
export type GivenState<Row> = Omit<TableState<Row>, "cursor" | "range" | "hover" | "visible" | "edit" | "menu" | "rowMenu" | "notice">;

/** A slice of the state that repaints its component only when the slice is another one. */
export function useTable<Row, T>(store: TableStore<Row>, select: (state: TableState<Row>) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

export function isSelected<Row>(state: TableState<Row>, row: number): boolean {
  if (!state.selection || state.selection.size === 0) return false;
  const key = keyAt(state, row);
  return key !== undefined && state.selection.has(key);
}

export function keyAt<Row>(state: TableState<Row>, row: number): string | undefined {
  const value = state.rows[row];
  return value === undefined ? undefined : state.rowKey(value);
}

/** The id of the element of a cell, of a column header for row -1. */
export function cellId<Row>(store: TableStore<Row>, row: number, col: number): string {
  return row < 0 ? `${store.id}h${col}` : `${store.id}r${row}c${col}`;
}
