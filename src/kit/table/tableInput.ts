import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type RefObject, useMemo } from "react";
import { isComposing } from "#src/kit/form/typedText.ts";
import { below } from "#src/kit/menu/actionMenu.tsx";
import { at, type GridAct, type GridPosition, type GridShape, gridKey, gridPress } from "./gridKeys.ts";
import { headerHeight } from "./gridWindow.ts";
import { revealCell } from "./revealCell.ts";
import { type SheetHooks, sheetArea } from "./sheetHooks.ts";
import type { GridCommands } from "./tableCommands.ts";
import { scroller } from "./tablePane.ts";
import { cellId, isSelected, type TableStore } from "./tableStore.ts";

const dragThreshold = 4;

/** Keyboard and mouse of the whole table, to be spread on its root element; `reveal` brings a row into view. */
export function useGridInput<Row>(
  store: TableStore<Row>,
  commands: GridCommands,
  root: RefObject<HTMLDivElement | null>,
  holder: RefObject<HTMLDivElement | null>,
  rowHeight: number,
  sheet: RefObject<SheetHooks | undefined>,
) {
  return useMemo(() => {
    let pressed = { x: 0, y: 0 };
    let dragFrom: GridPosition | undefined;

    const shape = (root: Element): GridShape => {
      const state = store.state();
      const { views, cursor, selection } = state;
      return {
        rows: state.count,
        cols: views.length,
        page: Math.max(1, Math.floor(((scroller(root)?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1),
        selectable: selection !== undefined,
        selectColumn: views.findIndex((view) => view.kind === "select"),
        actionColumn: views.findIndex((view) => view.kind === "actions"),
        anchorSelected: isSelected(state, (cursor.anchor ?? cursor.active).row),
        anySelected: (selection?.size ?? 0) > 0,
      };
    };

    const perform = (act: GridAct) => {
      const { active } = store.state().cursor;
      switch (act.type) {
        case "none":
          return;
        case "open":
          return commands.open(active.row);
        case "toggle":
          return commands.toggleRow(active.row);
        case "toggleAll":
          return commands.togglePage();
        case "selectAll":
          return commands.selectAll();
        case "extendRows":
          return commands.extend(act.from, act.before, act.to);
        case "clear":
          return commands.clear();
        case "copy":
          return commands.copy();
        case "edit":
          return commands.beginEdit(active.row, active.col);
        case "enter":
          return commands.enterCell(active.row, active.col);
        case "sort":
          return commands.nextSort(active.col);
        case "rowMenu": {
          const cell = document.getElementById(cellId(store, active.row, active.col));
          return cell ? store.update({ rowMenu: { row: active.row, place: below(cell, "start") } }) : undefined;
        }
        case "menu":
          return store.state().views[active.col]?.kind === "select" ? undefined : store.update({ menu: active.col });
      }
    };

    /** True where the key is that of an action of the row under the cursor, which then runs. */
    const actByKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
      const { rows, cursor, rowActions, selection } = store.state();
      const row = rows[cursor.active.row];
      if (row === undefined || !rowActions || (selection?.size ?? 0) > 0 || ctrlKey || metaKey || altKey || shiftKey) return false;
      const action = rowActions(row).find((one) => one.key === key.toLowerCase() && !one.disabled);
      action?.run();
      return action !== undefined;
    };

    const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
      const { target, currentTarget } = event;
      if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || isComposing(event)) return;
      if (target !== holder.current && (target.tagName === "INPUT" || moveInCell(event, target, commands))) return;
      const before = store.state().cursor;
      const hooks = target === holder.current ? sheet.current : undefined;
      if ((hooks && onSheet(event, hooks, store, commands)) || (target === holder.current && actByKey(event))) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const key = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
      if (target !== holder.current && (key.key === "Enter" || key.key === " ")) return;
      const step = gridKey(before, shape(currentTarget), key);
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      if (target !== holder.current) commands.focusGrid();
      // Esc gives up the cells of a range first and the rows only at the next press: clear() must see the range.
      if (step.act.type !== "clear" && step.cursor !== before) store.update({ cursor: step.cursor });
      if (step.cursor.active !== before.active) revealCell(store.state(), currentTarget, rowHeight, step.cursor.active);
      perform(step.act);
    };

    const onMouseDown = (event: MouseEvent<HTMLDivElement>) => {
      const { target, currentTarget } = event;
      if (!(target instanceof HTMLElement) && !(target instanceof SVGElement)) return;
      if (!currentTarget.contains(target) || target.closest("input.gh-editor")) return;
      pressed = { x: event.clientX, y: event.clientY };
      dragFrom = undefined;
      event.preventDefault();
      commands.focusGrid();
      const position = positionOf(target);
      if (!position || event.button !== 0) return;
      if (position.row < 0) return store.update({ cursor: at(position) });
      if (event.ctrlKey || event.metaKey) {
        store.update({ cursor: at(position) });
        return commands.toggleRow(position.row);
      }
      const step = gridPress(store.state().cursor, shape(currentTarget), position, event.shiftKey);
      store.update({ cursor: step.cursor });
      perform(step.act);
      if (step.act.type === "none") dragFrom = step.cursor.anchor ?? position;
    };

    const onMouseOver = (event: MouseEvent<HTMLDivElement>) => {
      const position = event.target instanceof Element ? positionOf(event.target) : undefined;
      const row = position && position.row >= 0 ? position.row : undefined;
      if (store.state().hover !== row) store.update({ hover: row });
      if (dragFrom && position && row !== undefined && (event.buttons & 1) !== 0) {
        store.update({ cursor: { active: position, anchor: dragFrom, span: "cells" } });
      }
    };

    const onClick = (event: MouseEvent<HTMLDivElement>) => {
      const { target, currentTarget } = event;
      if (!(target instanceof Element) || !currentTarget.contains(target)) return;
      const position = positionOf(target);
      if (!position || target.closest("button, .gh-colhead-menu, .bp6-table-resize-handle-target")) return;
      const kind = store.state().views[position.col]?.kind;
      const moved = Math.abs(event.clientX - pressed.x) > dragThreshold || Math.abs(event.clientY - pressed.y) > dragThreshold;
      if (moved || event.shiftKey || event.ctrlKey || event.metaKey) return;
      if (position.row >= 0) return kind === "select" ? commands.toggleRow(position.row) : undefined;
      if (kind === "select") commands.togglePage();
      else commands.nextSort(position.col);
    };

    const onDoubleClick = (event: MouseEvent<HTMLDivElement>) => {
      const { target, currentTarget } = event;
      if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest("a, button, input")) return;
      const position = positionOf(target);
      const view = position && store.state().views[position.col];
      if (!position || position.row < 0 || view?.kind !== "data") return;
      if (view.column.edit?.steps) commands.beginEdit(position.row, position.col);
      else commands.open(position.row);
    };

    const onPaste = (event: ClipboardEvent<HTMLDivElement>) => {
      if (event.target !== holder.current || !sheet.current) return;
      event.preventDefault();
      sheet.current.onPaste(event.clipboardData.getData("text/plain"), sheetArea(store));
    };

    const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
      const position = event.target instanceof Element ? positionOf(event.target) : undefined;
      if (position && position.row >= 0 && store.state().rowActions) {
        event.preventDefault();
        const place = { left: event.clientX, top: event.clientY, align: "start" } as const;
        return store.update({ cursor: at(position), rowMenu: { row: position.row, place } });
      }
      if (!position || position.row >= 0 || store.state().views[position.col]?.kind === "select") return;
      event.preventDefault();
      store.update({ menu: position.col });
    };

    return {
      reveal: (row: number) => root.current && revealCell(store.state(), root.current, rowHeight, { row, col: 0 }),
      onKeyDown,
      onMouseDown,
      onMouseOver,
      onClick,
      onDoubleClick,
      onPaste,
      onContextMenu,
      onMouseLeave: () => store.update({ hover: undefined }),
    };
  }, [store, commands, root, holder, rowHeight, sheet]);
}

