import type { NoticeEvent } from "#contract/resources/alarmNotice.ts";
import type { Db } from "#server/db/open.ts";

/** An event of an alarm with what its texts say. */
export interface ToldAlarm {
  readonly id: string;
  readonly event: NoticeEvent;
  readonly content: string;
  readonly content_en: string;
  readonly at: number;
  readonly record_id: string;
  readonly rule_name: string;
  readonly level: number;
  readonly slave: number;
  readonly point_name: string;
  readonly point_name_en: string;
  readonly value: string | null;
  readonly unit: string;
  readonly raised_at: number;
  readonly released_at: number | null;
  readonly device_id: string;
  readonly device_name: string;
  readonly device_sn: string;
  /** Of the device, as it is now. */
  readonly company_name: string;
  readonly zone: string;
}

export interface ToldBatch {
  /** The first of them, in their order. */
  readonly alarms: readonly ToldAlarm[];
  readonly count: number;
  /** How many there are of each level. */
  readonly levels: ReadonlyMap<number, number>;
  readonly from: number;
  readonly until: number;
  /** It tells of what was over a limit, so that others were told before. */
  readonly more: boolean;
}

/** Alarms of a batch that are told one by one; the others are counted. */
export const mostTold = 100;

const eventsOf = (db: Db, noticeId: string) =>
  db.selectFrom("alarm_notice_event as event").where("event.batch_id", "in", (eb) =>
    eb
      .selectFrom("alarm_notice as notice")
      .select("notice.batch_id")
      .where((or) => or.or([or("notice.id", "=", noticeId), or("notice.merged_into", "=", noticeId)])),
  );

/** What a notice tells of; undefined where the alarms are gone meanwhile. */
export const toldBatch = async (db: Db, noticeId: string): Promise<ToldBatch | undefined> => {
  const counted = await eventsOf(db, noticeId)
    .select((eb) => [
      "event.level",
      eb.fn.countAll<number>().as("count"),
      eb.fn.min("event.at").as("from"),
      eb.fn.max("event.at").as("until"),
    ])
    .groupBy("event.level")
    .execute();
  if (counted.length === 0) return undefined;
  const alarms = await eventsOf(db, noticeId)
    .innerJoin("alarm_log", "alarm_log.id", "event.record_id")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .select(["event.id", "event.event", "event.content", "event.content_en", "event.at", "event.record_id"])
    .select(["alarm_log.rule_name", "alarm_log.level", "alarm_log.slave", "alarm_log.point_name", "alarm_log.point_name_en"])
    .select(["alarm_log.value", "alarm_log.unit", "alarm_log.raised_at", "alarm_log.released_at", "alarm_log.device_id"])
    .select(["device.name as device_name", "device.sn as device_sn", "company.name as company_name", "company.zone"])
    .orderBy("event.level", "desc")
    .orderBy("event.at")
    .orderBy("event.id")
    .limit(mostTold)
    .execute();
  const merged = await db.selectFrom("alarm_notice").select("id").where("merged_into", "=", noticeId).limit(1).execute();
  return {
    alarms,
    count: counted.reduce((sum, { count }) => sum + Number(count), 0),
    levels: new Map(counted.map(({ level, count }) => [level, Number(count)])),
    from: Math.min(...counted.map(({ from }) => Number(from))),
    until: Math.max(...counted.map(({ until }) => Number(until))),
    more: merged.length > 0,
  };
};
