import type { RequestOf } from "#contract/kit/call.ts";
import type { notice } from "#contract/resources/notice.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { lastNotices } from "./noticeList.ts";

/** Keeps no more marks than there are notices listed: what is listed no longer needs none. */
export const markNotices = async (
  db: Db,
  caller: Caller,
  { ids, upTo }: RequestOf<typeof notice.calls.mark>,
  now: number,
): Promise<void> => {
  const user_id = caller.userId;
  if (upTo !== undefined) {
    const read_to = Math.min(Date.parse(upTo), now);
    await db
      .insertInto("notice_reader")
      .values({ user_id, read_to })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ read_to }).where("notice_reader.read_to", "<", read_to))
      .execute();
  }
  const { list } = await lastNotices(db, caller, "zh", now);
  const listed = new Set(list.map(({ id }) => id));
  const marked = ids.filter((id) => listed.has(id)).map((id) => ({ user_id, notice: id }));
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom("notice_read")
      .where("user_id", "=", user_id)
      .$if(listed.size > 0, (query) => query.where("notice", "not in", [...listed]))
      .execute();
    if (marked.length === 0) return;
    await tx
      .insertInto("notice_read")
      .values(marked)
      .onConflict((conflict) => conflict.columns(["user_id", "notice"]).doNothing())
      .execute();
  });
};
