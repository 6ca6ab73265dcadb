import { type Selectable, sql } from "kysely";
import type { NoticeOutcome } from "#contract/resources/alarmNotice.ts";
import type { AlarmNoticeTable } from "#server/db/alarmNotices.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";

export type NoticeRow = Selectable<AlarmNoticeTable>;

/** A channel and one of its lanes. */
export type Lane = Pick<NoticeRow, "channel" | "lane">;

interface Room {
  /** Without room. */
  readonly channels: readonly string[];
  readonly lanes: readonly Lane[];
  /** Rows of each lane, and of all. */
  readonly perLane: number;
  readonly most: number;
}

/** What is due, the first of each lane that has room before the second of any: nobody waits behind what another has in store. */
export const dueNotices = async (db: Db, at: number, { channels, lanes, perLane, most }: Room) => {
  const free = [
    ...channels.map((channel) => sql`channel <> ${channel}`),
    ...lanes.map(({ channel, lane }) => sql`not (channel = ${channel} and lane = ${lane})`),
  ];
  const { rows } = await sql<NoticeRow>`select * from (
      select alarm_notice.*, row_number() over (partition by channel, lane order by next_at, id) as place from alarm_notice
      where state = 'due' and next_at <= ${at} ${free.length > 0 ? sql`and ${sql.join(free, sql` and `)}` : sql``}
    ) as waiting where place <= ${perLane} order by place, next_at, id limit ${most}`.execute(db);
  return rows;
};

/** Before it is sent: whatever happens, it is known that it may have been. False where it is not due any more. */
export const claimNotice = async (db: Db, { id, tries }: NoticeRow, at: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("alarm_notice")
    .set({ state: "sending", tries: tries + 1, next_at: at })
    .where("id", "=", id)
    .where("state", "=", "due")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export interface EndedAttempt {
  readonly outcome: NoticeOutcome;
  readonly answer: string;
  readonly name: string;
  readonly address: string;
  readonly at: number;
  /** When it is tried again; undefined where it is not. */
  readonly nextAt: number | undefined;
}

/** The attempt and what becomes of its notice, both or neither. */
export const endAttempt = (db: Db, noticeId: string, { outcome, answer, name, address, at, nextAt }: EndedAttempt): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const state = outcome === "sent" ? "sent" : nextAt === undefined ? "failed" : "due";
    await trx
      .updateTable("alarm_notice")
      .set({ state, next_at: nextAt ?? at })
      .where("id", "=", noticeId)
      .execute();
    await trx
      .insertInto("alarm_notice_attempt")
      .values({ id: newId(at), notice_id: noticeId, at, outcome, answer, name, address, next_at: nextAt ?? 0 })
      .execute();
  });

/** A notice that a stopped server had on its way is sent once more, and then no more: it may have arrived both times. */
const mostLost = 2;

/** Takes up what was on its way when the server stopped. Answers how many. */
export const takeUpLost = async (db: Db, at: number): Promise<number> => {
  const rows = await db.selectFrom("alarm_notice").selectAll().where("state", "=", "sending").execute();
  for (const row of rows)
    await db.transaction().execute(async (trx) => {
      const again = row.lost + 1 < mostLost;
      await trx
        .updateTable("alarm_notice")
        .set({ state: again ? "due" : "failed", lost: row.lost + 1, next_at: at })
        .where("id", "=", row.id)
        .execute();
      await trx
        .insertInto("alarm_notice_attempt")
        .values({
          ...{ id: newId(at), notice_id: row.id, at: row.next_at, outcome: "lost", answer: "", name: "", address: "" },
          next_at: again ? at : 0,
        })
        .execute();
    });
  return rows.length;
};

const rowsAtOnce = 500;

/** Deletes what was told before an instant, with its attempts. Answers whether there may be more. */
export const expireNotices = async (db: Db, before: number): Promise<boolean> => {
  let most = 0n;
  for (const [table, column] of [
    ["alarm_notice", "created_at"],
    ["alarm_notice_event", "at"],
  ] as const) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${sql.ref(column)} < ${before} order by ${sql.ref(column)} limit ${rowsAtOnce})`.execute(db);
    if (numAffectedRows > most) most = numAffectedRows;
  }
  return most >= rowsAtOnce;
};
