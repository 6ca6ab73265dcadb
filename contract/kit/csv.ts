/** What a file's cell holds: text stays text, whatever it looks like; numbers are numbers. */
export type Cell = string | number | bigint | null;

export const byteOrderMark = "\ufeff";

/** Signs that begin a formula, full-width and small ones too. Some programs cut blanks and what cannot be seen before they look. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** What turns the direction or controls something, and shows nothing itself. */
const hiddenStart = /^[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const signedNumber = /^[ \u00a0]*[+-]\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const needsQuotes = /[",\r\n]/;

/** Values stand bare; text that a spreadsheet would run as a formula, or that begins with what nobody sees, gets an apostrophe. */
const written = (cell: Cell): string => {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const acts = hiddenStart.test(cell) || (formulaStart.test(cell) && !signedNumber.test(cell));
  const safe = acts ? `'${cell}` : cell;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Lines of comma-separated values, as RFC 4180 has them. */
export const csv = (records: readonly (readonly Cell[])[]): string =>
  records.map((record) => `${record.map(written).join(",")}\r\n`).join("");
