import { Readable } from "node:stream";
import { type FileFormat, fileRows } from "#contract/fileFormat.ts";
import { byteOrderMark, type Cell, csv } from "#contract/kit/csv.ts";
import { type Language, say } from "#contract/messages.ts";
import type { FileAnswer } from "./fileAnswer.ts";
import { fileName } from "./fileName.ts";
import { Problem } from "./problem.ts";
import { xlsx, xlsxType } from "./xlsx.ts";

export type Rows = readonly (readonly Cell[])[];

export interface Column {
  heading: string;
  /** px in a spreadsheet, about. */
  width: number;
}

export interface TableFile {
  /** Without its ending. */
  name: string;
  format: FileFormat;
  language: Language;
  columns: readonly Column[];
  /** The rows in batches, read while the file is written. */
  batches: AsyncGenerator<Rows>;
  most?: number;
}

/**
 * A table as a file, written while it is read. Complete up to a million rows; one that was cut says so in its last line. A table without
 * rows is refused: a heading alone tells nobody why.
 */
export const tableFile = async ({ name, format, language, columns, batches, most = fileRows }: TableFile): Promise<FileAnswer> => {
  const first = await nextFilled(batches);
  if (!first) throw new Problem("nothingToExport");
  const rows = cutRows(first, batches, most, (count) => say(language, "file.cut", { count }));
  const headings = columns.map(({ heading }) => heading);
  const widths = columns.map(({ width }) => width);
  return {
    fileName: `${fileName(name)}.${format}`,
    contentType: format === "xlsx" ? xlsxType : "text/csv; charset=utf-8",
    body: Readable.from(format === "xlsx" ? xlsx({ name, headings, widths, batches: rows }) : csvText(headings, rows)),
  };
};

const nextFilled = async (batches: AsyncGenerator<Rows>): Promise<Rows | undefined> => {
  for (;;) {
    const { done, value } = await batches.next();
    if (done) return undefined;
    if (value.length > 0) return value;
  }
};

async function* csvText(headings: readonly string[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield byteOrderMark + csv([headings]);
  for await (const batch of batches) yield csv(batch);
}

async function* cutRows(first: Rows, rest: AsyncGenerator<Rows>, most: number, told: (count: number) => string): AsyncGenerator<Rows> {
  let written = 0;
  let batch: Rows | undefined = first;
  try {
    while (batch) {
      const taken = batch.slice(0, most - written);
      written += taken.length;
      if (taken.length > 0) yield taken;
      if (taken.length < batch.length) {
        yield [[told(written)]];
        return;
      }
      batch = await nextFilled(rest);
    }
  } finally {
    await rest.return(undefined);
  }
}
