import { mayLackDigits } from "#contract/point/whole.ts";
import type { Condition } from "#contract/resources/alarm.ts";
import { isVisible } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";

interface Watching {
  recipeId: string;
  pointId: string | null;
  condition: Condition;
  a: number | null;
  b: number | null;
  min: number | null;
  max: number | null;
}

const limitNames = ["a", "b", "min", "max"] as const;

/** Throws where a rule watches no point of its data template that the caller sees, or has limits that no value of the point meets to the digit. */
export const checkWatchedPoint = async (db: Db, caller: Caller, rule: Watching): Promise<void> => {
  if (rule.condition === "offline") return;
  const point = await db
    .selectFrom("point")
    .select("value_type")
    .where("id", "=", rule.pointId)
    .where("recipe_id", "=", rule.recipeId)
    .where(isVisible(caller))
    .executeTakeFirst();
  if (!point) throw new Problem("notFound");
  for (const name of limitNames) if (mayLackDigits(point.value_type, rule[name] ?? 0)) throw fieldProblem(name, "rule.exactLimit");
};
