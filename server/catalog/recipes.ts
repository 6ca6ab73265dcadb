import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import type { deviceDataRecipe, RecipeRow } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { changeable, listedCompanies, refuseTaken, usableCompanies } from "#server/records/usable.ts";
import { refuseOrdered } from "./orders.ts";
import { visibleAuths } from "./pointAuth.ts";

type Calls = typeof deviceDataRecipe.calls;
type Query = RequestOf<Calls["query"]>;
type Fields = RequestOf<Calls["post"]>;
type Edit = RequestOf<Calls["put"]>;

const columns = {
  name: "recipe.name",
  companyName: "companyName",
  points: "points",
  devices: "devices",
  createdAt: "recipe.created_at",
} as const satisfies Record<SortFieldOf<Query>, string>;

/** Counts are of what the caller sees: points by their auth, devices by organisation. */
const selectRecipes = (db: Db, caller: Caller, narrowed = caller) =>
  db
    .selectFrom("recipe")
    .innerJoin("company", "company.id", "recipe.company_id")
    .select(["recipe.id", "recipe.name", "recipe.description", "recipe.company_id as companyId", "recipe.created_at", "recipe.version"])
    .select("company.name as companyName")
    .select((eb) => [
      eb
        .selectFrom("point")
        .select((point) => point.fn.countAll<number>().as("count"))
        .whereRef("point.recipe_id", "=", "recipe.id")
        .where("point.auth", "in", visibleAuths(caller))
        .as("points"),
      eb
        .selectFrom("slave")
        .select((slave) => slave.fn.count<number>("slave.device_id").distinct().as("count"))
        .whereRef("slave.recipe_id", "=", "recipe.id")
        .$if(!seesAll(caller), (slaves) =>
          slaves.where("slave.device_id", "in", db.selectFrom("device").select("id").where("company_id", "in", companiesOf(db, caller))),
        )
        .as("devices"),
    ])
    .where("recipe.company_id", "in", listedCompanies(db, caller, narrowed));

type Selected = Awaited<ReturnType<ReturnType<typeof selectRecipes>["execute"]>>[number];

const rowOf = ({ created_at, points, devices, ...row }: Selected): RecipeRow => ({
  ...row,
  points: points ?? 0,
  devices: devices ?? 0,
  createdAt: new Date(created_at).toISOString(),
});

export const listRecipes = async (db: Db, caller: Caller, request: Query): Promise<ListOf<RecipeRow>> => {
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const { name = "" } = request;
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const { total } = await db
    .selectFrom("recipe")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("company_id", "in", listedCompanies(db, caller, narrowed))
    .where((eb) => containsFolded(eb.ref("recipe.name"), name))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await selectRecipes(db, caller, narrowed)
    .where((eb) => containsFolded(eb.ref("recipe.name"), name))
    .orderBy(columns[field], order)
    .orderBy("recipe.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(rows.map(rowOf), total, pageNo, request);
};

export const getRecipe = async (db: Db, caller: Caller, id: string): Promise<RecipeRow> => {
  const row = await selectRecipes(db, caller).where("recipe.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return rowOf(row);
};

/** A template that the caller may change. One of an organisation above is seen but not changed; any other is not found. */
export const ownRecipe = async (db: Db, caller: Caller, id: string) => {
  const row = await db
    .selectFrom("recipe")
    .innerJoin("company", "company.id", "recipe.company_id")
    .selectAll("recipe")
    .select("company.path")
    .where("recipe.id", "=", id)
    .where("recipe.company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  return changeable(caller, row);
};

const checkName = async (db: Db, companyId: string, name: string, except?: string): Promise<void> => {
  refuseTaken(await db.selectFrom("recipe").select(["id", "name"]).where("company_id", "=", companyId).execute(), name, except);
};

export const addRecipe = (db: Db, caller: Caller, { name, description }: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    await checkName(tx, caller.companyId, name);
    const id = newId(at);
    await tx
      .insertInto("recipe")
      .values({ id, company_id: caller.companyId, name, description, created_at: at, updated_at: at, updated_by: authorOf(caller) })
      .execute();
    return { id, change: creationOf(id, { companyId: caller.companyId, name, description }) };
  });

export const editRecipe = (db: Db, caller: Caller, request: Edit, at: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = await ownRecipe(tx, caller, request.id);
    checkVersion(row, request.version);
    await checkName(tx, row.company_id, request.name, row.id);
    const { name, description } = request;
    await tx
      .updateTable("recipe")
      .set({ name, description, ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return changeOf({ name: row.name, description: row.description }, { name, description });
  });

/** Removes the templates with their points, or none of them when one is used. */
export const removeRecipes = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const rows = [];
    for (const id of ids) rows.push(await ownRecipe(tx, caller, id));
    const { devices } = await tx
      .selectFrom("slave")
      .select((eb) => eb.fn.count<number>("device_id").distinct().as("devices"))
      .where("recipe_id", "in", ids)
      .executeTakeFirstOrThrow();
    refuseInUse(devices, device.noun);
    await refuseWatched(tx, "recipe_id", ids);
    await refuseOrdered(tx, "recipe_id", ids);
    await tx.deleteFrom("recipe").where("id", "in", ids).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(rows.map(({ id, name }) => [id, name])), {}) };
  });

/** Refuses to remove what alarm rules watch. */
export const refuseWatched = async (db: Db, column: "recipe_id" | "point_id", ids: readonly string[]): Promise<void> => {
  const { rules } = await db
    .selectFrom("alarm_trigger")
    .select((eb) => eb.fn.countAll<number>().as("rules"))
    .where(column, "in", ids)
    .executeTakeFirstOrThrow();
  refuseInUse(rules, alarmTrigger.noun);
};
