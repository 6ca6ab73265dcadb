import { type SqlBool, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { type deviceStateLog, type StateKind, type StateRow, stateReasons } from "#contract/resources/deviceStateLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf } from "#server/kit/page.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { logPage, logScan } from "./deviceLog.ts";
import { isoTime } from "./deviceRows.ts";

type Calls = typeof deviceStateLog.calls;
type Filters = Omit<RequestOf<Calls["query"]>, "pageNo" | "pageSize">;

const isKind = (kind: StateKind | undefined) => (kind === undefined ? undefined : sql<SqlBool>`online = ${kind === "online" ? 1 : 0}`);

export const stateScan = (db: Db, caller: Caller, filters: Filters) =>
  logScan(db, caller, "device_state_log", filters, [isKind(filters.kind)]);

const reasonOf = (text: string): StateRow["reason"] => {
  const known = stateReasons.find((reason) => reason === text);
  if (known === undefined) throw new Error(`a device changed its state for ${text}, which nobody declared`);
  return known;
};

/** What the table has of these rows, in the order of the ids, with the next change to the other state. */
export const stateRowsOf = async (db: Db, ids: readonly string[]): Promise<StateRow[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("device_state_log as log")
    .innerJoin("device", "device.id", "log.device_id")
    .innerJoin("company", "company.id", "device.company_id")
    .select(["log.id", "log.at", "log.online", "log.reason", "log.device_id", "device.name", "device.sn", "company.name as company"])
    .select((eb) =>
      eb
        .selectFrom("device_state_log as next")
        .select("next.at")
        .whereRef("next.device_id", "=", "log.device_id")
        .where(sql<SqlBool>`(next.at, next.id) > (log.at, log.id)`)
        .whereRef("next.online", "!=", "log.online")
        .orderBy("next.at")
        .orderBy("next.id")
        .limit(1)
        .as("until"),
    )
    .where("log.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id): StateRow[] => {
    const row = byId.get(id);
    if (!row) return [];
    return [
      {
        id,
        at: new Date(row.at).toISOString(),
        kind: row.online === 1 ? "online" : "offline",
        reason: reasonOf(row.reason),
        until: isoTime(row.until),
        deviceId: row.device_id,
        deviceName: row.name,
        deviceSn: row.sn,
        companyName: row.company,
      },
    ];
  });
};

/** Newest first unless asked otherwise. */
export const listStates = async (db: Db, caller: Caller, request: RequestOf<Calls["query"]>): Promise<ResponseOf<Calls["query"]>> => {
  const { order } = sortingOf(request, { field: "at", order: "desc" });
  const { ids, total, pageNo, cursor } = await logPage(db, await stateScan(db, caller, request), request, order);
  return { ...listOf(await stateRowsOf(db, ids), total, pageNo, request), cursor };
};
