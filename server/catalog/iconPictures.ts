import type { Selectable } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { pictureKey } from "#contract/pictureKey.ts";
import type { deviceRecipePicture, IconPictureRow } from "#contract/resources/deviceRecipePicture.ts";
import type { Db } from "#server/db/open.ts";
import type { IconPictureTable } from "#server/db/platformTables.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { iconGroups } from "./iconGroups.ts";

type Calls = typeof deviceRecipePicture.calls;
type Fields = RequestOf<Calls["add_body"]>;
type Row = Selectable<IconPictureTable>;

const columns = { value: "value_key", added: "id" } as const satisfies Record<SortFieldOf<RequestOf<Calls["query_body"]>>, string>;

const rowOf = ({ id, group_id, value, picture, version }: Row): IconPictureRow => ({ id, groupId: group_id, value, picture, version });

/** The pictures of one group, in the order in which they were added unless asked otherwise. */
export const listPictures = async (db: Db, caller: Caller, request: RequestOf<Calls["query_body"]>): Promise<ListOf<IconPictureRow>> => {
  const { field, order } = sortingOf(request, { field: "added", order: "asc" });
  await iconGroups.toSee(db, caller, request.groupId);
  const matching = db
    .selectFrom("icon_picture")
    .where("group_id", "=", request.groupId)
    .where((eb) => containsFolded(eb.ref("icon_picture.value"), request.search ?? ""));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching.selectAll().orderBy(columns[field], order).limit(request.pageSize).offset(offset).execute();
  return listOf(rows.map(rowOf), total, pageNo, request);
};

const found = async (db: Db, id: string): Promise<Row> => {
  const row = await db.selectFrom("icon_picture").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

/** A picture whose group the caller sees. */
export const getPicture = async (db: Db, caller: Caller, id: string): Promise<IconPictureRow> => {
  const row = await found(db, id);
  await iconGroups.toSee(db, caller, row.group_id);
  return rowOf(row);
};

const ownPicture = async (db: Db, caller: Caller, id: string): Promise<Row> => {
  const row = await found(db, id);
  await iconGroups.toChange(db, caller, row.group_id);
  return row;
};

/** A value has one picture; answers how many the group has. */
const checkValue = async (db: Db, { groupId, value }: Fields, except?: string): Promise<number> => {
  const rows = await db.selectFrom("icon_picture").select(["id", "value_key"]).where("group_id", "=", groupId).execute();
  if (rows.some((row) => row.id !== except && row.value_key === pictureKey(value))) throw fieldProblem("value", "rule.pictureTwice");
  return rows.length;
};

export const addPicture = (db: Db, caller: Caller, fields: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    const group = await iconGroups.toChange(tx, caller, fields.groupId);
    if ((await checkValue(tx, fields)) >= limits.iconGroup.pictures) throw new Problem("tooLarge");
    const id = newId(at);
    const { value, picture } = fields;
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    await tx
      .insertInto("icon_picture")
      .values({ id, group_id: group.id, value, value_key: pictureKey(value), picture, ...stamps })
      .execute();
    return { id, change: creationOf(id, { group: group.name, value, picture }) };
  });

/** A picture stays in its group. */
export const editPicture = (db: Db, caller: Caller, request: RequestOf<Calls["put_body"]>, at: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = await ownPicture(tx, caller, request.id);
    if (request.groupId !== row.group_id) throw fieldProblem("groupId", "rule.invalid");
    checkVersion(row, request.version);
    await checkValue(tx, request, row.id);
    const { value, picture } = request;
    await tx
      .updateTable("icon_picture")
      .set({ value, value_key: pictureKey(value), picture, ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return changeOf({ value: row.value, picture: row.picture }, { value, picture });
  });

export const removePictures = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const rows: Row[] = [];
    for (const id of new Set(asked)) rows.push(await ownPicture(tx, caller, id));
    const ids = rows.map(({ id }) => id);
    await tx.deleteFrom("icon_picture").where("id", "in", ids).execute();
    return {
      removed: ids.length,
      change: changeOf(Object.fromEntries(rows.map(({ id, value, picture }) => [id, `${value} ${picture}`])), {}),
    };
  });
