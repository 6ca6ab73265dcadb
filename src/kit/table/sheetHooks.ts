import type { GridKey } from "./gridKeys.ts";
import type { TableStore } from "./tableStore.ts";

/** The cells that are meant: those of the range, or the one under the cursor. */
export interface SheetArea {
  /** The first and the last row. */
  readonly top: number;
  readonly bottom: number;
  /** Ids of its columns that can be edited. */
  readonly columns: readonly string[];
  /** Ids of the columns from its first one on to the last of the table. */
  readonly onward: readonly string[];
}

/** What a table whose cells are edited as in a spreadsheet does with keys and pasted texts. */
export interface SheetHooks {
  /** A key on the grid, before the grid has it; true of one that is dealt with. */
  onKey(press: GridKey, area: SheetArea): boolean;
  onPaste(text: string, area: SheetArea): void;
  /** The cursor or the range is another one. */
  onArea?(area: SheetArea): void;
}

export const sheetArea = <Row>(store: TableStore<Row>): SheetArea => {
  const { cursor, range, views } = store.state();
  const { active } = cursor;
  const { top, bottom, left, right } = range ?? { top: active.row, bottom: active.row, left: active.col, right: active.col };
  const ids = (from: number, to: number) =>
    views.slice(from, to).flatMap((view) => (view.kind === "data" && view.column.edit?.steps ? [view.column.id] : []));
  return { top: Math.max(0, top), bottom: Math.max(0, bottom), columns: ids(left, right + 1), onward: ids(left, views.length) };
};
