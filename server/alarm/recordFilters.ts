import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { alarmLog } from "#contract/resources/alarm.ts";
import { seesPoint } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, containsFolded, searchText } from "#server/kit/page.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";
import { usableCompanies } from "#server/records/usable.ts";

export type RecordFilters = RequestOf<typeof alarmLog.calls.count>;
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
  (db: Db, caller: Caller, { search, deviceId, ruleId, alarmTypeId, level, state, open, from, to }: RecordFilters) =>
  (eb: Builder) => {
    const all: Expression<SqlBool>[] = [];
    if (search !== undefined && searchText(search) !== "") all.push(found(eb, caller, search));
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
const found = (eb: Builder, caller: Caller, search: string) =>
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
      eb.or([
        containsFolded(eb.ref("alarm_log.content"), search),
        containsFolded(eb.ref("alarm_log.content_en"), search),
        containsFolded(eb.ref("alarm_log.rule_name"), search),
      ]),
    ]),
  ]);

/** Up to here the matching rows are gathered by device and sorted; beyond, an index of time is walked and those that do not match are skipped. */
const fewRows = 20_000;

/** How so many records are found: `walked` keeps the index of devices out of the plan, `gathered` the indexes of time. */
export const planOf = (caller: Caller, total: number): { readonly walked: boolean; readonly gathered: boolean } => ({
  walked: total > fewRows,
  gathered: total <= fewRows && !seesAll(caller),
});
