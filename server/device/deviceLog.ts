import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, type PageRequest, pageOf, searchText } from "#server/kit/page.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { companiesOf, pathEnd, seesAll } from "#server/kit/scope.ts";
import { deviceInScope } from "./deviceRows.ts";

/** Tables with `id`, `device_id` and `at`, and indices by device and by time. */
type LogTable = "device_state_log" | "device_event";

interface LogFilters {
  search?: string | undefined;
  deviceId?: string | undefined;
  companyId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

type Condition = RawBuilder<SqlBool>;

/** The rows that are asked for. */
export interface LogScan {
  table: LogTable;
  conditions: readonly Condition[];
  /** Whether the order of time is walked; otherwise the rows of few devices are gathered and sorted. */
  walked: boolean;
}

interface LogPlace {
  at: number;
  id: string;
}

/** Up to here the index of devices is used; for more of them the index of time is walked. */
const fewDevices = 200;

const isText = (search: string | undefined): search is string => search !== undefined && searchText(search) !== "";

/**
 * The devices whose log is asked for. A row belongs to the organisation that its device is in now, wherever it was then: a transferred
 * device takes its log along.
 */
const devicesOf = (db: Db, caller: Caller, { search, deviceId, companyId }: LogFilters) => {
  let query = db.selectFrom("device").select("device.id");
  if (!seesAll(caller)) query = query.where("device.company_id", "in", companiesOf(db, caller));
  if (deviceId) query = query.where("device.id", "=", deviceId);
  if (isText(search)) query = query.where((eb) => contains(eb.ref("device.search"), search));
  if (!companyId) return query;
  return query.where("device.company_id", "in", (eb) =>
    eb
      .selectFrom(["company as chosen", "company as below"])
      .select("below.id")
      .where("chosen.id", "=", companyId)
      .whereRef("below.path", ">=", "chosen.path")
      .where(sql<SqlBool>`below.path < chosen.path || ${pathEnd("")}`),
  );
};

const deviceCondition = async (db: Db, caller: Caller, filters: LogFilters): Promise<{ condition?: Condition; walked: boolean }> => {
  const { search, deviceId, companyId } = filters;
  if (deviceId) await deviceInScope(db, caller, deviceId);
  if (seesAll(caller) && !deviceId && !companyId && !isText(search)) return { walked: true };
  const devices = devicesOf(db, caller, filters);
  const found = await devices.limit(fewDevices + 1).execute();
  if (found.length > fewDevices) return { condition: sql<SqlBool>`coalesce(device_id, '') in (${devices})`, walked: true };
  if (found.length === 0) return { condition: sql<SqlBool>`1 = 0`, walked: true };
  return { condition: sql<SqlBool>`device_id in (${sql.join(found.map(({ id }) => id))})`, walked: false };
};

/** What the filters let through of the devices that the caller may see. One device that is not the caller's is not found. */
export const logScan = async (
  db: Db,
  caller: Caller,
  table: LogTable,
  filters: LogFilters,
  more: readonly (Condition | undefined)[],
): Promise<LogScan> => {
  const { condition, walked } = await deviceCondition(db, caller, filters);
  const { from, to } = filters;
  const all = [
    condition,
    from === undefined ? undefined : sql<SqlBool>`at >= ${Date.parse(from)}`,
    to === undefined ? undefined : sql<SqlBool>`at < ${Date.parse(to)}`,
    ...more,
  ];
  return { table, conditions: all.filter((one) => one !== undefined), walked };
};

/** For `where`. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

type Order = "asc" | "desc";

const behind = (order: Order, { at, id }: LogPlace): Condition =>
  order === "desc" ? sql<SqlBool>`(at, id) < (${at}, ${id})` : sql<SqlBool>`(at, id) > (${at}, ${id})`;

/** Places in the order of time, from behind `after`. */
export const logPlaces = async (
  db: Db,
  { table, conditions, walked }: LogScan,
  { order, limit, offset = 0, after }: { order: Order; limit: number; offset?: number; after?: LogPlace | undefined },
): Promise<LogPlace[]> => {
  const where = allOf(after ? [...conditions, behind(order, after)] : conditions);
  const time = walked ? sql`at` : sql`at + 0`;
  const way = sql.raw(order);
  const { rows } = await sql<LogPlace>`select id, at from ${sql.table(table)} where ${where}
    order by ${time} ${way}, id ${way} limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

const cursorForm = /^(\d{1,16})_(.{1,64})$/;

const placeOf = (cursor: string): LogPlace => {
  const [, at, id] = cursorForm.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw fieldProblem("cursor", "rule.invalid");
  return { at: Number(at), id };
};

interface LogPage {
  ids: string[];
  total: number;
  pageNo: number;
  /** Goes on behind the last row; null at the end. */
  cursor: string | null;
}

/** One page. With the cursor of a page before it any page costs what the first does. */
export const logPage = async (
  db: Db,
  scan: LogScan,
  request: PageRequest & { cursor?: string | undefined },
  order: Order,
): Promise<LogPage> => {
  const after = request.cursor ? placeOf(request.cursor) : undefined;
  const counted = await sql<{ total: number }>`select count(*) as total from ${sql.table(scan.table)}
    where ${allOf(scan.conditions)}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const { offset, pageNo } = pageOf(request, total);
  const places = await logPlaces(db, scan, { order, limit: request.pageSize + 1, ...(after ? { after } : { offset }) });
  const shown = places.slice(0, request.pageSize);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    total,
    pageNo: after ? request.pageNo : pageNo,
    cursor: places.length > shown.length && last ? `${last.at}_${last.id}` : null,
  };
};
