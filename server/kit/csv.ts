import { stringify } from "csv-stringify/sync";

type Cell = string | number | bigint | null;

/** A cell that is written as it is. */
export interface Asis {
  asis: string;
}

export const byteOrderMark = "\ufeff";

/**
 * Digits that a spreadsheet would shorten, or take for a date or a power of ten, stay text behind a tab, which it does not show; what it
 * would run as a formula gets an apostrophe.
 */
export const asText = (text: string): Asis => {
  if (/^[\d.-]/.test(text)) return { asis: `\t${text}` };
  return { asis: /^[=+@\t\r]/.test(text) ? `'${text}` : text };
};

/** Text that a spreadsheet would run as a formula gets an apostrophe; numbers, negative ones too, stay numbers. */
export const csv = (records: readonly (readonly (Cell | Asis)[])[]): string =>
  stringify(
    records.map((record) => [...record]),
    {
      escape_formulas: true,
      record_delimiter: "windows",
      cast: { object: (cell) => ("asis" in cell ? { value: String(cell.asis), escape_formulas: false, quoted: true } : "") },
    },
  );

const unfitForName = /[\\/:*?"<>|\p{Cc}]/gu;

/** A name as every file system takes it. */
export const fileName = (name: string): string => name.replace(unfitForName, "_");
