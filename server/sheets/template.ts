import type { Language } from "#contract/messages.ts";
import { xlsx } from "#server/kit/xlsx.ts";
import type { TableColumn } from "./headings.ts";

export interface TemplateColumn extends TableColumn {
  /** px in a spreadsheet, about. */
  width: number;
}

/** A sheet with the headings alone, in one language, whose columns keep what is typed into them as text: leading zeros and every digit. */
export const sheetTemplate = (name: string, columns: readonly TemplateColumn[], language: Language): AsyncGenerator<Buffer> =>
  xlsx({
    name,
    headings: columns.map(({ headings }) => headings[language]),
    widths: columns.map(({ width }) => width),
    batches: noRows(),
    columnsOfText: true,
  });

async function* noRows(): AsyncGenerator<readonly never[]> {}
