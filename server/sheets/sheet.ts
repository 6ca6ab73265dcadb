/** What a reader of an uploaded table is told beside its rows; the words for it belong to who asks. */
export const noticeCodes = [
  /** A number of more than 15 digits, of which a spreadsheet keeps 15, or one that a text has as `1.23E+12`: zeros stand for lost digits. */
  "roundedNumber",
  /** The value that a formula had when the file was saved. */
  "formula",
  /** A formula that was saved without a value; its text is empty. */
  "formulaWithoutValue",
  /** An error such as `#N/A`, which is the text. */
  "errorValue",
  /** Cells joined into one, from here to `to`: the value is the first cell's, the others are empty. */
  "mergedCells",
  /** A row with values that is hidden or filtered away. */
  "hiddenRow",
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

/** Rows and columns count from 1, as in a spreadsheet. */
export interface Place {
  row: number;
  column: number;
}

export interface Notice {
  code: NoticeCode;
  sheet: string;
  row: number;
  /** null where it is about the whole row. */
  column: number | null;
  /** The last cell of merged ones. */
  to?: Place;
}

export interface SheetRow {
  /** As a spreadsheet numbers it: blank rows before it count. */
  row: number;
  /** Texts from column A on, up to the last one with a value. */
  cells: readonly string[];
}

/** What is told of a cell comes with its row, what is told of merged cells with the last rows. */
export interface Portion {
  rows: readonly SheetRow[];
  notices: readonly Notice[];
}

export interface SheetInfo {
  name: string;
  hidden: boolean;
  /** Has at least one cell with a value. */
  filled: boolean;
}

export type SheetFormat = "xlsx" | "xls" | "text";
