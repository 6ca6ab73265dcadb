import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { useIntl } from "react-intl";
import { at, clampCursor, type GridPosition } from "./gridKeys.ts";
import { revealCell } from "./revealCell.ts";
import { addPage, extendRows, toggleKey, togglePage } from "./rowSelection.ts";
import type { TableSort } from "./tableColumn.ts";
import type { LayoutStep } from "./tableLayout.ts";
import { keyAt, type TableCommands, type TableState, type TableStore } from "./tableStore.ts";
import { copyText, tsv } from "./tableText.ts";

export interface TableCallbacks<Row> {
  onSort: ((sort: TableSort | undefined) => void) | undefined;
  onSelection: ((keys: ReadonlySet<string>) => void) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  onLayoutStep(step: LayoutStep): void;
}

export interface GridCommands extends TableCommands {
  nextSort(col: number): void;
  open(row: number): void;
  toggleRow(row: number): void;
  togglePage(): void;
  selectAll(): void;
  extend(from: number, before: number, to: number): void;
  clear(): void;
  copy(): void;
  /** `typed` takes the place of the cell's text. */
  beginEdit(row: number, col: number, typed?: string): void;
  /** Moves the cursor by so many rows and columns, within the rows. */
  step(by: GridPosition): void;
  enterCell(row: number, col: number): void;
}

