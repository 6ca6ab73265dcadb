import { readFile } from "node:fs/promises";
import { asFault } from "#server/sheets/fault.ts";
import { type SheetLimits, sheetLimits } from "#server/sheets/limits.ts";
import { openAny } from "#server/sheets/openAny.ts";
import { isFilled, portionsOf } from "#server/sheets/portions.ts";
import type { Notice, Portion, SheetInfo, SheetRow } from "#server/sheets/sheet.ts";
import { type SheetFile, sheetReading } from "#server/sheets/sheetReading.ts";

export interface ReadFile {
  format: string;
  sheets: readonly (SheetInfo & { rows: SheetRow[]; notices: Notice[] })[];
}

const all = async ({
  format,
  sheets,
  portions,
}: Pick<SheetFile, "format" | "sheets"> & { portions(place: number): AsyncGenerator<Portion> }) => {
  const read = [];
  for (const [place, info] of sheets.entries()) {
    const rows: SheetRow[] = [];
    const notices: Notice[] = [];
    for await (const portion of portions(place)) {
      rows.push(...portion.rows);
      notices.push(...portion.notices);
    }
    read.push({ ...info, rows, notices });
  }
  return { format, sheets: read };
};

/** All that a file has, sheet by sheet, read by a thread as the server does it. */
export const readByThread = (file: Uint8Array, limits?: Partial<SheetLimits>): Promise<ReadFile> => sheetReading()(file, all, limits);

/** The same, read by what the thread runs, without its start: for the many files that differ in what they hold alone. */
export const readAll = async (file: Buffer, some: Partial<SheetLimits> = {}): Promise<ReadFile> => {
  const limits = { ...sheetLimits, ...some };
  try {
    const open = await openAny(file, limits);
    const sheets: SheetInfo[] = [];
    for (const sheet of open.sheets) sheets.push({ name: sheet.name, hidden: sheet.hidden, filled: await isFilled(sheet) });
    const portions = async function* (place: number) {
      const sheet = open.sheets[place];
      if (sheet) yield* portionsOf(sheet, open, limits);
    };
    return await all({ format: open.format, sheets, portions });
  } catch (error) {
    throw asFault(error);
  }
};

/** The rows of the first sheet alone. */
export const rowsOf = async (file: Buffer): Promise<SheetRow[]> => (await readAll(file)).sheets[0]?.rows ?? [];

/** A file that LibreOffice wrote. */
export const stored = (name: string): Promise<Buffer> => readFile(new URL(`./files/${name}`, import.meta.url));
