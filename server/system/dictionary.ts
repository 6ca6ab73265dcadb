import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { DictEntry, dict } from "#contract/resources/dict.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";

type Query = RequestOf<typeof dict.calls.query>;
type Fields = RequestOf<typeof dict.calls.post>;
type Edit = RequestOf<typeof dict.calls.put>;

const columns = ["id", "name", "value", "remark", "priority", "version"] as const;

/** Entries of the dictionary that the product reads by their ids. */
const isBuiltin = (id: string): boolean => id.startsWith("sys-conf-");

export const listEntries = async (db: Db, request: Query): Promise<ListOf<DictEntry>> => {
  const search = request.search === undefined ? "" : searchText(request.search);
  const matching = db
    .selectFrom("dict")
    .$if(request.name !== "", (query) => query.where("name", "=", request.name))
    .$if(search !== "", (query) =>
      query.where((eb) => eb.or((["name", "value", "remark"] as const).map((column) => containsFolded(eb.ref(column), search)))),
    );
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching
    .select(columns)
    .orderBy("name")
    .orderBy("priority")
    .orderBy("id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(
    rows.map((row) => ({ ...row, builtin: isBuiltin(row.id) })),
    total,
    pageNo,
    request,
  );
};

const entry = async (db: Db, id: string) => {
  const row = await db.selectFrom("dict").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

export const getEntry = async (db: Db, id: string): Promise<DictEntry> => {
  const { name, value, remark, priority, version } = await entry(db, id);
  return { id, name, value, remark, priority, version, builtin: isBuiltin(id) };
};

const fieldsOf = ({ name, value, remark, priority }: Fields) => ({ name, value, remark, priority });

/** A value stands once in a dictionary. */
const checkValue = async (db: Db, { name, value }: Fields, except?: string): Promise<void> => {
  const taken = await db.selectFrom("dict").select("id").where("name", "=", name).where("value", "=", value).execute();
  if (taken.some(({ id }) => id !== except)) throw new Problem("nameExists");
};

export const addEntry = (db: Db, caller: Caller, fields: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    await checkValue(tx, fields);
    const id = newId(at);
    await tx
      .insertInto("dict")
      .values({ id, ...fieldsOf(fields), updated_at: at, updated_by: authorOf(caller) })
      .execute();
    return { id, change: creationOf(id, fieldsOf(fields)) };
  });

/** The product's own entries keep the name and value by which it reads them. */
export const editEntry = (db: Db, caller: Caller, request: Edit, at: number): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await entry(tx, request.id);
    checkVersion(row, request.version);
    if (isBuiltin(row.id) && (row.name !== request.name || row.value !== request.value))
      throw new Problem("notModifiable", { values: { name: row.value } });
    await checkValue(tx, request, row.id);
    await tx
      .updateTable("dict")
      .set({ ...fieldsOf(request), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return { change: changeOf(fieldsOf(row), fieldsOf(request)) };
  });

export const removeEntries = (db: Db, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const rows = [];
    for (const id of new Set(asked)) {
      const row = await entry(tx, id);
      if (isBuiltin(id)) throw new Problem("builtin", { values: { name: row.value } });
      rows.push(row);
    }
    await tx
      .deleteFrom("dict")
      .where(
        "id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();
    return { removed: rows.length, change: changeOf(Object.fromEntries(rows.map((row) => [`${row.name}/${row.value}`, row.remark])), {}) };
  });
