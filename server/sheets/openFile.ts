import type { SheetFormat } from "./sheet.ts";
import type { CellValue } from "./values/cellText.ts";

export interface ParsedCell {
  column: number;
  value: CellValue;
  formula: boolean;
}

export interface ParsedRow {
  row: number;
  hidden: boolean;
  cells: ParsedCell[];
}

export interface Merged {
  from: { row: number; column: number };
  to: { row: number; column: number };
}

/** What the readers of the formats have in common. */
export interface OpenSheet {
  name: string;
  hidden: boolean;
  /** Rows in order, blank ones too; at the end which cells are merged. May be called again. */
  read(): AsyncGenerator<readonly ParsedRow[], readonly Merged[]>;
}

export interface OpenFile {
  format: SheetFormat;
  /** Whether days count from 1904. */
  from1904: boolean;
  sheets: readonly OpenSheet[];
}
