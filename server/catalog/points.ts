import { type Selectable, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import type { deviceDataRecipe, ListedPoint, PointRow } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { PointTable } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { checkOffered } from "./offeredTo.ts";
import { refuseWritten } from "./orders.ts";
import { isNamedIn, isVisible } from "./pointAuth.ts";
import { type PointFields, pointColumns, pointRowOf } from "./pointRows.ts";
import { recipes } from "./recipes.ts";

type Calls = typeof deviceDataRecipe.calls;
type Query = RequestOf<Calls["list_body"]>;
type Edit = RequestOf<Calls["put_body"]>;

const columns = {
  sort: "sort",
  name: "name",
  nameEn: "name_en",
  address: "address",
  categoryName: "categoryName",
  valueType: "value_type",
  unit: "unit",
  storeMode: "store_mode",
  display: "display",
  writable: "writable",
  auth: "auth",
} as const satisfies Record<SortFieldOf<Query>, string>;

export const seenPoints = (db: Db, caller: Caller) => db.selectFrom("point").where(isVisible(caller));

/** The data points of a template in the order of `sort`, then of their making; the filter is looked for in names and address. */
export const listPoints = async (db: Db, caller: Caller, request: Query): Promise<ListOf<ListedPoint>> => {
  const { field, order } = sortingOf(request, { field: "sort", order: "asc" });
  const recipe = await db
    .selectFrom("recipe")
    .select("id")
    .where("id", "=", request.recipeId)
    .where("company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  if (!recipe) throw new Problem("notFound");
  const { name = "", categoryId = "" } = request;
  const base = db
    .selectFrom(
      seenPoints(db, caller)
        .leftJoin("point_category", "point_category.id", "point.category_id")
        .where("recipe_id", "=", recipe.id)
        .selectAll("point")
        .select((eb) => [
          sql<number>`row_number() over (order by point.sort, point.id)`.as("place"),
          eb.fn.coalesce("point_category.name", sql.lit("")).as("categoryName"),
          eb.fn.coalesce("point_category.name_en", sql.lit("")).as("categoryNameEn"),
        ])
        .as("placed"),
    )
    .where((eb) => eb.or((["name", "name_en", "address"] as const).map((column) => containsFolded(eb.ref(column), name))))
    .$if(categoryId !== "", (query) => query.where("category_id", "=", categoryId));
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await base.selectAll().orderBy(columns[field], order).orderBy("place").limit(request.pageSize).offset(offset).execute();
  const listed = rows.map(({ place, categoryName, categoryNameEn, ...row }) => ({
    ...pointRowOf(row),
    ...{ place: Number(place), categoryName, categoryNameEn },
  }));
  return listOf(listed, total, pageNo, request);
};

export const getPoint = async (db: Db, caller: Caller, id: string): Promise<PointRow> => {
  const row = await seenPoints(db, caller)
    .selectAll()
    .where("id", "=", id)
    .where("recipe_id", "in", db.selectFrom("recipe").select("id").where("company_id", "in", usableCompanies(db, caller)))
    .executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return pointRowOf(row);
};

type Placed = Pick<PointFields, "address" | "nameEn" | "startBit" | "endBit">;

export const bitsOf = (start: number | null, end: number | null): string => `${start ?? end}-${end ?? start}`;

/**
 * Devices send values by address or English name, so no two points of a template take the same bits of one address, share an English
 * name, or have an English name that is another's address.
 */
const collides = (point: Placed, other: Selectable<PointTable>): boolean => {
  if (point.address === other.address) {
    if (bitsOf(point.startBit, point.endBit) === bitsOf(other.start_bit, other.end_bit)) return true;
  } else if (point.nameEn === other.address || point.address === other.name_en) return true;
  return point.nameEn !== "" && point.nameEn === other.name_en;
};

const checkPlace = async (db: Db, recipeId: string, point: Placed, except?: string): Promise<number> => {
  const others = await db.selectFrom("point").selectAll().where("recipe_id", "=", recipeId).execute();
  if (others.some((other) => other.id !== except && collides(point, other))) throw new Problem("addressRepeated");
  return others.length;
};

/** What the log keeps of a point as it stands. */
const logged = async (db: Db, id: string) => {
  const {
    id: _id,
    version,
    ...fields
  } = pointRowOf(await db.selectFrom("point").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
  return fields;
};

export const addPoint = (db: Db, caller: Caller, point: PointFields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    const recipe = await recipes.toChange(tx, caller, point.recipeId);
    await checkOffered(tx, "icon_group", "iconGroupId", point.iconGroupId, recipe.path);
    await checkOffered(tx, "point_category", "categoryId", point.categoryId, recipe.path);
    if ((await checkPlace(tx, recipe.id, point)) >= limits.point.perTemplate) throw new Problem("tooLarge");
    const id = newId(at);
    await tx
      .insertInto("point")
      .values({ id, recipe_id: recipe.id, ...pointColumns(point), updated_at: at, updated_by: authorOf(caller) })
      .execute();
    return { id, change: creationOf(id, await logged(tx, id)) };
  });

/** A point that the caller may change, with its template. */
export const ownPoint = async (db: Db, caller: Caller, id: string): Promise<Selectable<PointTable> & { recipePath: string }> => {
  const row = await seenPoints(db, caller).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  const { path } = await recipes.toChange(db, caller, row.recipe_id);
  return { ...row, recipePath: path };
};

/** A point stays in its template. */
export const editPoint = (db: Db, caller: Caller, request: Edit, at: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = await ownPoint(tx, caller, request.id);
    if (request.recipeId !== row.recipe_id) throw fieldProblem("recipeId", "rule.invalid");
    checkVersion(row, request.version);
    await checkPlace(tx, row.recipe_id, request, row.id);
    await checkOffered(tx, "icon_group", "iconGroupId", request.iconGroupId, row.recipePath);
    await checkOffered(tx, "point_category", "categoryId", request.categoryId, row.recipePath);
    const before = await logged(tx, row.id);
    await tx
      .updateTable("point")
      .set({ ...pointColumns(request), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return changeOf(before, await logged(tx, row.id));
  });

/** Whether a rule names one of the points beside its first. */
const namesPoint = (table: string, ids: readonly string[]) => {
  const further = sql.ref<string>(`${table}.further`);
  return sql<SqlBool>`(${further} <> '' and exists (select 1 from point where point.id in (${sql.join(ids)})
    and point.recipe_id = ${sql.ref(`${table}.recipe_id`)} and ${isNamedIn(further, sql.ref<string>("point.id"))}))`;
};

/** Refuses to remove points that alarm rules watch, or templates of rules. */
export const refuseWatched = async (db: Db, ids: readonly string[]): Promise<void> => {
  for (const { table, noun } of [
    { table: "alarm_trigger", noun: alarmTrigger.noun },
    { table: "alarm_trigger_template", noun: alarmTriggerTemplate.noun },
  ] as const) {
    const { rules } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("rules"))
      .where((eb) => eb.or([eb("point_id", "in", ids), namesPoint(table, ids)]))
      .executeTakeFirstOrThrow();
    refuseInUse(rules, noun);
  }
};

/** Removes the points, or none of them; answers the templates that lost some. */
export const removePoints = (
  db: Db,
  caller: Caller,
  asked: readonly string[],
): Promise<{ removed: number; recipeIds: string[]; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const rows = [];
    for (const id of ids) rows.push(await ownPoint(tx, caller, id));
    await refuseWatched(tx, ids);
    await refuseWritten(tx, ids);
    await tx.deleteFrom("point").where("id", "in", ids).execute();
    return {
      removed: ids.length,
      recipeIds: [...new Set(rows.map((row) => row.recipe_id))],
      change: changeOf(Object.fromEntries(rows.map(({ id, name, address }) => [id, `${name} ${address}`])), {}),
    };
  });
