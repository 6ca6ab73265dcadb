import type { WrittenValue } from "#contract/point/writtenValue.ts";
import type { SlaveNow } from "#contract/resources/device.ts";
import { type AppLook, appLooks } from "#contract/resources/deviceDataRecipeApp.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { isConsumer } from "#server/kit/scope.ts";

type AppCommand = NonNullable<SlaveNow["commands"]>[number];

interface Point {
  readonly id: string;
  readonly name: string;
  readonly name_en: string;
  readonly writable: number;
}

/** What an app recipe in use makes of a data template for end users. */
export interface App {
  readonly commands: AppCommand[];
  /** Of these points those that it shows, as it shows them. */
  shows<P extends Point>(points: readonly P[]): (P & { show: AppLook })[];
  /** Whether an end user may write these values to a slave: points that it lets be set, or what one of its commands says. */
  lets(values: Readonly<Record<string, WrittenValue>>): boolean;
}

const none: ReadonlyMap<string, App> = new Map();

/** By their data templates, the app recipes in use that the caller is held to; nobody but end users is to any. */
export const appsFor = async (db: Db, caller: Pick<Caller, "type">, recipeIds: readonly string[]): Promise<ReadonlyMap<string, App>> => {
  if (!isConsumer(caller) || recipeIds.length === 0) return none;
  const recipes = await db
    .selectFrom("app_recipe")
    .select(["id", "recipe_id"])
    .where("recipe_id", "in", recipeIds)
    .where("enabled", "=", 1)
    .execute();
  if (recipes.length === 0) return none;
  const ids = recipes.map(({ id }) => id);
  const points = groupedBy(
    await db.selectFrom("app_recipe_point").selectAll().where("app_id", "in", ids).orderBy("place").execute(),
    (point) => point.app_id,
  );
  const commands = groupedBy(await commandsOf(db, ids), ({ appId }) => appId);
  return new Map(recipes.map(({ id, recipe_id }) => [recipe_id, openApp(points.get(id) ?? [], commands.get(id) ?? [])]));
};

const commandsOf = async (db: Db, appIds: readonly string[]): Promise<(AppCommand & { appId: string })[]> => {
  const rows = await db
    .selectFrom("app_command")
    .select(["id", "app_id", "name", "name_en", "confirm"])
    .where("app_id", "in", appIds)
    .orderBy("name")
    .orderBy("id")
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const values = groupedBy(
    await db.selectFrom("app_command_value").selectAll().where("command_id", "in", ids).orderBy("place").execute(),
    (value) => value.command_id,
  );
  return rows.map(({ id, app_id, name, name_en, confirm }) => ({
    ...{ id, appId: app_id, name, nameEn: name_en, confirm: confirm === 1 },
    values: Object.fromEntries((values.get(id) ?? []).map(({ point_id, value }) => [point_id, JSON.parse(value)])),
  }));
};

interface AppPoint {
  readonly point_id: string;
  readonly name: string;
  readonly name_en: string;
  readonly look: string;
}

const lookOf = ({ look }: AppPoint): AppLook => appLooks.find((known) => known === look) ?? "value";

const openApp = (shown: readonly AppPoint[], commands: readonly (AppCommand & { appId: string })[]): App => {
  const settable = new Set(shown.flatMap((point) => (lookOf(point) === "switch" ? [point.point_id] : [])));
  return {
    commands: commands.map(({ appId: _, ...command }) => command),
    shows(points) {
      const byId = new Map(points.map((point) => [point.id, point]));
      return shown.flatMap((placed) => {
        const point = byId.get(placed.point_id);
        const show = lookOf(placed);
        if (!point) return [];
        return [{ ...point, ...namesOf(placed, point), writable: show === "switch" ? point.writable : 0, show }];
      });
    },
    lets(values) {
      const ids = Object.keys(values);
      if (ids.every((id) => settable.has(id))) return true;
      return commands.some((command) => {
        const entries = Object.entries(command.values);
        return entries.length === ids.length && entries.every(([id, value]) => Object.hasOwn(values, id) && values[id] === value);
      });
    },
  };
};

/** Both names of the app, or both of the point: one that the app gives in one language alone is not mixed with the point's. */
const namesOf = (placed: AppPoint, point: Point): Pick<Point, "name" | "name_en"> =>
  placed.name === "" && placed.name_en === ""
    ? { name: point.name, name_en: point.name_en }
    : { name: placed.name || placed.name_en, name_en: placed.name_en };
