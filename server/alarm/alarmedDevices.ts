import { type SelectQueryBuilder, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import type { AlarmedDevice, alarmLog } from "#contract/resources/alarm.ts";
import type { device } from "#contract/resources/device.ts";
import type { AlarmNumbers, DeviceAlarmState, DeviceInAlarm } from "#contract/resources/deviceAlarm.ts";
import { newestAlarms } from "#contract/resources/deviceAlarm.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { inOrder } from "#server/db/unindexed.ts";
import { matchingDevices, totalDevices } from "#server/devices/deviceList.ts";
import { deviceInScope } from "#server/devices/deviceRows.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { utcText } from "#server/kit/utcText.ts";
import { type Sorting, sortingOf } from "#server/records/sorting.ts";
import { everyLevel } from "./everyLevel.ts";
import { queryMasks } from "./maskRecords.ts";
import { inScope, matching, withHits } from "./recordFilters.ts";
import { queryRecords } from "./recordQuery.ts";

type DevicesQuery = RequestOf<typeof alarmLog.calls.queryDevices>;
type InAlarmQuery = RequestOf<typeof device.calls.device_alarm_list>;
type Field = SortFieldOf<DevicesQuery>;
type Records = SelectQueryBuilder<Database, "alarm_log", object>;

/** Names are another table's: only a list that is sorted by one of them joins it for every device. */
const names = { name: "device.name", sn: "device.sn", companyName: "company.name" } as const;
const figures = { raisedAt: "raised_at", count: "count", open: "open", level: "level" } as const satisfies Record<
  Exclude<Field, keyof typeof names>,
  string
>;

/** What the records of each device come to: an index that has all of it serves them device by device. */
const byDevice = (records: Records) =>
  records
    .groupBy("alarm_log.device_id")
    .select(["alarm_log.device_id"])
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.count<number>("alarm_log.open_key").as("open"),
      eb.fn.max("alarm_log.level").as("level"),
      eb.fn.max("alarm_log.raised_at").as("raised_at"),
    ]);

/** Of devices that are equal in what they are sorted by: the worst first, then that with most in alarm, then that with the newest. */
const sorted = (db: Db, records: Records, { field, order }: Sorting<Field>) => {
  const alarmed = db.selectFrom(byDevice(records).as("alarmed")).selectAll("alarmed");
  const named = alarmed.innerJoin("device", "device.id", "alarmed.device_id").innerJoin("company", "company.id", "device.company_id");
  const by =
    field === "name" || field === "sn" || field === "companyName"
      ? named.orderBy(names[field], order)
      : alarmed.orderBy(sql.ref(`alarmed.${figures[field]}`), inOrder(order));
  return by
    .orderBy("alarmed.level", "desc")
    .orderBy("alarmed.open", "desc")
    .orderBy("alarmed.raised_at", "desc")
    .orderBy("alarmed.device_id");
};

const pageOfDevices = async (
  db: Db,
  records: Records,
  request: { pageNo: number; pageSize: number },
  sorting: Sorting<Field>,
): Promise<ListOf<AlarmedDevice>> => {
  const { total } = await records
    .select((eb) => eb.fn.count<number>("alarm_log.device_id").distinct().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const found = await sorted(db, records, sorting).limit(request.pageSize).offset(offset).execute();
  const ids = found.map((row) => row.device_id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom("device")
          .innerJoin("company", "company.id", "device.company_id")
          .select(["device.id", "device.name", "device.sn", "company.name as companyName"])
          .where("device.id", "in", ids)
          .execute();
  const called = new Map(rows.map((row) => [row.id, row]));
  const list = found.flatMap(({ device_id, count, open, level, raised_at }): AlarmedDevice[] => {
    const row = called.get(device_id);
    return row ? [{ ...row, count, open, level: level as AlarmedDevice["level"], raisedAt: utcText(raised_at) }] : [];
  });
  return listOf(list, total, pageNo, request);
};

/** Devices by the records that the filters let through, those with the newest first unless asked otherwise. */
export const queryAlarmedDevices = async (db: Db, caller: Caller, request: DevicesQuery): Promise<ListOf<AlarmedDevice>> => {
  const asker = await narrowedTo(db, caller, request.companyId);
  const records = db
    .selectFrom("alarm_log")
    .where(inScope(db, asker))
    .where(matching(db, caller, await withHits(db, request)));
  return pageOfDevices(db, records, request, sortingOf(request, { field: "raisedAt", order: "desc" }));
};

/** Records that have not cleared, of those devices among the caller's that have any: both from indexes of these alone. */
const openRecords = (db: Db, caller: Caller): Records =>
  db
    .selectFrom("alarm_log")
    .where("alarm_log.open_key", "is not", null)
    .where("alarm_log.device_id", "in", matchingDevices(db, caller, { alarmed: true }).select("device.id"));

export const listInAlarm = async (db: Db, caller: Caller, request: InAlarmQuery): Promise<ListOf<DeviceInAlarm>> => {
  const { search = "", level } = request;
  const asker = await narrowedTo(db, caller, request.companyId);
  const records = openRecords(db, asker)
    .$if(level !== undefined, (query) =>
      query.where("alarm_log.device_id", "in", (eb) =>
        eb
          .selectFrom("alarm_log as worst")
          .select("worst.device_id")
          .where("worst.open_key", "is not", null)
          .where("worst.level", "=", level ?? 0),
      ),
    )
    .$if(searchText(search) !== "", (query) =>
      query.where("alarm_log.device_id", "in", (eb) =>
        eb
          .selectFrom("device")
          .select("device.id")
          .where((found) => contains(found.ref("device.search"), search)),
      ),
    );
  const { list, ...page } = await pageOfDevices(db, records, request, sortingOf(request, { field: "level", order: "desc" }));
  return { ...page, list: list.map(({ count: _, ...row }) => row) };
};

/** Devices with and without alarms that have not cleared; the two come to all that the caller sees. */
export const countInAlarm = async (
  db: Db,
  caller: Caller,
  { companyId }: RequestOf<typeof device.calls.getDeviceAlarmNum>,
): Promise<AlarmNumbers> => {
  const asker = await narrowedTo(db, caller, companyId);
  const [total, alarmed] = [await totalDevices(db, asker, {}), await totalDevices(db, asker, { alarmed: true })];
  const counts = await openRecords(db, asker)
    .select((eb) => ["alarm_log.level", eb.fn.count<number>("alarm_log.device_id").distinct().as("count")])
    .groupBy("alarm_log.level")
    .execute();
  return { total, alarmed, without: total - alarmed, levels: everyLevel(counts) };
};

/** A foreign device and a missing one are both not found. */
export const alarmsOfDevice = async (
  db: Db,
  caller: Caller,
  deviceId: string,
  { language, at }: { language: Language; at: number },
): Promise<DeviceAlarmState> => {
  await deviceInScope(db, caller, deviceId);
  const counts = await db
    .selectFrom("alarm_log")
    .select((eb) => ["alarm_log.level", eb.fn.countAll<number>().as("count")])
    .where("alarm_log.device_id", "=", deviceId)
    .where("alarm_log.open_key", "is not", null)
    .groupBy("alarm_log.level")
    .execute();
  const newest = await queryRecords(db, caller, { deviceId, open: true, pageNo: 1, pageSize: newestAlarms }, language);
  const masks = await queryMasks(db, caller, { deviceId, state: "running", pageNo: 1, pageSize: limits.page.max }, at);
  const levels = everyLevel(counts);
  return { deviceId, open: levels.reduce((sum, { count }) => sum + count, 0), levels, newest: newest.list, masks: masks.list };
};
