/** What a file's cell holds: text stays text, whatever it looks like; numbers are numbers. */
export type Cell = string | number | bigint | null;

export const byteOrderMark = "\ufeff";

const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const signedNumber = /^[+-]\d+(?:\.\d+)?$/;

const needsQuotes = /[",\r\n]/;

/** Values stand bare; text that a spreadsheet would run as a formula, also with a full-width sign, gets an apostrophe. */
const written = (cell: Cell): string => {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const safe = formulaStart.test(cell) && !signedNumber.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Lines of comma-separated values, as RFC 4180 has them. */
export const csv = (records: readonly (readonly Cell[])[]): string =>
  records.map((record) => `${record.map(written).join(",")}\r\n`).join("");
