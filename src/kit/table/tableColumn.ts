import type { IconName, Intent } from "@blueprintjs/core";
import type { ReactNode } from "react";
import type { Cell } from "#contract/kit/csv.ts";

/** A column of a file. */
export interface FilePart<Row> {
  id: string;
  cell(row: Row): Cell;
}

/** One column. `id` is also the sort field on the wire; `label` is already translated. */
export interface TableColumn<Row> {
  id: string;
  label: string;
  /** px, 140 when left out. */
  width?: number;
  /** Hidden until somebody asks for it. */
  aside?: boolean;
  /** px below which its texts are not cut. */
  least?: number;
  /** "end" for numbers: tabular digits, flush right. */
  align?: "start" | "end";
  /** Serial numbers, addresses, codes. */
  mono?: boolean;
  sortable?: boolean;
  /** What is shown, copied and put in the tooltip; an en dash where there is no value. */
  text(row: Row): string;
  /** What a file of the table holds as a number; it holds the text where there is none. */
  number?(row: Row): number | null;
  /** What a file of the table holds as local time with its offset; it holds the text where there is none. */
  instant?(row: Row): string | null;
  /** Columns of a file that stand for this one there; their `label` is translated. */
  file?: readonly (FilePart<Row> & { label: string })[];
  /** A richer cell (a tag, a dot). `text` still serves copying and the tooltip. */
  render?(row: Row): ReactNode;
  edit?: ColumnEdit<Row>;
}

/** What sets a cell apart in a table whose cells are edited. `changed`: not saved yet; `faulty`: cannot be saved. `note` says why, translated. */
export interface CellState {
  readonly kind: "changed" | "faulty";
  readonly note?: string;
}

/** Editing in place by F2. */
export interface ColumnEdit<Row> {
  /** The text the editor opens with. */
  value(row: Row): string;
  /** Saves. A rejected promise keeps the editor open with what was typed; the message of an Error is shown as it is. */
  commit(row: Row, value: string): void | Promise<void>;
  /** False where this row may not be edited. */
  can?(row: Row): boolean;
  /** What is wrong with the text, already translated, or undefined. */
  check?(value: string, row: Row): string | undefined;
  maxLength?: number;
  /** As in a spreadsheet: what is typed on the cell takes the place of its text, Enter goes on to the cell below and Tab to the next one. */
  steps?: boolean;
  /** Offered while one types. */
  choices?: readonly string[];
}

/** `column` is the id of one. */
export type CellStateOf<Row> = (row: Row, column: string) => CellState | undefined;

export interface TableAction {
  id: string;
  label: string;
  icon: IconName;
  intent?: Intent;
  disabled?: boolean;
  /** A letter that runs it for the row under the cursor, where no row is ticked. */
  key?: string | undefined;
  run(): void;
}

export interface TableSort {
  field: string;
  order: "asc" | "desc";
}

/** What stands in one place of the column axis. */
export type ColumnView<Row> = { kind: "select" } | { kind: "data"; column: TableColumn<Row> } | { kind: "actions" };