/** Everything the table can be told to do, under one stable identity. */
export function useGridCommands<Row>(
  store: TableStore<Row>,
  callbacks: TableCallbacks<Row>,
  root: RefObject<HTMLDivElement | null>,
  holder: RefObject<HTMLDivElement | null>,
  rowHeight: number,
): GridCommands {
  const intl = useIntl();
  const latest = useRef({ callbacks, intl });
  useLayoutEffect(() => {
    latest.current = { callbacks, intl };
  });
  return useMemo(() => {
    const call = () => latest.current.callbacks;
    const focusGrid = () => holder.current?.focus({ preventScroll: true });
    const column = (col: number) => {
      const view = store.state().views[col];
      return view?.kind === "data" ? view.column : undefined;
    };
    const select = (change: (keys: ReadonlySet<string>) => ReadonlySet<string>) => {
      const { selection } = store.state();
      if (selection) call().onSelection?.(change(selection));
    };
    const closeEdit = (refocus: boolean, step?: GridPosition) => {
      store.update({ edit: undefined });
      if (refocus) focusGrid();
      if (step) commands.step(step);
    };
    const save = async (saving: Promise<void>, refocus: boolean, step?: GridPosition) => {
      const { edit } = store.state();
      if (edit) store.update({ edit: { ...edit, busy: true, error: undefined } });
      try {
        await saving;
        closeEdit(refocus, step);
      } catch (error) {
        const told = error instanceof Error && error.message !== "" ? error.message : undefined;
        const message = told ?? latest.current.intl.formatMessage({ id: "table.saveFailed" });
        const now = store.state().edit;
        if (now) store.update({ edit: { ...now, busy: false, error: message } });
      }
    };
    const commands: GridCommands = {
      focusGrid,
      sortBy(col, order) {
        const target = column(col);
        if (target?.sortable) call().onSort?.(order && { field: target.id, order });
      },
      nextSort(col) {
        const { sort } = store.state();
        const order = sort?.field === column(col)?.id ? sort?.order : undefined;
        commands.sortBy(col, order === undefined ? "asc" : order === "asc" ? "desc" : undefined);
      },
      layout(step) {
        call().onLayoutStep(step);
        if (step.type === "resize") return;
        store.update({ menu: undefined });
        focusGrid();
      },
      open(row) {
        const value = store.state().rows[row];
        if (value !== undefined) call().onOpen?.(value);
      },
      toggleRow(row) {
        const key = keyAt(store.state(), row);
        if (key !== undefined) select((keys) => toggleKey(keys, key));
      },
      togglePage() {
        select((keys) => togglePage(keys, store.state().keys));
      },
      selectAll() {
        const { selection, count, views, keys: page, rows } = store.state();
        if (selection) return select((keys) => addPage(keys, page));
        if (rows.length === 0) return;
        const active = { row: count - 1, col: views.length - 1 };
        store.update({ cursor: { active, anchor: { row: 0, col: 0 }, span: "cells" } });
      },
      extend(from, before, to) {
        select((keys) => extendRows(keys, (row) => keyAt(store.state(), row), from, before, to));
      },
      clear() {
        const { cursor, range, selection } = store.state();
        store.update({ cursor: at(cursor.active) });
        if (!range && selection && selection.size > 0) call().onSelection?.(new Set());
      },
      copy() {
        const cells = copiedCells(store.state());
        const host = root.current;
        if (!host || cells.length === 0) return;
        const count = cells.reduce((sum, row) => sum + row.length, 0);
        copyText(tsv(cells), host).then((done) => {
          const id = done ? "table.copied" : "table.copyFailed";
          store.update({ notice: latest.current.intl.formatMessage({ id }, { count }) });
        });
      },
      beginEdit(row, col, typed) {
        const value = store.state().rows[row];
        const edit = column(col)?.edit;
        if (!edit || value === undefined || edit.can?.(value) === false) return;
        store.update({
          edit: { row, col, draft: typed ?? edit.value(value), typed: typed !== undefined, error: undefined, busy: false },
        });
      },
      draft(text) {
        const { edit } = store.state();
        if (edit && !edit.busy) store.update({ edit: { ...edit, draft: text, error: undefined } });
      },
      commitEdit(refocus, step) {
        const { edit, rows } = store.state();
        const value = edit && rows[edit.row];
        const rule = edit && column(edit.col)?.edit;
        if (!edit || edit.busy || value === undefined || !rule) return;
        if (rule.value(value) === edit.draft) return closeEdit(refocus, step);
        const error = rule.check?.(edit.draft, value);
        if (error !== undefined) return store.update({ edit: { ...edit, error } });
        const saving = rule.commit(value, edit.draft);
        if (saving) void save(saving, refocus, step);
        else closeEdit(refocus, step);
      },
      cancelEdit() {
        if (!store.state().edit?.busy) closeEdit(true);
      },
      step({ row, col }) {
        const { cursor, count, views } = store.state();
        const to = { row: Math.max(0, cursor.active.row + row), col: cursor.active.col + col };
        const next = clampCursor(at(to), count, views.length);
        store.update({ cursor: next });
        if (root.current) revealCell(store.state(), root.current, rowHeight, next.active);
      },
      enterCell(row, col) {
        const drawn = root.current?.querySelector(`[data-row="${row}"][data-col="${col}"] button:not(:disabled)`);
        if (drawn instanceof HTMLElement) drawn.focus({ preventScroll: true });
      },
    };
    return commands;
  }, [store, root, holder, rowHeight]);
}

/** The range if there is one, else the selected rows of this page, else the one cell. */
function copiedCells<Row>(state: TableState<Row>): string[][] {
  const { rows, views, range, cursor, selection, rowKey } = state;
  const { active } = cursor;
  const chosen = range ? undefined : rows.filter((row) => row !== undefined && selection?.has(rowKey(row)));
  const whole = chosen !== undefined && chosen.length > 0;
  const left = whole ? 0 : (range?.left ?? active.col);
  const right = whole ? views.length - 1 : (range?.right ?? active.col);
  const columns = views.slice(left, right + 1).flatMap((view) => (view.kind === "data" ? [view.column] : []));
  if (columns.length === 0) return [];
  if (active.row < 0 && !whole) return [columns.map((column) => column.label)];
  const source = whole ? chosen : rows.slice(range?.top ?? active.row, (range?.bottom ?? active.row) + 1);
  return source.flatMap((row) => (row === undefined ? [] : [columns.map((column) => column.text(row))]));
}
