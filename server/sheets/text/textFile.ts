import { CsvError, parse } from "csv-parse/sync";
import { unguarded } from "#contract/kit/csv.ts";
import { SheetFault } from "#server/sheets/fault.ts";
import type { SheetLimits } from "#server/sheets/limits.ts";
import type { OpenFile, ParsedRow } from "#server/sheets/openFile.ts";
import type { CellValue } from "#server/sheets/values/cellText.ts";
import { plainFormat } from "#server/sheets/values/numberFormat.ts";

const separators = [",", ";", "\t"] as const;
/** The line by which a file tells Excel how its cells are separated. Excel shows it as no row. */
const toldSeparator = /^sep=([,;\t])\r?\n/i;
/** How some programs keep Excel from taking digits for a number. */
const keptText = /^="([^"]*)"$/;
/** How Excel writes a number that it could not show with all its digits. */
const shortened = /^-?\d(?:\.\d+)?E\+(\d{2,3})$/;
const shortenedFrom = 11;

const rowsAtOnce = 1000;

/** A table of text. Its rows are numbered as a spreadsheet that opens it would number them. */
export const textFile = (text: string, { cellCharacters, columns }: Pick<SheetLimits, "cellCharacters" | "columns">): OpenFile => {
  const told = toldSeparator.exec(text);
  const table = told ? text.slice(told[0].length) : text;
  const separator = told?.[1] ?? separatorOf(table);
  const read = async function* (): AsyncGenerator<readonly ParsedRow[], readonly []> {
    const records = recordsOf(table, separator, 2 * cellCharacters * columns);
    for (let from = 0; from < records.length; from += rowsAtOnce)
      yield records.slice(from, from + rowsAtOnce).map((cells, place) => parsedRow(cells, from + place + 1));
    return [];
  };
  return { format: "text", from1904: false, sheets: [{ name: "", hidden: false, read }] };
};

/** The one that splits the first line with anything in it into most cells. */
const separatorOf = (text: string): string => {
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]));
  let quoted = false;
  let filled = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === "\r" || sign === "\n") {
      if (filled) break;
      for (const separator of separators) counts.set(separator, 0);
    } else if (counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    else if (/\S/.test(sign)) filled = true;
  }
  return separators.reduce((best, separator) => ((counts.get(separator) ?? 0) > (counts.get(best) ?? 0) ? separator : best));
};

const recordsOf = (text: string, delimiter: string, mostCharacters: number): string[][] => {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: mostCharacters,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE") throw new SheetFault("tooMuch", { limit: mostCharacters }, error);
    throw new SheetFault("torn", typeof error.records === "number" ? { row: error.records + 1 } : {}, error);
  }
};

const parsedRow = (cells: readonly string[], row: number): ParsedRow => ({
  row,
  hidden: false,
  cells: cells.map((cell, place) => ({ column: place + 1, value: cellValue(cell), formula: false })),
});

const cellValue = (cell: string): CellValue => {
  const power = shortened.exec(cell)?.[1];
  if (power && Number(power) >= shortenedFrom) return { kind: "number", value: Number(cell), format: plainFormat, rounded: true };
  return { kind: "text", text: unguarded(keptText.exec(cell)?.[1] ?? cell) };
};
