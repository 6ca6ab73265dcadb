import type { Db } from "#server/db/open.ts";

const atOnce = 500;

/** Removes some of what is remembered for a rule that is over. Answers whether there is more. */
export const forgetRule = async (db: Db, ruleId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("alarm_pending")
    .where("key", "in", (eb) => eb.selectFrom("alarm_pending").select("key").where("rule_id", "=", ruleId).limit(atOnce))
    .executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(atOnce);
};
