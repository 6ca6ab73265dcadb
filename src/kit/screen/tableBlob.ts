import writeXlsxFile, { type Row as SheetRow } from "write-excel-file/browser";
import { type FileFormat, fileRows } from "#contract/fileFormat.ts";
import { byteOrderMark, type Cell, csv } from "#contract/kit/csv.ts";

export interface FileColumn {
  heading: string;
  /** px on the screen. */
  width: number;
}

interface TableBlob {
  name: string;
  format: FileFormat;
  columns: readonly FileColumn[];
  /** Read while the file is made. */
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
  /** What the last line says of a table that was cut. */
  cut(count: number): string;
}

/** A sheet is held in memory as cells. */
const sheetRows = 100_000;
const pixelsPerSign = 7;
const longestText = 32_767;
const unfitForXml = /[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Numbers are numbers, but for those that a sheet would round; a text stays as it is, whatever its digits. */
const cell = (value: Cell): SheetRow[number] => {
  if (value === null || value === "") return null;
  if (typeof value === "number") return { type: Number, value };
  return { type: String, value: String(value).replace(unfitForXml, "\ufffd").slice(0, longestText) };
};

/** The table as a file; undefined where it has no row. */
export const tableBlob = async ({ name, format, columns, batches, cut }: TableBlob): Promise<Blob | undefined> => {
  const most = format === "xlsx" ? sheetRows : fileRows;
  const parts: string[] = [byteOrderMark + csv([columns.map(({ heading }) => heading)])];
  const sheet: SheetRow[] = [columns.map(({ heading }) => ({ type: String, value: heading, fontWeight: "bold" }))];
  let count = 0;
  for await (const batch of batches) {
    const taken = batch.slice(0, most - count);
    count += taken.length;
    if (format === "csv") parts.push(csv(taken));
    else for (const row of taken) sheet.push(row.map(cell));
    if (taken.length === batch.length) continue;
    parts.push(csv([[cut(count)]]));
    sheet.push([{ type: String, value: cut(count) }]);
    break;
  }
  if (count === 0) return undefined;
  if (format === "csv") return new Blob(parts, { type: "text/csv;charset=utf-8" });
  const widths = columns.map(({ width }) => ({ width: Math.round(width / pixelsPerSign) }));
  return await writeXlsxFile(sheet, {
    sheet: name.replace(/[[\]:*?/\\']/g, "_").slice(0, 31),
    columns: widths,
    stickyRowsCount: 1,
  }).toBlob();
};
