import type { Expression, SqlBool } from "kysely";
import type { z } from "zod";
import type { RequestOf } from "#contract/kit/call.ts";
import { localText } from "#contract/kit/zones.ts";
import type { SampleUserRow, sample, sampleUserFields } from "#contract/resources/sample.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { inScope } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";

export type SampleUserFields = z.output<typeof sampleUserFields>;

export type SampleUserFilter = RequestOf<typeof sample.calls.list>;

/** Whose sample users are meant: those of an organisation and of all below it. */
export type Owner = Pick<Caller, "companyPath">;

/** Who edits and when. */
export interface Editor extends Owner {
  companyId: string;
  name: string;
  zone: string;
  at: number;
}

const columns = ["id", "name", "sex", "age", "birth", "addr", "version"] as const;

const rowsMatching = (db: Db, owner: Owner, filter: SampleUserFilter) => {
  const name = filter.name?.trim() ?? "";
  const query = db.selectFrom("sample_user").where(({ ref }) => inScope(db, owner, ref("sample_user.company_id")));
  return name === "" ? query : query.where(({ ref }): Expression<SqlBool> => containsFolded(ref("sample_user.name"), name));
};

const ordered = (db: Db, owner: Owner, filter: SampleUserFilter) => {
  const query = rowsMatching(db, owner, filter).select(columns);
  const sorted = filter.sortField ? query.orderBy(filter.sortField, filter.sortOrder ?? "asc") : query.orderBy("created_at", "desc");
  return sorted.orderBy("id");
};

const asRow = (row: Omit<SampleUserRow, "sex"> & { sex: number }): SampleUserRow => ({ ...row, sex: row.sex === 0 ? 0 : 1 });

/** All users that match, newest first unless another order is asked for. */
export const listSampleUsers = async (db: Db, owner: Owner, filter: SampleUserFilter): Promise<SampleUserRow[]> =>
  (await ordered(db, owner, filter).execute()).map(asRow);

/** One page; one past the end is the last. */
export const pageSampleUsers = async (db: Db, owner: Owner, filter: SampleUserFilter, page: { page: number; pageSize: number }) => {
  const { total } = await rowsMatching(db, owner, filter)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset } = pageOf({ pageNo: page.page, pageSize: page.pageSize }, total);
  const rows = await ordered(db, owner, filter).limit(page.pageSize).offset(offset).execute();
  return { totalCount: total, users: rows.map(asRow) };
};

/** The fields and nothing else that the object may carry. */
const columnsOf = ({ name, sex, age, birth, addr }: Omit<SampleUserFields, "sex"> & { sex: number }) => ({ name, sex, age, birth, addr });

export const addSampleUser = async (db: Db, fields: SampleUserFields, editor: Editor): Promise<{ id: string; change: string }> => {
  const id = newId(editor.at);
  const values = columnsOf(fields);
  const stamps = { created_at: editor.at, updated_at: editor.at, updated_by: editor.name };
  await db
    .insertInto("sample_user")
    .values({ id, company_id: editor.companyId, ...values, ...stamps })
    .execute();
  return { id, change: creationOf(id, values) };
};

/** Saves over the version that was read; a newer one is refused with who made it and when. Without a version it saves over any. Answers what it changed. */
export const editSampleUser = (
  db: Db,
  asked: SampleUserFields & { id: string; version?: number | undefined },
  editor: Editor,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = await rowsMatching(tx, editor, {}).selectAll().where("id", "=", asked.id).executeTakeFirst();
    if (!row) throw new Problem("notFound");
    const { version, updated_at, updated_by: by } = row;
    if (asked.version !== undefined && asked.version !== version)
      throw new Problem("versionConflict", {
        values: { by, at: localText(editor.zone, updated_at) },
        data: { by, at: new Date(updated_at).toISOString(), version },
      });
    const values = columnsOf(asked);
    await tx
      .updateTable("sample_user")
      .set({ ...values, version: version + 1, updated_at: editor.at, updated_by: editor.name })
      .where("id", "=", row.id)
      .execute();
    return changeOf(columnsOf(row), values);
  });

const idsInOneStatement = 500;

/** Removes them all or, where one is missing, none. */
export const removeSampleUsers = (db: Db, owner: Owner, ids: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const wanted = [...new Set(ids)];
    const gone: (readonly [id: string, name: string])[] = [];
    for (let from = 0; from < wanted.length; from += idsInOneStatement) {
      const some = wanted.slice(from, from + idsInOneStatement);
      const own = rowsMatching(tx, owner, {}).select("id").where("id", "in", some);
      const rows = await tx.deleteFrom("sample_user").where("id", "in", own).returning(["id", "name"]).execute();
      if (rows.length !== some.length) throw new Problem("notFound");
      gone.push(...rows.map(({ id, name }) => [id, name] as const));
    }
    return { removed: wanted.length, change: changeOf(Object.fromEntries(gone), {}) };
  });
