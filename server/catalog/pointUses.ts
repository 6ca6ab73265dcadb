import type { PointUse } from "#contract/resources/deviceDataRecipe.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";
import { seenPoints } from "./points.ts";
import { recipes } from "./recipes.ts";

const byPoint = (rows: readonly { point_id: string | null; count: number }[]): Map<string, number> =>
  new Map(rows.flatMap(({ point_id, count }) => (point_id === null ? [] : [[point_id, Number(count)]])));

/** What uses the data points of a template; everything that would keep one from being removed is counted, whoever keeps it. */
export const pointUses = async (db: Db, caller: Caller, recipeId: string): Promise<PointUse> => {
  const recipe = await recipes.toSee(db, caller, recipeId);
  const points = seenPoints(db, caller).select("id").where("recipe_id", "=", recipe.id);
  const ofRules = (table: "alarm_trigger" | "alarm_trigger_template") =>
    db
      .selectFrom(table)
      .select((eb) => ["point_id", eb.fn.countAll<number>().as("count")])
      .where("point_id", "in", points)
      .groupBy("point_id")
      .execute();
  const ofOrders = db
    .selectFrom("saved_order_value")
    .select((eb) => ["point_id", eb.fn.count<number>("order_id").distinct().as("count")])
    .where("point_id", "in", points)
    .groupBy("point_id");
  const rules = byPoint(await ofRules("alarm_trigger"));
  const ruleTemplates = byPoint(await ofRules("alarm_trigger_template"));
  const orders = byPoint(await ofOrders.execute());
  const { devices } = await db
    .selectFrom("slave")
    .innerJoin("device", "device.id", "slave.device_id")
    .where("slave.recipe_id", "=", recipe.id)
    .$if(!seesAll(caller), (query) => query.where("device.company_id", "in", companiesOf(db, caller)))
    .select((eb) => eb.fn.count<number>("slave.device_id").distinct().as("devices"))
    .executeTakeFirstOrThrow();
  const used = new Set([...rules.keys(), ...ruleTemplates.keys(), ...orders.keys()]);
  return {
    devices: Number(devices),
    points: [...used].map((pointId) => ({
      ...{ pointId, rules: rules.get(pointId) ?? 0 },
      ...{ ruleTemplates: ruleTemplates.get(pointId) ?? 0, orders: orders.get(pointId) ?? 0 },
    })),
  };
};
