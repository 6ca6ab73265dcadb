import type { EscalationStep } from "#contract/resources/alarmNotice.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf } from "#server/kit/scope.ts";

interface Escalated {
  readonly id: string;
  readonly state: number;
  readonly open_key: string | null;
}

/** The steps of a record, in their order, and what became of each. Groups that the caller does not see have no name. */
export const escalationOf = async (db: Db, caller: Caller, { id, state, open_key }: Escalated): Promise<EscalationStep[]> => {
  const rows = await db
    .selectFrom("alarm_escalation as step")
    .leftJoin("alarm_group", (join) =>
      join.onRef("alarm_group.id", "=", "step.group_id").on("alarm_group.company_id", "in", companiesOf(db, caller)),
    )
    .select(["step.step", "step.due_at", "step.told_at", "step.state", "alarm_group.name"])
    .where("step.record_id", "=", id)
    .orderBy("step.step")
    .execute();
  // What is over is ended when it is due.
  const isOver = state !== 0 || open_key === null;
  return rows.map((row) => ({
    ...{ step: row.step, groupName: row.name ?? "", dueAt: new Date(row.due_at).toISOString() },
    toldAt: row.told_at === null ? null : new Date(row.told_at).toISOString(),
    state: row.state === "waiting" && isOver ? "ended" : row.state,
  }));
};
