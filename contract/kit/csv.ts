/** What a file's cell holds: text stays text, whatever it looks like; numbers are numbers. */
export type Cell = string | number | bigint | null;

export const byteOrderMark = "\ufeff";

/** Signs that begin a formula, full-width and small ones too. Some programs cut blanks and what cannot be seen before they look. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** What turns the direction or controls something, and shows nothing itself. */
const hiddenStart = /^[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const signedNumber = /^[ \u00a0]*[+-]\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const needsQuotes = /[",\r\n]/;

/** Whether a spreadsheet would run the text as a formula, or it begins with what nobody sees. */
const acts = (text: string): boolean => hiddenStart.test(text) || (formulaStart.test(text) && !signedNumber.test(text));

/** One more apostrophe where there is one already, so that it can be taken away again. */
const guarded = (text: string): string => (acts(text.replace(/^'+/, "")) ? `'${text}` : text);

/** The text of a cell that was written here, without the apostrophe that was put before it. */
export const unguarded = (text: string): string => (text.startsWith("'") && acts(text.replace(/^'+/, "")) ? text.slice(1) : text);

/** Values stand bare; text that acts gets an apostrophe. */
const written = (cell: Cell): string => {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const safe = guarded(cell);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Lines of comma-separated values, as RFC 4180 has them. */
export const csv = (records: readonly (readonly Cell[])[]): string =>
  records.map((record) => `${record.map(written).join(",")}\r\n`).join("");
