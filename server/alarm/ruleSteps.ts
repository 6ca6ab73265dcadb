import type { Db } from "#server/db/open.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { portions } from "#server/kit/portions.ts";

const steps = (db: Db) =>
  db
    .selectFrom("alarm_trigger_step as step")
    .innerJoin("alarm_group", "alarm_group.id", "step.group_id")
    .select(["step.rule_id", "step.minutes", "step.group_id as groupId", "alarm_group.name as groupName"])
    .orderBy("step.rule_id")
    .orderBy("step.place");

export type NamedStep = Omit<Awaited<ReturnType<ReturnType<typeof steps>["execute"]>>[number], "rule_id">;

const none: readonly NamedStep[] = [];

/** The steps of rules in their order; of all rules without ids. */
export const stepsOf = async (db: Db, ruleIds?: Iterable<string>): Promise<(ruleId: string) => readonly NamedStep[]> => {
  const rows = ruleIds === undefined ? await steps(db).execute() : [];
  for (const some of portions(ruleIds ?? [])) rows.push(...(await steps(db).where("step.rule_id", "in", some).execute()));
  const byRule = groupedBy(rows, ({ rule_id }) => rule_id);
  return (ruleId) => byRule.get(ruleId)?.map(({ rule_id: _, ...step }) => step) ?? none;
};

/** Gives a rule these steps in place of those that it had. */
export const keepSteps = async (
  trx: Db,
  ruleId: string,
  escalation: readonly { minutes: number; alarmGroupId: string }[],
): Promise<void> => {
  await trx.deleteFrom("alarm_trigger_step").where("rule_id", "=", ruleId).execute();
  if (escalation.length === 0) return;
  const rows = escalation.map(({ minutes, alarmGroupId }, place) => ({ rule_id: ruleId, place, minutes, group_id: alarmGroupId }));
  await trx.insertInto("alarm_trigger_step").values(rows).execute();
};
