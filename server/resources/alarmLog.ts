import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import { queryAlarmedDevices } from "#server/alarm/alarmedDevices.ts";
import { alarmName } from "#server/alarm/alarmName.ts";
import { deleteRecords } from "#server/alarm/deleteRecords.ts";
import { everyLevel } from "#server/alarm/everyLevel.ts";
import { addComment, commentsOf } from "#server/alarm/recordComments.ts";
import { inScope, matching, type RecordFilters, withHits } from "#server/alarm/recordFilters.ts";
import { getRecord, queryRecords } from "#server/alarm/recordQuery.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { implement } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { noticesOf } from "#server/notices/recordNotices.ts";

type Calls = typeof alarmLog.calls;

export const alarmLogAnswers = implement(alarmLog, {
  query: (request, { services, caller, language }) => queryRecords(services.db, caller, request, language),
  get: (request, { services, caller, language }) => getRecord(services.db, caller, request.id, language),
  notices: ({ id }, { services, caller }) => noticesOf(services.db, caller, id),
  comments: async ({ id }, { services, caller }) => ({ comments: await commentsOf(services.db, caller, id) }),
  comment: async (request, { services, caller, trace }) => {
    const { id, change } = await addComment(services.db, caller, request, services.now());
    trace.change = change;
    return { id };
  },
  recover: async (request, { services, caller, trace }) => {
    const { events, change } = await processRecords(services.db, caller, request, services.now());
    trace.change = change;
    await services.changes.tell({ kind: "alarmsProcessed", events });
    return { processed: events.length };
  },
  count: (request, { services, caller }) => countRecords(services.db, caller, request),
  countLevel: (request, { services, caller }) => countLevels(services.db, caller, request),
  queryDevices: (request, { services, caller }) => queryAlarmedDevices(services.db, caller, request),
  delete: async ({ ids }, { services, caller, trace }) => {
    const { removed, change } = await deleteRecords(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
});

/** The records differ in nothing of it: none was processed before. They are named because what was asked is shortened in the log. */
const processing = (
  records: readonly { id: string; rule_name: string; device_id: string }[],
  devices: ReadonlyMap<string, { name: string }>,
  { state, remark, processor }: { state: number; remark: string; processor: string },
): string =>
  changeOf(
    { state: 0 },
    {
      processed: records.map(({ id, rule_name, device_id }) => `${alarmName(devices.get(device_id)?.name, rule_name)} (${id})`),
      state,
      remark,
      processor,
    },
  );

/** Who was faster, and when. */
const alreadyProcessed = (record: { processor: string; processed_at: number | null } | undefined): Problem => {
  const at = record?.processed_at ?? null;
  return new Problem("alarmProcessed", { data: { by: record?.processor ?? "", at: at === null ? null : new Date(at).toISOString() } });
};

/** All or nothing: refused when one is missing, foreign or processed already. Answers what is to be told once it is committed. */
export const processRecords = (
  db: Db,
  caller: Caller,
  request: RequestOf<Calls["recover"]>,
  at: number,
): Promise<{ events: AlarmEvent[]; change: string }> =>
  db.transaction().execute(async (trx) => {
    const wanted = [...new Set(request.ids)];
    const records = await trx.selectFrom("alarm_log").selectAll().where("alarm_log.id", "in", wanted).where(inScope(trx, caller)).execute();
    if (records.length !== wanted.length) throw new Problem("notFound");
    const count = records.filter((record) => record.state !== 0).length;
    if (count > 0) throw wanted.length === 1 ? alreadyProcessed(records[0]) : new Problem("batchProcessed", { values: { count } });
    const outcome = {
      state: request.state,
      remark: request.remark,
      processed_at: at,
      processor_id: caller.userId,
      processor: caller.userName || caller.account,
    };
    await trx.updateTable("alarm_log").set(outcome).where("id", "in", wanted).execute();
    const devices = await trx
      .selectFrom("device")
      .innerJoin("company", "company.id", "device.company_id")
      .select(["device.id", "device.name", "device.sn", "device.company_id as companyId", "company.path as companyPath"])
      .select("device.alarm_notice as notice")
      .where("device.id", "in", [...new Set(records.map((record) => record.device_id))])
      .execute();
    const slaves = await trx
      .selectFrom("slave")
      .select(["device_id", "no", "name"])
      .where("device_id", "in", [...new Set(records.map((record) => record.device_id))])
      .execute();
    const named = groupedBy(slaves, ({ device_id }) => device_id);
    const byId = new Map(
      devices.map((device) => [
        device.id,
        { ...device, slaveNames: new Map((named.get(device.id) ?? []).map(({ no, name }) => [no, name])) },
      ]),
    );
    const events = records.flatMap((record): AlarmEvent[] => {
      const device = byId.get(record.device_id);
      if (!device) return [];
      // Of what nobody was told nobody is told that it was dealt with.
      return [{ kind: "processed", record: { ...record, ...outcome }, device, masked: device.notice === 0 || record.masked === 1 }];
    });
    return { events, change: processing(records, byId, outcome) };
  });

export const countRecords = async (db: Db, caller: Caller, filters: RecordFilters): Promise<ResponseOf<Calls["count"]>> => {
  const asker = await narrowedTo(db, caller, filters.companyId);
  const counts = await db
    .selectFrom("alarm_log")
    .select((eb) => [
      eb.fn.countAll<number>().as("total"),
      eb.fn.countAll<number>().filterWhere("state", "=", 0).as("unprocessed"),
      eb.fn.count<number>("open_key").as("open"),
    ])
    .where(inScope(db, asker))
    .where(matching(db, asker, await withHits(db, filters)))
    .executeTakeFirstOrThrow();
  return { total: counts.total, unprocessed: counts.unprocessed, open: counts.open };
};

/** All four levels, lowest first. */
export const countLevels = async (db: Db, caller: Caller, filters: RecordFilters): Promise<ResponseOf<Calls["countLevel"]>> => {
  const asker = await narrowedTo(db, caller, filters.companyId);
  const counts = await db
    .selectFrom("alarm_log")
    .select((eb) => ["level", eb.fn.countAll<number>().as("count")])
    .where(inScope(db, asker))
    .where(matching(db, asker, await withHits(db, filters)))
    .groupBy("level")
    .execute();
  return everyLevel(counts);
};
