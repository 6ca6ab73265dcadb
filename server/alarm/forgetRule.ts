import type { Db } from "#server/db/open.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import type { TransitionWriter } from "./transitions.ts";

const atOnce = 500;

/** Removes what is remembered for a rule that is over, some at a time, after what was still to be written for it. */
export const forgetRule = async (db: Db, writer: Pick<TransitionWriter, "add">, ruleId: string): Promise<void> => {
  await writer.add({});
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom("alarm_pending")
      .where("key", "in", (eb) => eb.selectFrom("alarm_pending").select("key").where("rule_id", "=", ruleId).limit(atOnce))
      .executeTakeFirstOrThrow();
    if (numDeletedRows < atOnce) return;
    await nextTurn();
  }
};
