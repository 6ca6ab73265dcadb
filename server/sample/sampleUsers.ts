import type { Expression, SqlBool } from "kysely";
import type { z } from "zod";
import type { SampleUserRow, sampleUserFields } from "#contract/resources/sample.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";

export type SampleUserFields = z.output<typeof sampleUserFields>;

export interface SampleUserFilter {
  name?: string | undefined;
  sortField?: string | undefined;
  sortOrder?: "asc" | "desc" | undefined;
}

/** Who edits and when. */
export interface Editor {
  name: string;
  zone: string;
  at: number;
}

const columns = ["id", "name", "sex", "age", "birth", "addr", "version"] as const;
type SortColumn = Exclude<(typeof columns)[number], "version">;
const isSortColumn = (field: string | undefined): field is SortColumn => columns.some((column) => column === field && column !== "version");

const rowsMatching = (db: Db, filter: SampleUserFilter) => {
  const name = filter.name?.trim() ?? "";
  const query = db.selectFrom("sample_user");
  return name === "" ? query : query.where(({ ref }): Expression<SqlBool> => containsFolded(ref("sample_user.name"), name));
};

const ordered = (db: Db, filter: SampleUserFilter) => {
  const query = rowsMatching(db, filter).select(columns);
  const sorted = isSortColumn(filter.sortField)
    ? query.orderBy(filter.sortField, filter.sortOrder ?? "asc")
    : query.orderBy("created_at", "desc");
  return sorted.orderBy("id");
};

const asRow = (row: Omit<SampleUserRow, "sex"> & { sex: number }): SampleUserRow => ({ ...row, sex: row.sex === 0 ? 0 : 1 });

/** All users that match, newest first unless another order is asked for. */
export const listSampleUsers = async (db: Db, filter: SampleUserFilter): Promise<SampleUserRow[]> =>
  (await ordered(db, filter).execute()).map(asRow);

/** One page; one past the end is the last. */
export const pageSampleUsers = async (db: Db, filter: SampleUserFilter, page: { page: number; pageSize: number }) => {
  const { total } = await rowsMatching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset } = pageOf({ pageNo: page.page, pageSize: page.pageSize }, total);
  const rows = await ordered(db, filter).limit(page.pageSize).offset(offset).execute();
  return { totalCount: total, users: rows.map(asRow) };
};

export const addSampleUser = async (db: Db, fields: SampleUserFields, editor: Editor): Promise<{ id: string }> => {
  const id = newId(editor.at);
  const { name, sex, age, birth, addr } = fields;
  const values = { id, name, sex, age, birth, addr, created_at: editor.at, updated_at: editor.at, updated_by: editor.name };
  await db.insertInto("sample_user").values(values).execute();
  return { id };
};

const localTime = (at: number, zone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(at);

/** Saves over the version that was read; a newer one is refused with who made it and when. Without a version it saves over any. */
export const editSampleUser = async (
  db: Db,
  change: SampleUserFields & { id: string; version?: number | undefined },
  editor: Editor,
): Promise<void> => {
  const { id, version, name, sex, age, birth, addr } = change;
  const result = await db
    .updateTable("sample_user")
    .set((row) => ({ name, sex, age, birth, addr, version: row("version", "+", 1), updated_at: editor.at, updated_by: editor.name }))
    .where("id", "=", id)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .executeTakeFirst();
  if (result.numUpdatedRows > 0n) return;
  const now = await db.selectFrom("sample_user").select(["version", "updated_at", "updated_by"]).where("id", "=", id).executeTakeFirst();
  if (!now) throw new Problem("notFound");
  const conflict = { by: now.updated_by, at: new Date(now.updated_at).toISOString(), version: now.version };
  throw new Problem("versionConflict", { values: { by: now.updated_by, at: localTime(now.updated_at, editor.zone) }, data: conflict });
};

const idsInOneStatement = 500;

/** Removes them all or, where one is missing, none. */
export const removeSampleUsers = async (db: Db, ids: readonly string[]): Promise<{ removed: number }> => {
  const wanted = [...new Set(ids)];
  await db.transaction().execute(async (transaction) => {
    for (let from = 0; from < wanted.length; from += idsInOneStatement) {
      const some = wanted.slice(from, from + idsInOneStatement);
      const { numDeletedRows } = await transaction.deleteFrom("sample_user").where("id", "in", some).executeTakeFirst();
      if (Number(numDeletedRows) !== some.length) throw new Problem("notFound");
    }
  });
  return { removed: wanted.length };
};
