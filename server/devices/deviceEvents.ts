import { type SqlBool, sql } from "kysely";
import { waitingResults } from "#contract/commandTiming.ts";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { type deviceEvent, type EventRow, eventKinds } from "#contract/resources/log.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf } from "#server/kit/page.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { logPage, logScan } from "./deviceLog.ts";
import { openEventContent } from "./eventContent.ts";

type Call = typeof deviceEvent.calls.query;
type Query = RequestOf<Call>;

const kindOf = (text: string): EventRow["kind"] => {
  const known = eventKinds.find((kind) => kind === text);
  if (known === undefined) throw new Error(`a device event is of kind ${text}, which nobody declared`);
  return known;
};

const isKind = ({ kind, kinds = [] }: Query) => {
  const wanted = kind === undefined ? kinds : [kind];
  return wanted.length === 0 ? undefined : sql<SqlBool>`kind in (${sql.join(wanted)})`;
};

const hasFailed = ({ failed }: Query) => {
  if (failed === undefined) return undefined;
  const well = sql.join(["", "ok", ...waitingResults]);
  return failed ? sql<SqlBool>`result not in (${well})` : sql<SqlBool>`result in (${well})`;
};

const isWaiting = ({ waiting }: Query) => {
  if (waiting === undefined) return undefined;
  const later = sql`(select id from later_command where state <> 'sending')`;
  return waiting ? sql<SqlBool>`id in ${later}` : sql<SqlBool>`id not in ${later}`;
};

/** What was sent to devices and what came from them beside readings, newest first. It goes with the device, whoever had it before. */
export const listEvents = async (db: Db, caller: Caller, request: Query): Promise<ResponseOf<Call>> => {
  const { order } = sortingOf(request, { field: "at", order: "desc" });
  const scan = await logScan(db, caller, "device_event", request, [isKind(request), hasFailed(request), isWaiting(request)]);
  const { ids, total, pageNo, cursor } = await logPage(db, scan, request, order);
  return { ...listOf(await rowsOf(db, caller, ids), total, pageNo, request), cursor };
};

const rowsOf = async (db: Db, caller: Caller, ids: readonly string[]): Promise<EventRow[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("device_event as event")
    .innerJoin("device", "device.id", "event.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .select(["event.id", "event.at", "event.kind", "event.content", "event.account", "event.result"])
    .select(["device.id as deviceId", "device.name as deviceName", "device.sn as deviceSn", "company.name as companyName"])
    .where("event.id", "in", ids)
    .execute();
  const shown = await openEventContent(db, caller, rows);
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, content: shown(row), at: new Date(row.at).toISOString(), kind: kindOf(row.kind) }]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
};
