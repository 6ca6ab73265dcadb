/**
 * The cells of a text that spreadsheets put on the clipboard: tabs between cells, line ends between rows, quotation marks around a cell with
 * one of these, doubled within. The line end behind the last row is none of its own.
 */
export const pastedTable = (text: string): string[][] => {
  if (text === "") return [];
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  let begins = true;
  const end = (): void => {
    rows.at(-1)?.push(cell);
    cell = "";
    begins = true;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && begins && closes(text, at)) {
      quoted = true;
      begins = false;
    } else if (sign === "\t") end();
    else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[at + 1] === "\n") at += 1;
      end();
      rows.push([]);
    } else {
      cell += sign;
      begins = false;
    }
  }
  if (cell !== "" || rows.at(-1)?.length) end();
  else rows.pop();
  return rows;
};

/** Whether the quotation mark opens a cell that another one closes: else it is a sign like any other. */
const closes = (text: string, from: number): boolean => /^"(?:[^"]|"")*"(?=[\t\r\n]|$)/.test(text.slice(from, from + 40_000));
