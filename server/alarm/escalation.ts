import { sql, type Transaction } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { portions } from "#server/kit/portions.ts";
import { type ToldGroup, writeEscalations } from "#server/notices/noticeEvents.ts";
import type { Masks } from "./masks.ts";
import type { RuleStep } from "./rule.ts";
import { isSilenced } from "./silence.ts";

const minuteMs = 60_000;
/** Looked at in one transaction. */
const atOnce = 500;
const longestMs = limits.alarmRule.stepMinutes[1] * minuteMs;

/** The steps of a record that is raised at `now`, UTC ms: they stay as they are, whatever becomes of the rule. */
export interface RecordSteps {
  readonly now: number;
  readonly steps: readonly RuleStep[];
}

/** Writes the steps of new records; those of a record that opens again, and were not told, count anew from then. */
export const beginEscalation = async (
  trx: Transaction<Database>,
  records: readonly (RecordSteps & { readonly id: string; readonly fresh: boolean })[],
): Promise<void> => {
  const rows = records.flatMap(({ id, fresh, now, steps }) =>
    fresh
      ? steps.map(({ minutes, groupId }, place) => ({
          ...{ record_id: id, step: place + 1, minutes, group_id: groupId, due_at: now + minutes * minuteMs },
          ...{ told_at: null, state: "waiting" as const },
        }))
      : [],
  );
  for (const some of portions(rows)) await trx.insertInto("alarm_escalation").values(some).execute();
  for (const { id, fresh, now } of records)
    if (!fresh)
      await trx
        .updateTable("alarm_escalation")
        .set({ state: "waiting", due_at: sql<number>`${sql.lit(now)} + minutes * ${sql.lit(minuteMs)}` })
        .where("record_id", "=", id)
        .where("told_at", "is", null)
        .execute();
};

/** Whom a record is told to. Without a group nobody is told of a raise; where the rule escalates, those who were told since hear the end as well. */
export type Escalated = Omit<ToldGroup, "groupId"> & { readonly groupId: string | null; readonly escalates: boolean };

/** Who hears the ends of records. */
export const endsOf = async <R extends { readonly id: string }>(
  trx: Transaction<Database>,
  releases: readonly { readonly tells: Escalated; readonly record: R }[],
): Promise<{ readonly group: ToldGroup; readonly record: R }[]> => {
  const groups = await escalatedGroups(
    trx,
    releases.flatMap(({ tells, record }) => (tells.escalates ? record.id : [])),
  );
  return releases.flatMap(({ tells, record }) => {
    const own = tells.groupId === null ? [] : [tells.groupId];
    const all = new Set([...own, ...(groups.get(record.id) ?? [])]);
    return Array.from(all, (groupId) => ({ group: { ...tells, groupId }, record }));
  });
};

/** The groups that were told of records by their steps. */
const escalatedGroups = async (trx: Transaction<Database>, recordIds: readonly string[]): Promise<Map<string, string[]>> => {
  const groups = new Map<string, string[]>();
  for (const some of portions(recordIds)) {
    const rows = await trx
      .selectFrom("alarm_escalation")
      .select(["record_id", "group_id"])
      .where("record_id", "in", some)
      .where("state", "=", "told")
      .execute();
    for (const { record_id, group_id } of rows) groups.set(record_id, [...(groups.get(record_id) ?? []), group_id]);
  }
  return groups;
};

const dueSteps = (trx: Db, at: number) =>
  trx
    .selectFrom("alarm_escalation as step")
    .innerJoin("alarm_log", "alarm_log.id", "step.record_id")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .leftJoin("alarm_trigger", "alarm_trigger.id", "alarm_log.rule_id")
    .leftJoin("alarm_group", "alarm_group.id", "step.group_id")
    .leftJoin("company as owner", "owner.id", "alarm_group.company_id")
    .select(["step.record_id", "step.step", "step.group_id", "step.minutes", "step.due_at", "owner.path as owner_path"])
    .select(["alarm_log.level", "alarm_log.content", "alarm_log.content_en", "alarm_log.state", "alarm_log.open_key", "alarm_log.rule_id"])
    .select(["device.id as device_id", "device.alarm_notice", "company.path", "alarm_trigger.alarm_type_id"])
    .where("step.state", "=", "waiting")
    // A step that is further ahead than any was written while the server's clock was.
    .where((eb) => eb.or([eb("step.due_at", "<=", at), eb("step.due_at", ">", at + longestMs)]))
    .orderBy("step.due_at")
    .limit(atOnce);

/** Some of the steps that are due at `at` (UTC ms): told, put off by a mask, or ended. Answers whether there may be more. */
export const escalateSome = (db: Db, masks: Pick<Masks, "of">, at: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const rows = await dueSteps(trx, at).execute();
    const told: { group: ToldGroup; record: { id: string; level: number; content: string; content_en: string } }[] = [];
    for (const row of rows) {
      const of = trx.updateTable("alarm_escalation").where("record_id", "=", row.record_id).where("step", "=", row.step);
      const isOver = row.state !== 0 || row.open_key === null;
      if (isOver || row.owner_path === null || !row.path.startsWith(row.owner_path)) {
        await of.set({ state: "ended" }).execute();
        continue;
      }
      if (row.due_at > at) {
        await of.set({ due_at: at + row.minutes * minuteMs }).execute();
        continue;
      }
      if (isSilenced(masks, row, at)) {
        await of.set({ due_at: at + minuteMs }).execute();
        continue;
      }
      await of.set({ state: "told", told_at: at }).execute();
      const { record_id: id, level, content, content_en } = row;
      told.push({ group: { groupId: row.group_id, now: at, released: { zh: "", en: "" } }, record: { id, level, content, content_en } });
    }
    await writeEscalations(trx, told);
    return rows.length === atOnce;
  });
