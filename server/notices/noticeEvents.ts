import type { Insertable, Transaction } from "kysely";
import type { NoticeEvent } from "#contract/resources/alarmNotice.ts";
import type { AlarmNoticeEventTable } from "#server/db/alarmNotices.ts";
import type { AlarmLogTable, Database } from "#server/db/schema.ts";
import { newId } from "#server/kit/newId.ts";
import { portions } from "#server/kit/portions.ts";

/** Whom an alarm is told to, and how its end is called; nothing is left out for one that nobody is told of. */
export interface ToldGroup {
  readonly groupId: string;
  /** UTC ms at which it is written. */
  readonly now: number;
  /** Empty where the rule has no text for it. */
  readonly released: { readonly zh: string; readonly en: string };
}

type ToldRecord = Pick<AlarmLogTable, "id" | "level" | "content" | "content_en" | "raised_at"> & { repeated_at: number | null };

export interface ToldRaise {
  readonly group: ToldGroup;
  readonly record: ToldRecord;
  /** It is new, so that nothing was told of it yet. */
  readonly fresh: boolean;
}

export type ToldRelease = Omit<ToldRaise, "fresh">;

/** What was raised longer ago when it is written is no news: a device that was away sends what it kept. */
const staleMs = 3_600_000;
const rowsPerStatement = 200;

const rowOf = ({ group, record }: ToldEvent, event: NoticeEvent): Insertable<AlarmNoticeEventTable> => ({
  id: newId(group.now),
  record_id: record.id,
  group_id: group.groupId,
  event,
  level: record.level,
  at: group.now,
  content: (event === "released" && group.released.zh) || record.content,
  content_en: (event === "released" && group.released.en) || record.content_en,
  state: "new",
  next_at: group.now,
  batch_id: "",
});

/** A group that is told of a record by its escalation. */
type ToldEvent = { readonly group: ToldGroup; readonly record: Pick<AlarmLogTable, "id" | "level" | "content" | "content_en"> };

const write = async (trx: Transaction<Database>, rows: readonly Insertable<AlarmNoticeEventTable>[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await trx
      .insertInto("alarm_notice_event")
      .values(rows.slice(from, from + rowsPerStatement))
      .execute();
};

/** What was told last of each record. */
const lastTold = async (trx: Transaction<Database>, told: readonly ToldRelease[]): Promise<Map<string, string>> => {
  const ids = [...new Set(told.map(({ record }) => record.id))];
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("alarm_notice_event")
    .select(["record_id", "event"])
    .where("record_id", "in", ids)
    .orderBy("at")
    .orderBy("event")
    .execute();
  return new Map(rows.map(({ record_id, event }) => [record_id, event]));
};

/** Whether it was told and its end was not. */
const isTold = (last: ReadonlyMap<string, string>, { id }: { id: string }): boolean => (last.get(id) ?? "released") !== "released";

/**
 * Writes reminders of records. A group that has something of the record waiting, for the end of quiet hours or of a storm, is reminded by
 * that: what gathers there would all be of one alarm.
 */
export const writeReminders = async (trx: Transaction<Database>, reminders: readonly ToldRelease[]): Promise<void> => {
  const waiting = new Set<string>();
  for (const some of portions(new Set(reminders.map(({ record }) => record.id)))) {
    const rows = await trx
      .selectFrom("alarm_notice_event")
      .select(["record_id", "group_id"])
      .where("record_id", "in", some)
      .where("state", "<>", "planned")
      .execute();
    for (const { record_id, group_id } of rows) waiting.add(`${record_id} ${group_id}`);
  }
  await write(
    trx,
    reminders.filter(({ group, record }) => !waiting.has(`${record.id} ${group.groupId}`)).map((reminder) => rowOf(reminder, "again")),
  );
};

/** Writes that other groups are told of records. */
export const writeEscalations = (trx: Transaction<Database>, told: readonly ToldEvent[]): Promise<void> =>
  write(
    trx,
    told.map((each) => rowOf(each, "escalated")),
  );

/**
 * Writes what is to be told of alarm records, in the transaction that writes them: whatever the server dies of, both are there or neither.
 * A record that opens again is told again only where its end was told, and an end only where the beginning was and the group asks for it.
 */
export const writeNoticeEvents = async (
  trx: Transaction<Database>,
  raises: readonly ToldRaise[],
  releases: readonly ToldRelease[],
): Promise<void> => {
  const news = raises.filter(({ group, record }) => group.now - (record.repeated_at ?? record.raised_at) <= staleMs);
  const before = await lastTold(
    trx,
    news.filter(({ fresh }) => !fresh),
  );
  await write(
    trx,
    news.filter(({ record }) => !isTold(before, record)).map((raise) => rowOf(raise, "raised")),
  );
  if (releases.length === 0) return;
  const groupIds = [...new Set(releases.map(({ group }) => group.groupId))];
  const asking = await trx.selectFrom("alarm_group").select("id").where("id", "in", groupIds).where("tell_release", "=", 1).execute();
  const asked = new Set(asking.map(({ id }) => id));
  const ends = releases.filter(({ group }) => asked.has(group.groupId));
  const told = await lastTold(trx, ends);
  await write(
    trx,
    ends.filter(({ record }) => isTold(told, record)).map((end) => rowOf(end, "released")),
  );
};
