import type { FigureTable } from "./figureTable.ts";

export interface SeriesSummary {
  name: string;
  count: number;
  first: string;
  last: string;
}

/** What can be said of each series in words: how many readings, and the first and last of them. */
export const figureSummary = ({ columns, rows }: FigureTable): SeriesSummary[] =>
  columns.slice(1).map((name, column) => {
    const present = rows.map((row) => row[column + 1]).filter((text) => text !== undefined && text !== "–");
    return { name, count: present.length, first: present[0] ?? "–", last: present.at(-1) ?? "–" };
  });
