import { SheetFault } from "#server/sheets/fault.ts";
import type { SheetLimits } from "#server/sheets/limits.ts";
import type { Merged, OpenFile, ParsedRow } from "#server/sheets/openFile.ts";
import { readSharedTexts } from "./sharedTexts.ts";
import { SheetEvents } from "./sheetEvents.ts";
import { readStyles } from "./styles.ts";
import { readWorkbook } from "./workbook.ts";
import { xmlEvents } from "./xmlEvents.ts";
import { ZipParts } from "./zipParts.ts";

/** Zip files of other programs, by a part that they have. */
const otherTables = ["content.xml", "xl/workbook.bin", "index/document.iwa"];

/** A workbook in a zip file. Its sheets are unpacked and read anew each time, piece by piece. */
export const openXlsx = async (file: Buffer, { unpackedBytes, characters }: SheetLimits): Promise<OpenFile> => {
  const parts = await ZipParts.open(file, unpackedBytes);
  const workbook = await readWorkbook(parts);
  if (!workbook) throw new SheetFault(otherTables.some((name) => parts.has(name)) ? "otherFormat" : "notATable");
  const formats = workbook.styles && parts.has(workbook.styles) ? await readStyles(parts.text(workbook.styles)) : [];
  const texts =
    workbook.sharedTexts && parts.has(workbook.sharedTexts) ? await readSharedTexts(parts.text(workbook.sharedTexts), characters) : [];
  const rows = async function* (part: string): AsyncGenerator<readonly ParsedRow[], readonly Merged[]> {
    const events = new SheetEvents({ formats, texts });
    for await (const _ of xmlEvents(parts.text(part), events)) yield events.take();
    return events.merged;
  };
  return {
    format: "xlsx",
    from1904: workbook.from1904,
    sheets: workbook.sheets.map(({ name, hidden, part }) => ({ name, hidden, read: () => rows(part) })),
  };
};
