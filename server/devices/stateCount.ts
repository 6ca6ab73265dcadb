import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { localTime } from "#contract/kit/localTime.ts";
import type { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { calendar } from "#server/telemetry/calendar.ts";
import { fewRows, type LogScan, logTotal, logWhere } from "./deviceLog.ts";
import { stateScan } from "./stateRows.ts";

type Call = typeof deviceStateLog.calls.daily_count;
type Count = ResponseOf<Call>;
type DayCount = Count["days"][number];

/** Changes of each day in the zone of the caller's organisation. */
export const countStates = async (db: Db, caller: Caller, request: RequestOf<Call>, now: number): Promise<Count> => {
  const [from, to] = [Date.parse(request.from), Date.parse(request.to)];
  const scan = await stateScan(db, caller, request);
  const days = daysOf(caller.zone, from, Math.min(to, now + 1));
  const counted = (await logTotal(db, scan)) > fewRows ? await countedDays(db, scan, days) : await gatheredDays(db, scan, days);
  return {
    zone: caller.zone,
    days: counted.filter(({ offline, online }) => offline + online > 0),
    away: request.deviceId && from < now ? await awayOf(db, request.deviceId, from, Math.min(to, now)) : null,
  };
};

/** More than half a day beyond any day's start, which still lies within the next day. */
const pastMidnightMs = 36 * 3_600_000;

/** Over so many days an organisation's devices are asked day by day; over more its changes are found among all by time. */
const monthDays = 31;

interface Day {
  name: string;
  from: number;
  to: number;
}

/** The days of the zone that a period touches, cut to it. */
const daysOf = (zone: string, from: number, to: number): Day[] => {
  const startOf = calendar("day", zone, from, to + pastMidnightMs);
  const write = localTime(zone);
  const days: Day[] = [];
  for (let start = startOf(from); start < to; ) {
    const next = startOf(start + pastMidnightMs);
    days.push({ name: write(start).slice(0, 10), from: Math.max(start, from), to: Math.min(next, to) });
    start = next;
  }
  return days;
};

const gatheredDays = async (db: Db, scan: LogScan, days: readonly Day[]): Promise<DayCount[]> => {
  const { rows } = await sql<{ at: number; online: number }>`select at, online from device_state_log
    where ${logWhere(scan, "byDevice")} order by at + 0`.execute(db);
  let next = 0;
  return days.map(({ name, to }) => {
    const count = { day: name, offline: 0, online: 0 };
    for (let row = rows[next]; row && row.at < to; row = rows[next]) {
      if (row.online === 1) count.online += 1;
      else count.offline += 1;
      next += 1;
    }
    return count;
  });
};

const countedDays = async (db: Db, scan: LogScan, days: readonly Day[]): Promise<DayCount[]> => {
  const way = days.length > monthDays ? "byTime" : "byDevice";
  const counts: DayCount[] = [];
  for (const { name, from, to } of days) {
    const { rows } = await sql<Omit<DayCount, "day">>`select count(case when online = 0 then 1 end) as offline,
      count(case when online = 1 then 1 end) as online
      from device_state_log where ${logWhere({ ...scan, from, to }, way)}`.execute(db);
    counts.push({ day: name, offline: 0, online: 0, ...rows[0] });
    await nextTurn();
  }
  return counts;
};

/** How often and how long one device was offline within a period, as far as it has passed. */
const awayOf = async (db: Db, deviceId: string, from: number, to: number): Promise<NonNullable<Count["away"]>> => {
  const log = db.selectFrom("device_state_log").select(["at", "online"]).where("device_id", "=", deviceId);
  const before = await log.where("at", "<", from).orderBy("at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
  const changes = await log.where("at", ">=", from).where("at", "<", to).orderBy("at").orderBy("id").execute();
  const away = { count: 0, milliseconds: 0, longest: 0 };
  let since = before?.online === 0 ? from : undefined;
  const back = (at: number): void => {
    if (since === undefined) return;
    away.count += 1;
    away.milliseconds += at - since;
    away.longest = Math.max(away.longest, at - since);
    since = undefined;
  };
  for (const { at, online } of changes) {
    if (online === 1) back(at);
    else since ??= at;
  }
  back(to);
  return away;
};
