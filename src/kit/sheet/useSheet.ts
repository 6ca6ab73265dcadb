import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from "react";
import type { SheetArea, SheetHooks } from "#src/kit/table/sheetHooks.ts";
import { pastedTable } from "./pastedTable.ts";
import { clearCells, fillDown, insertRows, type MakeRow, pasteCells, type Rows, removeRows, widthOf, writeCell } from "./sheetRows.ts";

const mostSteps = 200;

interface History {
  readonly rows: Rows;
  readonly past: readonly Rows[];
  readonly future: readonly Rows[];
}

type Step =
  | { readonly type: "edit"; readonly edit: (rows: Rows) => Rows }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  /** Other rows altogether, from which nothing leads back. */
  | { readonly type: "begin"; readonly rows: Rows };

export const sheetStep = (history: History, step: Step): History => {
  const { rows, past, future } = history;
  switch (step.type) {
    case "begin":
      return { rows: step.rows, past: [], future: [] };
    case "edit": {
      const next = step.edit(rows);
      return next === rows ? history : { rows: next, past: [...past, rows].slice(-mostSteps), future: [] };
    }
    case "undo": {
      const before = past.at(-1);
      return before ? { rows: before, past: past.slice(0, -1), future: [rows, ...future] } : history;
    }
    case "redo": {
      const [next, ...later] = future;
      return next ? { rows: next, past: [...past, rows], future: later } : history;
    }
  }
};

export interface Sheet {
  readonly rows: Rows;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  edit(edit: (rows: Rows) => Rows): void;
  write(key: string, column: string, text: string): void;
  undo(): void;
  redo(): void;
  begin(rows: Rows): void;
  readonly area: AreaWatch;
  readonly hooks: SheetHooks;
}

/** Where the cursor or the range is; a screen that drew itself anew with each of its steps would draw the whole sheet. */
interface AreaWatch {
  now(): SheetArea | undefined;
  subscribe(listener: () => void): () => void;
}

interface SheetOptions {
  readonly make: MakeRow;
  /** Columns for which a pasted table had no room. */
  onCut(columns: number): void;
  onSave(): void;
  /** Puts the cells of an area on the clipboard, for cutting. */
  copy(area: SheetArea): void;
}

const openArea = (): AreaWatch & { move(area: SheetArea): void } => {
  let area: SheetArea | undefined;
  const listeners = new Set<() => void>();
  return {
    now: () => area,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move(next) {
      area = next;
      for (const listener of listeners) listener();
    },
  };
};

export const useSheetArea = ({ area }: Pick<Sheet, "area">): SheetArea | undefined => useSyncExternalStore(area.subscribe, area.now);

/** Rows of texts that are edited as a spreadsheet is, with undo and redo. */
export const useSheet = (first: Rows, options: SheetOptions): Sheet => {
  const [{ rows, past, future }, step] = useReducer(sheetStep, { rows: first, past: [], future: [] });
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [area] = useState(openArea);
  const edit = useCallback((change: (rows: Rows) => Rows) => step({ type: "edit", edit: change }), []);
  const undo = useCallback(() => step({ type: "undo" }), []);
  const redo = useCallback(() => step({ type: "redo" }), []);
  const begin = useCallback((next: Rows) => step({ type: "begin", rows: next }), []);
  const write = useCallback((key: string, column: string, text: string) => edit((before) => writeCell(before, key, column, text)), [edit]);
  const hooks = useMemo(
    (): SheetHooks => ({
      onKey({ key, ctrl, shift, alt }, at) {
        if (alt) return false;
        const name = `${ctrl ? "mod+" : ""}${shift ? "shift+" : ""}${key.toLowerCase()}`;
        const acts: Record<string, () => void> = {
          delete: () => edit((before) => clearCells(before, at)),
          backspace: () => edit((before) => clearCells(before, at)),
          "mod+d": () => edit((before) => fillDown(before, at)),
          "mod+z": undo,
          "mod+y": redo,
          "mod+shift+z": redo,
          "mod+s": () => latest.current.onSave(),
          insert: () => edit((before) => insertRows(before, at.bottom + 1, [latest.current.make()])),
          "mod+delete": () => edit((before) => removeRows(before, at)),
          "mod+x": () => {
            latest.current.copy(at);
            edit((before) => clearCells(before, at));
          },
        };
        const act = acts[name];
        act?.();
        return act !== undefined;
      },
      onPaste(text, at) {
        const texts = pastedTable(text);
        const cut = widthOf(texts) - at.onward.length;
        edit((before) => pasteCells(before, at, texts, latest.current.make));
        if (cut > 0) latest.current.onCut(cut);
      },
      onArea: area.move,
    }),
    [edit, undo, redo, area],
  );
  return {
    ...{ rows, edit, write, undo, redo, begin, hooks, area },
    ...{ canUndo: past.length > 0, canRedo: future.length > 0 },
  };
};
