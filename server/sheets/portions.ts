import { SheetFault } from "./fault.ts";
import type { SheetLimits } from "./limits.ts";
import type { OpenFile, OpenSheet, ParsedRow } from "./openFile.ts";
import type { Notice, Portion, SheetRow } from "./sheet.ts";
import { cellNotices, cellText } from "./values/cellText.ts";

const rowsAtOnce = 500;

type Kept = Pick<SheetLimits, "rows" | "columns" | "cells" | "cellCharacters" | "characters">;

/** The rows of a sheet as texts, without blank ones. Throws a SheetFault that names the row where a limit is passed. */
export async function* portionsOf(sheet: OpenSheet, { from1904 }: Pick<OpenFile, "from1904">, limits: Kept): AsyncGenerator<Portion> {
  const counted = new Counted(sheet.name, limits);
  const source = sheet.read();
  let rows: SheetRow[] = [];
  let notices: Notice[] = [];
  try {
    for (;;) {
      const { done, value } = await source.next();
      if (done) {
        for (const { from, to } of value) notices.push({ code: "mergedCells", sheet: sheet.name, ...from, to });
        break;
      }
      for (const parsed of value) {
        const row = sheetRow(parsed, from1904);
        if (!row) continue;
        counted.add(row);
        rows.push(row);
        notices.push(...noticesOf(parsed, sheet.name));
        if (rows.length < rowsAtOnce) continue;
        yield { rows, notices };
        rows = [];
        notices = [];
      }
    }
  } finally {
    await source.return([]);
  }
  if (rows.length + notices.length > 0) yield { rows, notices };
}

/** Whether the sheet has a cell with a value. */
export const isFilled = async (sheet: OpenSheet): Promise<boolean> => {
  const source = sheet.read();
  try {
    for (;;) {
      const { done, value } = await source.next();
      if (done) return false;
      if (value.some((row) => sheetRow(row, false))) return true;
    }
  } finally {
    await source.return([]);
  }
};

/** undefined for a blank one. A formula without a value is none, but has to be told. */
const sheetRow = (parsed: ParsedRow, from1904: boolean): SheetRow | undefined => {
  const cells: string[] = [];
  let filled = false;
  for (const { column, value } of parsed.cells) {
    const text = cellText(value, from1904);
    if (value.kind !== "none" && !/\S/.test(text)) continue;
    filled = true;
    while (cells.length < column - 1) cells.push("");
    cells[column - 1] = text;
  }
  return filled ? { row: parsed.row, cells } : undefined;
};

const noticesOf = ({ row, hidden, cells }: ParsedRow, sheet: string): Notice[] => [
  ...(hidden ? [{ code: "hiddenRow", sheet, row, column: null } as const] : []),
  ...cells.flatMap(({ column, value, formula }) => cellNotices(value, formula).map((code) => ({ code, sheet, row, column }))),
];

class Counted {
  readonly #sheet: string;
  readonly #limits: Kept;
  #rows = 0;
  #cells = 0;
  #characters = 0;

  constructor(sheet: string, limits: Kept) {
    this.#sheet = sheet;
    this.#limits = limits;
  }

  add({ row, cells }: SheetRow): void {
    const { rows, columns, cellCharacters, characters, cells: mostCells } = this.#limits;
    const at = { sheet: this.#sheet, row };
    this.#rows += 1;
    if (this.#rows > rows) throw new SheetFault("tooManyRows", { ...at, limit: rows });
    if (cells.length > columns) throw new SheetFault("tooManyColumns", { ...at, limit: columns });
    for (const text of cells) {
      if (text === "") continue;
      this.#cells += 1;
      this.#characters += text.length;
      if (text.length > cellCharacters) throw new SheetFault("tooMuch", { ...at, limit: cellCharacters });
    }
    if (this.#cells > mostCells) throw new SheetFault("tooManyCells", { ...at, limit: mostCells });
    if (this.#characters > characters) throw new SheetFault("tooMuch", { ...at, limit: characters });
  }
}
