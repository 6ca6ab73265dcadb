import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { isConsumer } from "#server/kit/scope.ts";

type Viewer = Pick<Caller, "type" | "grants">;

const secret = 1;
const notForSubUsers = 2;
const editGrant = deviceDataRecipe.calls.put_body.path;

/**
 * Which points a caller sees by their auth: public ones always; secret ones with the right to edit data points; those not open to
 * sub-users unless the caller is an end consumer (type 3) or an official-account user (type 4), who hold a device through somebody else.
 */
const visibleAuths = (caller: Viewer): readonly number[] => [
  0,
  ...(caller.grants.has(editGrant) ? [secret] : []),
  ...(isConsumer(caller) ? [] : [notForSubUsers]),
];

const every = [0, secret, notForSubUsers];

/** Whether no point is kept from the caller. */
export const seesEveryPoint = (caller: Viewer): boolean => visibleAuths(caller).length === every.length;

/**
 * Whether an app recipe in use keeps the point from end users: of a data template that has one they see what it shows, and nothing else. The
 * point is a row that is called `point`.
 */
export const keptFromApp = sql<SqlBool>`exists (select 1 from app_recipe where app_recipe.recipe_id = point.recipe_id and app_recipe.enabled = 1
  and not exists (select 1 from app_recipe_point where app_recipe_point.app_id = app_recipe.id and app_recipe_point.point_id = point.id))`;

/** Whether the caller sees a point, which is a row that is called `point`. */
export const isVisible = (caller: Viewer): RawBuilder<SqlBool> => {
  const byAuth = sql<SqlBool>`point.auth in (${sql.join(visibleAuths(caller))})`;
  return isConsumer(caller) ? sql<SqlBool>`(${byAuth} and not ${keptFromApp})` : byAuth;
};

/** What is known of a point where no database is asked. */
export interface PointReach {
  readonly auth: number;
  readonly keptFromApp: boolean;
}

/** Whether it is kept from nobody who sees the device. */
export const isForAll = ({ auth, keptFromApp: kept }: PointReach): boolean => auth === 0 && !kept;

export const isSeenBy = (caller: Viewer, { auth, keptFromApp: kept }: PointReach): boolean =>
  visibleAuths(caller).includes(auth) && !(kept && isConsumer(caller));

/**
 * Whether the caller sees the point that a row is about, by its id; a row that is about none is seen. Of a point that is gone nobody knows
 * any more who saw it: it is for who sees every point.
 */
export const seesPoint = (caller: Viewer, pointId: Expression<string | null>): RawBuilder<SqlBool> =>
  seesEveryPoint(caller)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${pointId} is null or exists (select 1 from point where point.id = ${pointId} and ${isVisible(caller)}))`;

/** Whether a JSON text names the id. */
export const isNamedIn = (text: Expression<string>, id: Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`replace(${text}, '"' || ${id} || '"', '') <> ${text}`;

/** Whether the caller sees every point that a rule's `further` text names beside the first. */
export const seesFurther = (
  caller: Viewer,
  rule: { readonly recipeId: Expression<string>; readonly further: Expression<string> },
): RawBuilder<SqlBool> =>
  seesEveryPoint(caller)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${rule.further} = '' or not exists (select 1 from point where point.recipe_id = ${rule.recipeId}
        and not ${isVisible(caller)} and ${isNamedIn(rule.further, sql.ref<string>("point.id"))}))`;

/** Whether the caller sees every point that a row of rules, or of templates of them, is about. */
export const seesRule = (caller: Viewer, table: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${seesPoint(caller, sql.ref<string | null>(`${table}.point_id`))} and ${seesFurther(caller, {
    recipeId: sql.ref<string>(`${table}.recipe_id`),
    further: sql.ref<string>(`${table}.further`),
  })})`;

/** Those of the points, by their ids, that the caller sees. */
export const visiblePoints = async (db: Db, caller: Viewer, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (seesEveryPoint(caller) || ids.length === 0) return new Set(ids);
  const rows = await db.selectFrom("point").select("id").where("id", "in", ids).where(isVisible(caller)).execute();
  return new Set(rows.map(({ id }) => id));
};

/** Those of the devices, by their ids, on which a point is kept from the caller. */
export const devicesWithHidden = async (db: Db, caller: Viewer, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (seesEveryPoint(caller) || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("slave")
    .innerJoin("point", "point.recipe_id", "slave.recipe_id")
    .select("slave.device_id")
    .distinct()
    .where("slave.device_id", "in", ids)
    .where((eb) => eb.not(isVisible(caller)))
    .execute();
  return new Set(rows.map(({ device_id }) => device_id));
};
