import { type Expression, type SqlBool, sql } from "kysely";
import type { ListOf } from "#contract/kit/page.ts";

export interface PageRequest {
  pageNo: number;
  pageSize: number;
}

/** The page to read and the page that the answer names: one past the end is the last. */
export const pageOf = (request: PageRequest, total: number): { offset: number; pageNo: number } => {
  const last = Math.max(1, Math.ceil(total / request.pageSize));
  const pageNo = Math.min(request.pageNo, last);
  return { offset: (pageNo - 1) * request.pageSize, pageNo };
};

export const listOf = <Row>(list: Row[], total: number, pageNo: number, request: PageRequest): ListOf<Row> => ({
  list,
  total,
  pageNo,
  pageSize: request.pageSize,
});

/** The page of rows that are all at hand. */
export const pageOfRows = <Row>(rows: readonly Row[], request: PageRequest): ListOf<Row> => {
  const { offset, pageNo } = pageOf(request, rows.length);
  return listOf(rows.slice(offset, offset + request.pageSize), rows.length, pageNo, request);
};

/** Reads the rows of a page whose ids were found first, in an index, and answers them in the order of the ids. */
export const rowsOfIds = async <Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  if (ids.length === 0) return [];
  const found = new Map((await read(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
};

/** Normal form for plain-text search: composed, no surrounding blanks, no case. */
export const searchText = (text: string): string => text.normalize().trim().toLowerCase();

/** Plain-text search in a column that holds normal form: no character is a wildcard. */
export const contains = (column: Expression<string>, text: string) => sql<SqlBool>`instr(${column}, ${searchText(text)}) > 0`;

/** Plain-text search in a column as it was typed; `lower` folds every script (SQLite's own would fold ASCII only, see openDatabase). */
export const containsFolded = (column: Expression<string>, text: string) => sql<SqlBool>`instr(lower(${column}), ${searchText(text)}) > 0`;
