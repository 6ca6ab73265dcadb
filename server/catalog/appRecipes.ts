import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { appLooks, deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import type { Db } from "#server/db/open.ts";
import { deviceInScope } from "#server/devices/deviceRows.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { type FieldFault, fieldProblem, Problem } from "#server/kit/problem.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { deviceTemplates } from "./deviceTemplates.ts";
import { isVisible, visiblePoints } from "./pointAuth.ts";
import { recipes } from "./recipes.ts";

type Points = RequestOf<typeof deviceDataRecipeApp.calls.post>["points"];

const pointsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("app_recipe_point as shown")
    .innerJoin("point", "point.id", "shown.point_id")
    .select(["shown.app_id", "shown.point_id as pointId", "shown.name", "shown.name_en as nameEn", "shown.look"])
    .select(["point.name as pointName", "point.name_en as pointNameEn"])
    .where("shown.app_id", "in", ids)
    .orderBy("shown.place")
    .execute();

const lookOf = (look: string) => appLooks.find((known) => known === look) ?? "value";

const checkPoints = async (db: Db, caller: Caller, recipeId: string, points: Points): Promise<void> => {
  const rows = await db
    .selectFrom("point")
    .select(["id", "writable", "value_type"])
    .where("recipe_id", "=", recipeId)
    .where(isVisible(caller))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const fields = points.flatMap(({ pointId, show }, place): FieldFault[] => {
    const point = byId.get(pointId);
    if (!point) return [{ path: `points.${place}.pointId`, message: "rule.invalid" }];
    if (show === "switch" && point.writable !== 1) return [{ path: `points.${place}.show`, message: "rule.app.switch" }];
    return show === "curve" && point.value_type === "text" ? [{ path: `points.${place}.show`, message: "rule.app.curve" }] : [];
  });
  if (fields.length > 0) throw new Problem("badRequest", { fields });
};

const toldPoints = (points: readonly Points[number][]) =>
  points.map(({ pointId, name, nameEn, show }) => ({ pointId, name, nameEn, show }));

/** App recipes, with their points. Points that the caller does not see are not told, and stay behind those that are. */
export const appRecipeKind: RecordKind<typeof deviceDataRecipeApp, "app_recipe"> = {
  resource: deviceDataRecipeApp,
  table: "app_recipe",
  reach: "shared",
  fields: ["name", "recipeId"],
  distinct: ["recipeId"],
  searched: ["name"],
  filters: { recipeId: "is" },
  sorted: { field: "name", order: "asc" },
  related: {
    recipeName: { table: "recipe", by: "recipe_id" },
    commands: {
      table: "app_command",
      column: "app_id",
      seen: (_, caller) =>
        sql`not exists (select 1 from app_command_value v join point on point.id = v.point_id where v.command_id = u.id and not ${isVisible(caller)})`,
    },
  },
  /** It is of the organisation that has the data template. */
  async organisation({ recipeId }, { db, caller }) {
    const recipe = await recipes.toChange(db, caller, recipeId);
    const there = await db.selectFrom("app_recipe").select("id").where("recipe_id", "=", recipeId).executeTakeFirst();
    if (there) throw new Problem("appRecipeThere");
    return recipe.company_id;
  },
  async check({ recipeId, points }, { db, caller, before }) {
    if (before && recipeId !== before.recipe_id) throw fieldProblem("recipeId", "rule.invalid");
    await checkPoints(db, caller, recipeId, points);
  },
  async write(id, { points, enabled }, { db, caller }) {
    const present = await pointsOf(db, [id]);
    const seen = await visiblePoints(
      db,
      caller,
      present.map(({ pointId }) => pointId),
    );
    const kept = present.filter(({ pointId }) => !seen.has(pointId)).map(({ look, ...point }) => ({ ...point, show: lookOf(look) }));
    await db
      .updateTable("app_recipe")
      .set({ enabled: enabled ? 1 : 0 })
      .where("id", "=", id)
      .execute();
    await db.deleteFrom("app_recipe_point").where("app_id", "=", id).execute();
    const rows = [...points, ...kept].map(({ pointId, name, nameEn, show }, place) => ({
      ...{ app_id: id, point_id: pointId, place, name, name_en: nameEn, look: show },
    }));
    if (rows.length > 0) await db.insertInto("app_recipe_point").values(rows).execute();
  },
  told: {
    typed: ({ points, enabled }) => ({ enabled, points: toldPoints(points) }),
    async kept(id, db) {
      const { enabled } = await db.selectFrom("app_recipe").select("enabled").where("id", "=", id).executeTakeFirstOrThrow();
      const points = (await pointsOf(db, [id])).map(({ look, ...point }) => ({ ...point, show: lookOf(look) }));
      return { enabled: enabled === 1, points: toldPoints(points) };
    },
  },
  async more(rows, db, caller) {
    if (rows.length === 0) return [];
    const all = await pointsOf(
      db,
      rows.map(({ id }) => id),
    );
    const seen = await visiblePoints(db, caller, [...new Set(all.map(({ pointId }) => pointId))]);
    const points = groupedBy(
      all.filter(({ pointId }) => seen.has(pointId)),
      (point) => point.app_id,
    );
    return rows.map(({ id, enabled }) => ({
      enabled: enabled === 1,
      points: (points.get(id) ?? []).map(({ app_id: _, look, ...point }) => ({ ...point, show: lookOf(look) })),
    }));
  },
};

export const appRecipes = keepRecords(appRecipeKind);

/** The data templates of these app recipes. */
export const recipesOfApps = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db.selectFrom("app_recipe").select("recipe_id").where("id", "in", ids).execute();
  return rows.map(({ recipe_id }) => recipe_id);
};

type Checked = ResponseOf<typeof deviceDataRecipeApp.calls.check_device_template>;
type Slave = Omit<Checked["slaves"][number], "state">;

const slavesOfDevice = async (db: Db, caller: Caller, deviceId: string): Promise<Slave[]> => {
  const device = await deviceInScope(db, caller, deviceId);
  return db
    .selectFrom("slave")
    .innerJoin("recipe", "recipe.id", "slave.recipe_id")
    .select(["slave.no", "slave.name", "slave.recipe_id as recipeId", "recipe.name as recipeName"])
    .where("slave.device_id", "=", device.id)
    .orderBy("slave.no")
    .execute();
};

/** Whether end users are shown what app recipes say on every slave of a device template, or of a device. */
export const checkApps = async (
  db: Db,
  caller: Caller,
  { id = "", deviceId }: RequestOf<typeof deviceDataRecipeApp.calls.check_device_template>,
): Promise<Checked> => {
  const slaves = deviceId === undefined ? (await deviceTemplates.row(db, caller, id)).slaves : await slavesOfDevice(db, caller, deviceId);
  const ids = [...new Set(slaves.map(({ recipeId }) => recipeId))];
  const rows =
    ids.length === 0 ? [] : await db.selectFrom("app_recipe").select(["recipe_id", "enabled"]).where("recipe_id", "in", ids).execute();
  const states = new Map(rows.map(({ recipe_id, enabled }) => [recipe_id, enabled === 1 ? ("enabled" as const) : ("disabled" as const)]));
  const checked = slaves.map((slave) => ({ ...slave, state: states.get(slave.recipeId) ?? ("missing" as const) }));
  return { complete: checked.every(({ state }) => state === "enabled"), slaves: checked };
};
