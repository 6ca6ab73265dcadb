import { mayLackDigits } from "#contract/point/whole.ts";
import { isOfValues, otherPointOf } from "#contract/resources/alarmCondition.ts";
import { isVisible } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import type { Asked } from "./judge.ts";

interface Condition extends Asked {
  readonly pointId: string | null;
  readonly otherPointId: string | null;
}

interface Watching extends Condition {
  readonly recipeId: string;
  readonly further: readonly Condition[];
}

const limitNames = ["a", "b", "min", "max"] as const;

/** Throws where a condition is of no point of the data template that the caller sees, or has limits that no value of the point meets to the digit. */
const checkCondition = async (db: Db, caller: Caller, recipeId: string, condition: Condition, prefix: string): Promise<void> => {
  const valueTypeOf = async (id: string | null): Promise<string> => {
    const point = await db
      .selectFrom("point")
      .select("value_type")
      .where("id", "=", id)
      .where("recipe_id", "=", recipeId)
      .where(isVisible(caller))
      .executeTakeFirst();
    if (!point) throw new Problem("notFound");
    return point.value_type;
  };
  const valueType = await valueTypeOf(condition.pointId);
  for (const name of limitNames)
    if (mayLackDigits(valueType, condition[name] ?? 0)) throw fieldProblem(`${prefix}${name}`, "rule.exactLimit");
  const other = otherPointOf(condition);
  if (other !== null) await valueTypeOf(other);
};

/** Throws where a rule watches no points of its data template that the caller sees, or asks for what no value of them can be. */
export const checkWatchedPoint = async (db: Db, caller: Caller, rule: Watching): Promise<void> => {
  if (rule.condition === "offline") return;
  await checkCondition(db, caller, rule.recipeId, rule, "");
  if (!isOfValues(rule.condition)) return;
  for (const [place, one] of rule.further.entries()) await checkCondition(db, caller, rule.recipeId, one, `further.${place}.`);
};
