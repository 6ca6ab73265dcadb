import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import { pictureKey } from "#contract/pictureKey.ts";
import type { deviceRecipePicture, IconGroupRow } from "#contract/resources/deviceRecipePicture.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "./edits.ts";
import { sortingOf } from "./sorting.ts";
import { changeable, listedCompanies, mayChange, refuseTaken } from "./usable.ts";

type Calls = typeof deviceRecipePicture.calls;

const previewed = 6;
const sortable = ["name", "pictures", "points", "companyName", "updatedAt"] as const;
const columns = {
  name: "icon_group.name",
  pictures: "pictures",
  points: "points",
  companyName: "company.name",
  updatedAt: "icon_group.updated_at",
} as const;

const selectGroups = (db: Db, caller: Caller, narrowed = caller) =>
  db
    .selectFrom("icon_group")
    .innerJoin("company", "company.id", "icon_group.company_id")
    .selectAll("icon_group")
    .select(["company.name as companyName", "company.path"])
    .select((eb) => [
      eb
        .selectFrom("icon_picture")
        .select((picture) => picture.fn.countAll<number>().as("count"))
        .whereRef("icon_picture.group_id", "=", "icon_group.id")
        .as("pictures"),
      eb
        .selectFrom("point")
        .select((point) => point.fn.countAll<number>().as("count"))
        .whereRef("point.icon_group_id", "=", "icon_group.id")
        .as("points"),
    ])
    .where("icon_group.company_id", "in", listedCompanies(db, caller, narrowed));
type Selected = Awaited<ReturnType<ReturnType<typeof selectGroups>["execute"]>>[number];

/** Pictures by value of several groups, each in the order in which they were added. */
export const picturesOf = async (
  db: Db,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, { value: string; picture: string }[]>> => {
  if (groupIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("icon_picture")
    .select(["group_id", "value", "picture"])
    .where("group_id", "in", groupIds)
    .orderBy("id")
    .execute();
  return new Map(
    [...groupedBy(rows, (row) => row.group_id)].map(([id, held]) => [id, held.map(({ value, picture }) => ({ value, picture }))]),
  );
};

const rowsOf = async (db: Db, caller: Caller, selected: readonly Selected[]): Promise<IconGroupRow[]> => {
  const pictures = await picturesOf(
    db,
    selected.map(({ id }) => id),
  );
  return selected.map((row) => ({
    id: row.id,
    name: row.name,
    pictures: row.pictures ?? 0,
    points: row.points ?? 0,
    preview: (pictures.get(row.id) ?? []).slice(0, previewed).map(({ picture }) => picture),
    companyName: row.companyName,
    changeable: mayChange(caller, row.path),
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
  }));
};

export const listGroups = async (db: Db, caller: Caller, request: RequestOf<Calls["query"]>): Promise<ListOf<IconGroupRow>> => {
  const { field, order } = sortingOf(request, sortable, { field: "name", order: "asc" });
  const { name = "" } = request;
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const { total } = await db
    .selectFrom("icon_group")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("company_id", "in", listedCompanies(db, caller, narrowed))
    .where((eb) => containsFolded(eb.ref("icon_group.name"), name))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await selectGroups(db, caller, narrowed)
    .where((eb) => containsFolded(eb.ref("icon_group.name"), name))
    .orderBy(columns[field], order)
    .orderBy("icon_group.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(await rowsOf(db, caller, rows), total, pageNo, request);
};

const group = (db: Db, caller: Caller, id: string): Promise<Selected | undefined> =>
  selectGroups(db, caller).where("icon_group.id", "=", id).executeTakeFirst();

/** A group that the caller sees; any other is not found. */
export const seenGroup = async (db: Db, caller: Caller, id: string): Promise<Selected> => {
  const row = await group(db, caller, id);
  if (!row) throw new Problem("notFound");
  return row;
};

/** A group that the caller may change, its pictures included. */
export const ownGroup = async (db: Db, caller: Caller, id: string): Promise<Selected> => changeable(caller, await group(db, caller, id));

export const getGroup = async (db: Db, caller: Caller, id: string): Promise<IconGroupRow> => {
  const [row] = await rowsOf(db, caller, [await seenGroup(db, caller, id)]);
  if (!row) throw new Problem("notFound");
  return row;
};

const checkName = async (db: Db, companyId: string, name: string, except?: string): Promise<void> =>
  refuseTaken(await db.selectFrom("icon_group").select(["id", "name"]).where("company_id", "=", companyId).execute(), name, except);

export const addGroup = (
  db: Db,
  caller: Caller,
  { name, bodies }: RequestOf<Calls["post"]>,
  at: number,
): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    await checkName(tx, caller.companyId, name);
    const id = newId(at);
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    await tx
      .insertInto("icon_group")
      .values({ id, company_id: caller.companyId, name, ...stamps })
      .execute();
    for (const [place, { value, picture }] of bodies.entries())
      await tx
        .insertInto("icon_picture")
        // Ids sort by their time: the pictures keep their order.
        .values({ id: newId(at + place), group_id: id, value, value_key: pictureKey(value), picture, ...stamps })
        .execute();
    return { id, change: creationOf(id, { name, ...Object.fromEntries(bodies.map(({ value, picture }) => [value, picture])) }) };
  });

export const editGroup = (db: Db, caller: Caller, request: RequestOf<Calls["put"]>, at: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = await ownGroup(tx, caller, request.id);
    checkVersion(row, request.version);
    await checkName(tx, row.company_id, request.name, row.id);
    await tx
      .updateTable("icon_group")
      .set({ name: request.name, ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return changeOf({ name: row.name }, { name: request.name });
  });

/** Removes the groups with their pictures, or none of them when a data point shows one. */
export const removeGroups = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const rows: Selected[] = [];
    for (const id of new Set(asked)) rows.push(await ownGroup(tx, caller, id));
    const count = rows.reduce((sum, { points }) => sum + (points ?? 0), 0);
    if (count > 0)
      throw new Problem("inUse", { values: { count, what: { zh: "数据点", en: count === 1 ? "data point" : "data points" } } });
    const ids = rows.map(({ id }) => id);
    await tx.deleteFrom("icon_group").where("id", "in", ids).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(rows.map(({ id, name }) => [id, name])), {}) };
  });

/** A template's points show pictures of its own organisation and of those above it, so that whoever sees the point sees them. */
export const checkIconGroup = async (db: Db, groupId: string | null, recipePath: string): Promise<void> => {
  if (groupId === null) return;
  const row = await db
    .selectFrom("icon_group")
    .innerJoin("company", "company.id", "icon_group.company_id")
    .select("company.path")
    .where("icon_group.id", "=", groupId)
    .executeTakeFirst();
  if (!row || !recipePath.startsWith(row.path)) throw fieldProblem("iconGroupId", "rule.invalid");
};
