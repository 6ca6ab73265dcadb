import type { SheetRow } from "./sheet.ts";

export interface TableColumn<Id extends string = string> {
  id: Id;
  /** What stands above the column in either language, and what else people write there. */
  headings: { zh: string; en: string; more?: readonly string[] };
  required: boolean;
}

export interface HeadingFault<Id extends string = string> {
  code: "unknownHeading" | "repeatedHeading" | "missingHeading";
  /** The column of the sheet; null where a heading is missing. */
  column: number | null;
  /** As it stands there; empty where it is missing. */
  text: string;
  /** The column that stands there twice or is missing; null for an unknown one. */
  id: Id | null;
}

export interface MatchedHeadings<Id extends string = string> {
  /** The row of the headings. */
  row: number;
  /** Which column of the sheet has which column of the table, counted from 1. */
  columns: ReadonlyMap<Id, number>;
  /** Unknown and repeated ones as they stand, then required ones that are missing. */
  faults: readonly HeadingFault<Id>[];
}

/** Headings that are the same to people: neither case, blanks and marks that nobody sees nor full-width forms count. */
export const comparable = (heading: string): string =>
  heading
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{Cc}]/gu, "");

const byHeading = <Id extends string>(columns: readonly TableColumn<Id>[]): Map<string, Id> => {
  const ids = new Map<string, Id>();
  for (const { id, headings } of columns)
    for (const heading of [headings.zh, headings.en, ...(headings.more ?? [])]) {
      const key = comparable(heading);
      if (key === "" || (ids.get(key) ?? id) !== id) throw new RangeError(`the heading ${heading} is not only that of ${id}`);
      ids.set(key, id);
    }
  return ids;
};

/**
 * Finds the columns in the row of headings, in any order and either language. The first of two that are the same is taken. Throws a
 * RangeError where two of the columns that are asked for could not be told apart.
 */
export const matchHeadings = <Id extends string>({ row, cells }: SheetRow, columns: readonly TableColumn<Id>[]): MatchedHeadings<Id> => {
  const ids = byHeading(columns);
  const places = new Map<Id, number>();
  const faults: HeadingFault<Id>[] = [];
  for (const [place, text] of cells.entries()) {
    const key = comparable(text);
    if (key === "") continue;
    const id = ids.get(key);
    const column = place + 1;
    if (id === undefined) faults.push({ code: "unknownHeading", column, text, id: null });
    else if (places.has(id)) faults.push({ code: "repeatedHeading", column, text, id });
    else places.set(id, column);
  }
  for (const { id, required } of columns)
    if (required && !places.has(id)) faults.push({ code: "missingHeading", column: null, text: "", id });
  return { row, columns: places, faults };
};
