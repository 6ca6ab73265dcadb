import type { PointUse } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";
import { isNamedIn } from "./pointAuth.ts";
import { seenPoints } from "./points.ts";
import { recipes } from "./recipes.ts";

const byPoint = (rows: readonly { point_id: string | null; count: number }[]): Map<string, number> =>
  new Map(rows.flatMap(({ point_id, count }) => (point_id === null ? [] : [[point_id, Number(count)]])));

/** What uses the data points of a template; everything that would keep one from being removed is counted, whoever keeps it. */
export const pointUses = async (db: Db, caller: Caller, recipeId: string): Promise<PointUse> => {
  const recipe = await recipes.toSee(db, caller, recipeId);
  const points = seenPoints(db, caller).select("id").where("recipe_id", "=", recipe.id);
  const ofRules = async (table: "alarm_trigger" | "alarm_trigger_template") => {
    const watching = await db
      .selectFrom(table)
      .select((eb) => ["point_id", eb.fn.countAll<number>().as("count")])
      .where("point_id", "in", points)
      .groupBy("point_id")
      .execute();
    const naming = await db
      .selectFrom("point")
      .innerJoin(
        (eb) => eb.selectFrom(table).select(["recipe_id", "point_id", "further"]).where("further", "<>", "").as("rule"),
        (join) => join.onRef("rule.recipe_id", "=", "point.recipe_id").onRef("rule.point_id", "<>", "point.id"),
      )
      .select((eb) => ["point.id as point_id", eb.fn.countAll<number>().as("count")])
      .where("point.id", "in", points)
      .where((eb) => isNamedIn(eb.ref("rule.further"), eb.ref("point.id")))
      .groupBy("point.id")
      .execute();
    const counts = byPoint(watching);
    for (const [id, count] of byPoint(naming)) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  };
  const ofWriters = async (table: "saved_order_value" | "device_template_ui_cmd_value" | "app_command_value" | "parameter_value") =>
    byPoint(
      await db
        .selectFrom(table)
        .select((eb) => ["point_id", eb.fn.countAll<number>().as("count")])
        .where("point_id", "in", points)
        .groupBy("point_id")
        .execute(),
    );
  const rules = await ofRules("alarm_trigger");
  const ruleTemplates = await ofRules("alarm_trigger_template");
  const saved = await ofWriters("saved_order_value");
  const ofPanels = await ofWriters("device_template_ui_cmd_value");
  const ofApps = await ofWriters("app_command_value");
  const parameters = await ofWriters("parameter_value");
  const { devices } = await db
    .selectFrom("slave")
    .innerJoin("device", "device.id", "slave.device_id")
    .where("slave.recipe_id", "=", recipe.id)
    .$if(!seesAll(caller), (query) => query.where("device.company_id", "in", companiesOf(db, caller)))
    .select((eb) => eb.fn.count<number>("slave.device_id").distinct().as("devices"))
    .executeTakeFirstOrThrow();
  const counts = [rules, ruleTemplates, saved, ofPanels, ofApps, parameters];
  const of = (pointId: string, ...each: readonly ReadonlyMap<string, number>[]) =>
    each.reduce((sum, count) => sum + (count.get(pointId) ?? 0), 0);
  return {
    devices: Number(devices),
    points: [...new Set(counts.flatMap((count) => [...count.keys()]))].map((pointId) => ({
      ...{ pointId, rules: of(pointId, rules), ruleTemplates: of(pointId, ruleTemplates) },
      ...{ commands: of(pointId, saved, ofPanels, ofApps), parameters: of(pointId, parameters) },
    })),
  };
};
