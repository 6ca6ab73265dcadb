import { type MatchedHeadings, matchHeadings, type TableColumn } from "./headings.ts";
import type { Notice, Portion, SheetInfo } from "./sheet.ts";

export interface TableRow<Id extends string = string> {
  /** As the spreadsheet numbers it. */
  row: number;
  /** The texts of the columns that the sheet has; an empty cell is an empty text. */
  cells: Partial<Record<Id, string>>;
}

export interface TablePortion<Id extends string = string> {
  rows: readonly TableRow<Id>[];
  /** Those of the headings come with the first rows. */
  notices: readonly Notice[];
}

export interface Table<Id extends string = string> {
  headings: MatchedHeadings<Id>;
  /** The rows below the headings that have something in these columns. May be taken once. */
  portions: AsyncGenerator<TablePortion<Id>>;
}

/** The place of the sheet that a person means who names none: the first that has values and can be seen, else the first that has values. */
export const meantSheet = (sheets: readonly SheetInfo[]): number | undefined => {
  const place = sheets.findIndex(({ filled, hidden }) => filled && !hidden);
  const found = place >= 0 ? place : sheets.findIndex(({ filled }) => filled);
  return found >= 0 ? found : undefined;
};

/**
 * A sheet as a table: its first row that is not blank has the headings. undefined where there is no such row. Nothing is refused here:
 * whoever asks judges what is missing by `headings.faults`.
 */
export const readTable = async <Id extends string>(
  sheet: AsyncGenerator<Portion>,
  columns: readonly TableColumn<Id>[],
): Promise<Table<Id> | undefined> => {
  for await (const first of unended(sheet)) {
    const [headingRow, ...rows] = first.rows;
    if (!headingRow) continue;
    const headings = matchHeadings(headingRow, columns);
    return { headings, portions: tablePortions({ ...first, rows }, sheet, headings) };
  }
  return undefined;
};

/** Goes on with the same rows when its loop was left. */
async function* unended(sheet: AsyncGenerator<Portion>): AsyncGenerator<Portion> {
  for (;;) {
    const { done, value } = await sheet.next();
    if (done) return;
    yield value;
  }
}

async function* tablePortions<Id extends string>(
  first: Portion,
  rest: AsyncGenerator<Portion>,
  { columns }: MatchedHeadings<Id>,
): AsyncGenerator<TablePortion<Id>> {
  const taken = ({ rows, notices }: Portion): TablePortion<Id> => ({
    rows: rows.flatMap(({ row, cells }) => {
      const named = [...columns].map(([id, column]) => [id, cells[column - 1] ?? ""] as const);
      const filled = named.some(([, text]) => text !== "");
      return filled ? [{ row, cells: Object.fromEntries(named) as Record<Id, string> }] : [];
    }),
    notices,
  });
  try {
    yield taken(first);
    for await (const portion of rest) yield taken(portion);
  } finally {
    await rest.return(undefined);
  }
}
