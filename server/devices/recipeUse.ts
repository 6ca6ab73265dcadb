import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { deviceInScope } from "./deviceRows.ts";

type UsedQuery = RequestOf<typeof device.calls.list_recipe>;
type SlavesQuery = RequestOf<typeof device.calls.list_recipe_slave_sn>;

/** Slaves of the devices that the caller sees. */
const slavesInScope = (db: Db, caller: Caller) =>
  db
    .selectFrom("slave")
    .innerJoin("device", "device.id", "slave.device_id")
    .$if(!seesAll(caller), (query) => query.where("device.company_id", "in", companiesOf(db, caller)))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));

/** The templates that slaves use which the caller sees. What a template is counted by is asked for those of the page alone. */
export const listUsedRecipes = async (db: Db, caller: Caller, request: UsedQuery): Promise<ResponseOf<typeof device.calls.list_recipe>> => {
  const { order } = sortingOf(request, { field: "name", order: "asc" });
  const { deviceId } = request;
  if (deviceId) await deviceInScope(db, caller, deviceId);
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const used = slavesInScope(db, narrowed).$if(deviceId !== undefined && deviceId !== "", (query) =>
    query.where("slave.device_id", "=", deviceId ?? ""),
  );
  const found = db
    .selectFrom("recipe")
    .where((eb) => eb.exists(used.select("slave.id").where("slave.recipe_id", "=", sql.ref<string>("recipe.id"))))
    .$if(Boolean(request.search), (query) => query.where((eb) => containsFolded(eb.ref("recipe.name"), request.search ?? "")));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await found
    .select(["recipe.id", "recipe.name"])
    .orderBy("recipe.name", order)
    .orderBy("recipe.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  const counts =
    ids.length === 0
      ? []
      : await used
          .select((eb) => [
            "slave.recipe_id",
            eb.fn.count<number>("slave.device_id").distinct().as("devices"),
            eb.fn.countAll<number>().as("slaves"),
          ])
          .where("slave.recipe_id", "in", ids)
          .groupBy("slave.recipe_id")
          .execute();
  const of = new Map(counts.map(({ recipe_id, devices, slaves }) => [recipe_id, { devices, slaves }]));
  return listOf(
    rows.map((row) => ({ ...row, ...(of.get(row.id) ?? { devices: 0, slaves: 0 }) })),
    total,
    pageNo,
    request,
  );
};

/** The slaves of one template that the caller sees; a template none of whose slaves and organisations is the caller's is not found. */
export const listRecipeSlaves = async (
  db: Db,
  caller: Caller,
  request: SlavesQuery,
): Promise<ResponseOf<typeof device.calls.list_recipe_slave_sn>> => {
  const { field, order } = sortingOf(request, { field: "sn", order: "asc" });
  const { recipeId, search } = request;
  const all = slavesInScope(db, caller).where("slave.recipe_id", "=", recipeId);
  const found = all.$if(Boolean(search), (query) => query.where((eb) => contains(eb.ref("device.search"), search ?? "")));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  if (total === 0 && !(await mayKnow(db, caller, recipeId))) throw new Problem("notFound");
  const { offset, pageNo } = pageOf(request, total);
  const rows = await found
    .innerJoin("company", "company.id", "device.company_id")
    .select(["slave.id", "slave.no", "slave.name", "slave.device_id as deviceId"])
    .select(["device.name as deviceName", "device.sn", "company.name as companyName"])
    .orderBy(field === "sn" ? "device.sn" : "device.name", order)
    .orderBy("device.id")
    .orderBy("slave.no")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(rows, total, pageNo, request);
};

/** Whether a template is used behind a device of the caller's, or is one of those that the caller may use. */
const mayKnow = async (db: Db, caller: Caller, recipeId: string): Promise<boolean> => {
  const used = slavesInScope(db, caller).select("slave.id").where("slave.recipe_id", "=", recipeId);
  const usable = db
    .selectFrom("recipe")
    .select("recipe.id")
    .where("id", "=", recipeId)
    .where("company_id", "in", usableCompanies(db, caller));
  return (await used.limit(1).executeTakeFirst()) !== undefined || (await usable.executeTakeFirst()) !== undefined;
};