/** The keys of a spreadsheet, before those of the grid; true of one that is dealt with. */
function onSheet<Row>(event: KeyboardEvent, hooks: SheetHooks, store: TableStore<Row>, commands: GridCommands): boolean {
  const { active } = store.state().cursor;
  if (active.row < 0) return false;
  const press = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
  if (hooks.onKey(press, sheetArea(store))) return true;
  if (press.ctrl || press.alt) return false;
  if (event.key === "Enter") {
    commands.step({ row: press.shift ? -1 : 1, col: 0 });
    return true;
  }
  const view = store.state().views[active.col];
  if (event.key.length !== 1 || event.key === " " || view?.kind !== "data" || !view.column.edit?.steps) return false;
  commands.beginEdit(active.row, active.col, event.key);
  return true;
}

function positionOf(target: Element): GridPosition | undefined {
  const cell = target.closest<HTMLElement>("[data-row]");
  return cell ? { row: Number(cell.dataset.row), col: Number(cell.dataset.col) } : undefined;
}

/** Left and right between the buttons of one cell; Esc back to the grid. True when the key is dealt with. */
function moveInCell(event: KeyboardEvent, target: HTMLElement, commands: GridCommands): boolean {
  const cell = target.closest("[data-row]");
  if (!cell) return false;
  if (event.key === "Escape" || event.key === "F2") {
    event.preventDefault();
    event.stopPropagation();
    commands.focusGrid();
    return true;
  }
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return false;
  const buttons = [...cell.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const next = buttons[buttons.indexOf(target) + (event.key === "ArrowLeft" ? -1 : 1)];
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
  return true;
}
