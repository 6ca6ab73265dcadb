import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import { pointTable } from "#contract/pointTable.ts";
import type { PointTableRead } from "#contract/resources/deviceDataRecipe.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import type { Notice } from "#server/sheets/sheet.ts";
import { meantSheet, readTable } from "#server/sheets/table.ts";
import { cellNotices, mergedPlaces } from "./cellNotices.ts";
import { wordsOf } from "./sheetRows.ts";
import { headingNotices, mergedNotices, otherSheetNotices, readUploaded, refuseMissing } from "./uploadedSheets.ts";

/** The rows of an uploaded table of data points as they stand there; nothing is kept. Refused is what holds no such table. */
export const readPointTable = (file: File, language: Language): Promise<PointTableRead> =>
  readUploaded(file, async (file) => {
    const place = meantSheet(file.sheets);
    const table = place === undefined ? undefined : await readTable(file.portions(place), pointTable);
    if (place === undefined || !table) throw fieldProblem("file", "sheet.empty");
    const { columns } = table.headings;
    refuseMissing(pointTable, table.headings);
    const rows: PointTableRead["rows"] = [];
    const merged: Notice[] = [];
    for await (const portion of table.portions) {
      merged.push(...portion.notices.filter(({ code }) => code === "mergedCells"));
      const told = cellNotices(portion.notices, columns);
      if (rows.length + portion.rows.length > limits.point.perTemplate)
        throw new Problem("badRequest", {
          fields: [{ path: "file", message: "import.mostRows", values: { max: limits.point.perTemplate } }],
        });
      for (const { row, cells } of portion.rows) {
        const notes = (told.get(row) ?? []).map((fault) => ({ column: fault.column, message: wordsOf(fault, language) }));
        rows.push({ line: row, cells: cells as Record<string, string>, notes });
      }
    }
    if (rows.length === 0) throw fieldProblem("file", "import.noRows");
    const notices = [
      ...otherSheetNotices(file.sheets, place),
      ...headingNotices(table.headings),
      ...mergedNotices(mergedPlaces(merged, table.headings.row)),
    ];
    return {
      ...{ sheet: file.sheets[place]?.name ?? "", rows },
      columns: [...columns].sort(([, one], [, other]) => one - other).map(([id]) => id),
      notices: notices.map((notice) => wordsOf(notice, language)),
    };
  });
