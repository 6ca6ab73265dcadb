import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { alarmLog } from "#contract/resources/alarm.ts";
import { seesPoint } from "#server/catalog/pointAuth.ts";
import { listOfTexts } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import { recordTexts } from "#server/db/recordTexts.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, searchText } from "#server/kit/page.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";
import { usableCompanies } from "#server/records/usable.ts";

type Asked = RequestOf<typeof alarmLog.calls.count>;
export type RecordFilters = Asked & {
  /** Records whose texts have what is searched for; without them each record's texts are looked at. */
  readonly hits?: readonly string[] | undefined;
};
export type SearchedQuery = RequestOf<typeof alarmLog.calls.query> & Pick<RecordFilters, "hits">;
type Builder = ExpressionBuilder<Database, "alarm_log">;

/**
 * A record belongs to the organisation of its device, wherever that was when it was raised: a transferred device takes its alarms along.
 * `walked`: keeps the index of devices out of the plan.
 */
export const inScope =
  (db: Db, caller: Caller, walked = false) =>
  (eb: Builder) => {
    if (seesAll(caller) && !isConsumer(caller)) return eb.lit(true);
    const devices = eb
      .selectFrom("device")
      .select("device.id")
      .where("device.company_id", "in", companiesOf(db, caller))
      .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));
    return eb(walked ? sql<string>`coalesce(alarm_log.device_id, '')` : eb.ref("alarm_log.device_id"), "in", devices);
  };

export const matching =
  (db: Db, caller: Caller, { search, hits, deviceId, ruleId, alarmTypeId, level, state, open, from, to }: RecordFilters) =>
  (eb: Builder) => {
    const all: Expression<SqlBool>[] = [];
    if (search !== undefined && searchText(search) !== "") all.push(found(db, eb, caller, { search, hits }));
    if (deviceId) all.push(eb("alarm_log.device_id", "=", deviceId));
    if (ruleId) all.push(eb("alarm_log.rule_id", "=", ruleId), seesPoint(caller, eb.ref("alarm_log.point_id")));
    if (alarmTypeId) all.push(ofType(db, caller, alarmTypeId)(eb), seesPoint(caller, eb.ref("alarm_log.point_id")));
    if (level !== undefined) all.push(eb("alarm_log.level", "=", level));
    if (state !== undefined) all.push(eb("alarm_log.state", "=", state));
    if (open !== undefined) all.push(eb("alarm_log.open_key", open ? "is not" : "is", null));
    if (from) all.push(eb("alarm_log.raised_at", ">=", Date.parse(from)));
    if (to) all.push(eb("alarm_log.raised_at", "<", Date.parse(to)));
    return eb.and(all);
  };

/** A type that the caller may not use has no records, whatever it is called. */
const ofType = (db: Db, caller: Caller, id: string) => (eb: Builder) => {
  const type = db
    .selectFrom("alarm_type")
    .where("alarm_type.id", "=", id)
    .where("alarm_type.company_id", "in", usableCompanies(db, caller));
  return eb.or([
    eb(
      "alarm_log.rule_id",
      "in",
      db.selectFrom("alarm_trigger").select("alarm_trigger.id").where("alarm_trigger.alarm_type_id", "in", type.select("alarm_type.id")),
    ),
    eb("alarm_log.type_name", "=", type.select("alarm_type.name")),
  ]);
};

/** Of an alarm about a point that is kept from the caller the texts are not searched: what is found would tell them. */
const found = (db: Db, eb: Builder, caller: Caller, { search, hits }: { search: string; hits: readonly string[] | undefined }) =>
  eb.or([
    eb(
      "alarm_log.device_id",
      "in",
      eb
        .selectFrom("device")
        .select("device.id")
        .where((device) => contains(device.ref("device.search"), search)),
    ),
    eb.and([
      seesPoint(caller, eb.ref("alarm_log.point_id")),
      hits ? sql<SqlBool>`alarm_log.id in (select value from ${listOfTexts(db, hits)})` : contains(recordTexts(db), search),
    ]),
  ]);

/** Up to here the matching rows are gathered by device and sorted; beyond, an index of time is walked and those that do not match are skipped. */
const fewRows = 20_000;

/**
 * How so many records are found: `walked` keeps the index of devices out of the plan, `gathered` the indexes of time. Among all records, of
 * every device, an index of time finds any that are not searched for by a text.
 */
export const planOf = (
  caller: Caller,
  total: number,
  { search = "" }: Pick<Asked, "search">,
): { readonly walked: boolean; readonly gathered: boolean } => ({
  walked: total > fewRows,
  gathered: total <= fewRows && (!seesAll(caller) || searchText(search) !== ""),
});

/** The same question with the records whose texts are to be found, where these are few: all texts are gone through once, in an index. */
export const withHits = async <Question extends Asked>(db: Db, request: Question): Promise<Question & Pick<RecordFilters, "hits">> => {
  const { search } = request;
  if (search === undefined || searchText(search) === "") return request;
  const hits = await db
    .selectFrom("alarm_log")
    .select("id")
    .where(contains(recordTexts(db), search))
    .limit(fewRows + 1)
    .execute();
  return hits.length > fewRows ? request : { ...request, hits: hits.map(({ id }) => id) };
};
