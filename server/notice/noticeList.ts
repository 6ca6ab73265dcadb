import { type SqlBool, sql } from "kysely";
import type { ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import { messageTypes } from "#contract/realtime.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import type { NoticeRow, notice } from "#contract/resources/notice.ts";
import { switchesOf } from "#server/alarm/alarmSwitches.ts";
import { hiddenTexts } from "#server/alarm/hiddenPoint.ts";
import { isAbsence } from "#server/alarm/rule.ts";
import { seesPoint } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { rowsOfIds } from "#server/kit/page.ts";
import { utcText } from "#server/kit/utcText.ts";
import { crowded } from "./crowded.ts";
import { type LastRow, lastRows } from "./lastRows.ts";

type Notices = Pick<ResponseOf<typeof notice.calls.query>, "list" | "unread" | "more">;
type Unmarked = Omit<NoticeRow, "read" | "at"> & { at: number };

const dayMs = 86_400_000;
const { alarms: mostAlarms, presence: mostPresence, leases: mostLeases, days } = limits.notices;
/** So many are looked through: a device that flaps and a crowd that was lost together are one notice each. */
const looked = 1000;
/** What the caller was told, or would have been, and has not read; judged by what it may see and wants to be told of now. */
export const lastNotices = async (db: Db, caller: Caller, language: Language, now: number): Promise<Notices> => {
  const since = now - days * dayMs;
  const [alarms, presence, leases] = await Promise.all([
    caller.grants.has(alarmLog.calls.query.path) ? alarmNotices(db, caller, language, since) : [],
    caller.grants.has(device.calls.query.path) ? presenceNotices(db, caller, since) : [],
    caller.grants.has(device.calls.query.path) ? leaseNotices(db, caller, since) : [],
  ]);
  const told = [...alarms, ...presence, ...leases].sort((one, other) => other.at - one.at);
  const isRead = await readsOf(db, caller.userId);
  const list = told.map(({ id, at, data }) => ({ id, at: utcText(at), read: isRead({ id, at }), data }));
  return {
    list,
    unread: list.filter(({ read }) => !read).length,
    more: alarms.length === mostAlarms || presence.length === mostPresence || leases.length === mostLeases,
  };
};

const readsOf = async (db: Db, userId: string): Promise<(notice: { id: string; at: number }) => boolean> => {
  const reader = await db
    .selectFrom("user")
    .leftJoin("notice_reader", "notice_reader.user_id", "user.id")
    .select(["user.created_at", "notice_reader.read_to"])
    .where("user.id", "=", userId)
    .executeTakeFirst();
  const ones = await db.selectFrom("notice_read").select("notice").where("user_id", "=", userId).execute();
  const read = new Set(ones.map((one) => one.notice));
  // What was before its time nobody new has to catch up with.
  const to = reader?.read_to ?? reader?.created_at ?? 0;
  return ({ id, at }) => at <= to || read.has(id);
};

const alarmNotices = async (db: Db, caller: Caller, language: Language, since: number): Promise<Unmarked[]> => {
  const levels = (await switchesOf(db, caller.userId)).filter((one) => one.notice).map(({ level }) => level);
  if (levels.length === 0) return [];
  const told = sql<SqlBool>`masked = 0 and level in (${sql.join(levels)})`;
  const last = await lastRows(db, caller, { table: "alarm_log", at: "raised_at", told }, since, { most: looked, each: mostAlarms });
  const crowds = await alarmCrowds(db, last);
  const rows = await rowsOfIds(
    crowds.map(({ named }) => named),
    (ids) =>
      db
        .selectFrom("alarm_log")
        .innerJoin("device", "device.id", "alarm_log.device_id")
        .leftJoin("slave", (join) => join.onRef("slave.device_id", "=", "device.id").onRef("slave.no", "=", "alarm_log.slave"))
        .selectAll("alarm_log")
        .select((eb) => seesPoint(caller, eb.ref("alarm_log.point_id")).as("visible"))
        .select(["device.name as device_name", "device.sn as device_sn", "slave.name as slave_name"])
        .where("alarm_log.id", "in", ids)
        .execute(),
  );
  const crowdOf = new Map(crowds.map((crowd) => [crowd.named, crowd]));
  const shown = rows.map((row) => (row.visible ? row : { ...row, ...hiddenTexts }));
  return shown.map((row) => {
    const { id, at, count } = crowdOf.get(row.id) ?? { id: row.id, at: row.raised_at, count: 1 };
    return {
      id: `alarm ${id}`,
      at,
      data: {
        type: messageTypes.alarm,
        content: {
          id: row.id,
          deviceId: row.device_id,
          deviceName: row.device_name,
          deviceSn: row.device_sn,
          slaveName: row.slave_name ?? "",
          triggerText: language === "en" ? row.content_en : row.content,
          updateTime: utcText(at),
          state: row.state,
          remark: row.remark,
          level: row.level,
          alarmSwitchState: 0,
          released: row.released_at !== null,
          count,
        },
      },
    };
  });
};

interface AlarmCrowd {
  /** Of its newest alarm, by which its marks are kept. */
  id: string;
  at: number;
  count: number;
  /** The newest that stands and that nobody has dealt with, else the newest. */
  named: string;
}

/** Alarms of absence of one rule that came together are told as one, as they were when they came. */
const alarmCrowds = async (db: Db, last: readonly LastRow[]): Promise<AlarmCrowd[]> => {
  const stands = await rowsOfIds(
    last.map(({ id }) => id),
    (ids) =>
      db
        .selectFrom("alarm_log")
        .leftJoin("alarm_trigger", "alarm_trigger.id", "alarm_log.rule_id")
        .select(["alarm_log.id", "raised_at as at", "rule_id", "state", "released_at", "condition"])
        .where("alarm_log.id", "in", ids)
        .execute(),
  );
  return crowded(stands, ({ rule_id, condition }) => (condition !== null && rule_id !== null && isAbsence(condition) ? rule_id : undefined))
    .slice(0, mostAlarms)
    .flatMap((crowd) => {
      const [newest] = crowd;
      const named = crowd.find(({ state, released_at }) => state === 0 && released_at === null) ?? newest;
      return newest && named ? [{ id: newest.id, at: newest.at, count: crowd.length, named: named.id }] : [];
    });
};

const presenceNotices = async (db: Db, caller: Caller, since: number): Promise<Unmarked[]> => {
  const log = { table: "device_state_log", at: "at", told: sql<SqlBool>`1 = 1` } as const;
  const changes = await lastRows(db, caller, log, since, { most: looked, each: 1 });
  // A device that flaps is told of by its last change.
  const newest = new Map<string, string>();
  for (const { id, device_id } of changes) if (!newest.has(device_id)) newest.set(device_id, id);
  const rows = await rowsOfIds([...newest.values()], (ids) =>
    db
      .selectFrom("device_state_log as log")
      .innerJoin("device", "device.id", "log.device_id")
      .select(["log.id", "log.at", "log.online", "log.device_id", "device.name", "device.sn"])
      .where("log.id", "in", ids)
      .execute(),
  );
  return crowded(rows, ({ online }) => String(online))
    .slice(0, mostPresence)
    .flatMap((crowd) => {
      const [named] = crowd;
      if (!named) return [];
      const { id, at, online, device_id, name, sn } = named;
      const content = { deviceId: device_id, name, deviceSn: sn, createTime: utcText(at), state: online, count: crowd.length };
      return [{ id: `presence ${id}`, at, data: { type: messageTypes.presence, content } }];
    });
};

/** Of services that were about to end; one that was renewed since is no longer told. */
const leaseNotices = async (db: Db, caller: Caller, since: number): Promise<Unmarked[]> => {
  const log = { table: "lease_notice", at: "at", told: sql<SqlBool>`1 = 1` } as const;
  const last = await lastRows(db, caller, log, since, { most: looked, each: 1 });
  const rows = await rowsOfIds(
    last.map(({ id }) => id),
    (ids) =>
      db
        .selectFrom("lease_notice as told")
        .innerJoin("device", "device.id", "told.device_id")
        .select(["told.id", "told.at", "told.device_id", "told.lease_end", "told.days", "device.name", "device.sn"])
        .whereRef("told.lease_end", "=", "device.lease_end")
        .where("told.id", "in", ids)
        .execute(),
  );
  return crowded(rows, ({ days }) => String(days))
    .slice(0, mostLeases)
    .flatMap((crowd) => {
      const [named] = crowd;
      if (!named) return [];
      const { id, at, device_id, lease_end, name, sn } = named;
      const content = { deviceId: device_id, name, deviceSn: sn, leaseEnd: lease_end, createTime: utcText(at), count: crowd.length };
      return [{ id: `lease ${id}`, at, data: { type: messageTypes.lease, content } }];
    });
};
