import { CFB, read, type WorkSheet } from "@e965/xlsx";
import { SheetFault } from "./fault.ts";
import type { Merged, OpenFile, ParsedCell, ParsedRow } from "./openFile.ts";
import type { CellValue } from "./values/cellText.ts";
import { numberFormat, plainFormat } from "./values/numberFormat.ts";

/** The workbook of Excel 97 to 2003 is called `Workbook`, the one of Excel 5 and 95 `Book`; an xlsx with a password is packed once more. */
const checkContents = (file: Buffer): void => {
  const container = CFB.read(file, { type: "buffer" });
  const has = (name: string): boolean => CFB.find(container, name) !== null;
  if (has("EncryptedPackage")) throw new SheetFault("encrypted");
  if (has("Workbook")) return;
  throw new SheetFault(has("Book") ? "otherFormat" : "notATable");
};

/** A file of Excel 97 to 2003. It is read whole: there are 65,536 rows of 256 columns at most in a sheet. */
export const openXls = (file: Buffer): OpenFile => {
  checkContents(file);
  const book = parsed(file);
  const kept = new Map(book.Workbook?.Sheets?.map(({ name, Hidden }) => [name, Hidden !== undefined && Hidden !== 0]));
  return {
    format: "xls",
    from1904: book.Workbook?.WBProps?.date1904 === true,
    sheets: book.SheetNames.flatMap((name) => {
      const sheet = book.Sheets[name];
      if (!sheet) throw new SheetFault("torn");
      return isChart(sheet) ? [] : [{ name, hidden: kept.get(name) ?? false, read: () => rowsOf(sheet) }];
    }),
  };
};

const parsed = (file: Buffer) => {
  try {
    return read(file, { type: "buffer", dense: true, cellNF: true, cellText: false, cellHTML: false });
  } catch (error) {
    throw error instanceof Error && /password|encryption/i.test(error.message) ? new SheetFault("encrypted", {}, error) : error;
  }
};

const isChart = (sheet: WorkSheet): boolean => sheet["!type"] === "chart";

async function* rowsOf(sheet: WorkSheet): AsyncGenerator<readonly ParsedRow[], readonly Merged[]> {
  const rows = sheet["!data"] ?? [];
  const hidden = sheet["!rows"] ?? [];
  for (const [place, cells] of rows.entries()) {
    if (cells) yield [{ row: place + 1, hidden: hidden[place]?.hidden === true, cells: cells.flatMap(parsedCell) }];
  }
  return (sheet["!merges"] ?? []).map(({ s, e }) => ({
    from: { row: s.r + 1, column: s.c + 1 },
    to: { row: e.r + 1, column: e.c + 1 },
  }));
}

/** As it is in memory, whatever the library's types say. */
interface XlsCell {
  t: string;
  v?: unknown;
  f?: string;
  F?: string;
  z?: unknown;
}

const parsedCell = (cell: XlsCell, place: number): ParsedCell[] => {
  const value = cellValue(cell);
  return value ? [{ column: place + 1, value, formula: cell.f !== undefined || cell.F !== undefined }] : [];
};

const cellValue = ({ t, v, z }: XlsCell): CellValue | undefined => {
  if (t === "s") return { kind: "text", text: String(v ?? "") };
  if (t === "n") return { kind: "number", value: Number(v), format: typeof z === "string" ? numberFormat(z) : plainFormat };
  if (t === "b") return { kind: "boolean", value: v === true };
  if (t === "e") return { kind: "error", text: errorTexts.get(Number(v)) ?? "#N/A" };
  return undefined;
};

const errorTexts: ReadonlyMap<number, string> = new Map([
  [0x00, "#NULL!"],
  [0x07, "#DIV/0!"],
  [0x0f, "#VALUE!"],
  [0x17, "#REF!"],
  [0x1d, "#NAME?"],
  [0x24, "#NUM!"],
  [0x2a, "#N/A"],
  [0x2b, "#GETTING_DATA"],
]);
