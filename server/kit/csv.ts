import { stringify } from "csv-stringify/sync";

/** What a file's cell holds: text stays text, whatever it looks like; numbers are numbers. */
export type Cell = string | number | bigint | null;

export const byteOrderMark = "\ufeff";

const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const signedNumber = /^[+-]\d+(?:\.\d+)?$/;

/** Values stand bare; text that a spreadsheet would run as a formula, also with a full-width sign, gets an apostrophe. */
const bare = (cell: Cell): string | bigint | null => {
  if (typeof cell !== "string") return typeof cell === "number" ? String(cell) : cell;
  return formulaStart.test(cell) && !signedNumber.test(cell) ? `'${cell}` : cell;
};

/** Lines of comma-separated values. */
export const csv = (records: readonly (readonly Cell[])[]): string =>
  stringify(
    records.map((record) => record.map(bare)),
    { record_delimiter: "windows" },
  );
