import type { RequestOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { alarmLog } from "#contract/resources/alarm.ts";
import type { AlarmComment } from "#contract/resources/alarmComment.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { Problem } from "#server/kit/problem.ts";
import { creationOf } from "#server/log/changeOf.ts";
import { inScope } from "./recordFilters.ts";

/** Throws where the caller does not see the record. */
const seenRecord = async (db: Db, caller: Caller, id: string): Promise<void> => {
  const record = await db
    .selectFrom("alarm_log")
    .select("alarm_log.id")
    .where("alarm_log.id", "=", id)
    .where(inScope(db, caller))
    .executeTakeFirst();
  if (!record) throw new Problem("notFound");
};

/** What was noted of a record, oldest first. */
export const commentsOf = async (db: Db, caller: Caller, id: string): Promise<AlarmComment[]> => {
  await seenRecord(db, caller, id);
  const rows = await db
    .selectFrom("alarm_comment")
    .select(["id", "at", "author", "text"])
    .where("record_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(({ id: commentId, at, author, text }) => ({ id: commentId, at: new Date(at).toISOString(), by: author, text }));
};

export const addComment = (
  db: Db,
  caller: Caller,
  { id, text }: RequestOf<typeof alarmLog.calls.comment>,
  at: number,
): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (trx) => {
    await seenRecord(trx, caller, id);
    const { count } = await trx
      .selectFrom("alarm_comment")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("record_id", "=", id)
      .executeTakeFirstOrThrow();
    if (count >= limits.alarmComment.perRecord) throw new Problem("commentsFull", { values: { count: limits.alarmComment.perRecord } });
    const author = caller.userName || caller.account;
    const comment = { id: newId(at), record_id: id, at, author_id: caller.userId, author, text };
    await trx.insertInto("alarm_comment").values(comment).execute();
    return { id: comment.id, change: creationOf(comment.id, { comment: text }) };
  });
