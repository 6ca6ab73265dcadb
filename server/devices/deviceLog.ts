import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, type PageRequest, pageOf, searchText } from "#server/kit/page.ts";
import { boundDevices, companiesOf, isConsumer, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { cursorOf, placeOf, type TimePlace } from "#server/kit/timeCursor.ts";
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
  /** Devices that are looked at; left out where all of them are. */
  devices?: Condition;
  from: number | undefined;
  to: number | undefined;
  conditions: readonly Condition[];
}

/** Which index serves: that of devices, whose rows are gathered and sorted, or that of time, of which other devices' rows are skipped. */
type Way = "byDevice" | "byTime";

/** Up to here the rows of the devices are gathered and sorted; of more the order of time is walked. */
export const fewRows = 20_000;

const isText = (search: string | undefined): search is string => search !== undefined && searchText(search) !== "";

/**
 * The devices whose log is asked for. A row belongs to the organisation that its device is in now, wherever it was then: a transferred
 * device takes its log along.
 */
const devicesOf = (db: Db, caller: Caller, { search, deviceId }: LogFilters) => {
  let query = db.selectFrom("device").select("device.id");
  if (!seesAll(caller)) query = query.where("device.company_id", "in", companiesOf(db, caller));
  if (isConsumer(caller)) query = query.where("device.id", "in", boundDevices(db, caller));
  if (deviceId) query = query.where("device.id", "=", deviceId);
  if (isText(search)) query = query.where((eb) => contains(eb.ref("device.search"), search));
  return query;
};

/** What the filters let through of the devices that the caller may see. One device that is not the caller's is not found. */
export const logScan = async (
  db: Db,
  caller: Caller,
  table: LogTable,
  filters: LogFilters,
  more: readonly (Condition | undefined)[],
): Promise<LogScan> => {
  const { search, deviceId, companyId, from, to } = filters;
  if (deviceId) await deviceInScope(db, caller, deviceId);
  const narrowed = await narrowedTo(db, caller, companyId);
  const all = seesAll(narrowed) && !isConsumer(caller) && !deviceId && !isText(search);
  return {
    table,
    ...(all ? {} : { devices: sql<SqlBool>`in (${devicesOf(db, narrowed, filters)})` }),
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    conditions: more.filter((one) => one !== undefined),
  };
};

/** For `where`. */
export const logWhere = ({ devices, from, to, conditions }: LogScan, way: Way, behind: readonly Condition[] = []): Condition => {
  const device = way === "byTime" ? sql`coalesce(device_id, '')` : sql`device_id`;
  const all = [
    ...(devices ? [sql<SqlBool>`${device} ${devices}`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`at < ${to}`]),
    ...conditions,
    ...behind,
  ];
  return all.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(all, sql` and `)}`;
};

export const logTotal = async (db: Db, scan: LogScan): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(scan.table)}
    where ${logWhere(scan, "byDevice")}`.execute(db);
  return rows[0]?.total ?? 0;
};

type Order = "asc" | "desc";

/** The place takes the bound's part: of two bounds on one side the index would serve the wider, and each page walk what came before it. */
const whereBehind = (scan: LogScan, way: Way, order: Order, after: TimePlace | undefined): Condition => {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = scan;
  if (!after || (order === "asc" ? after.at < from : after.at >= to)) return logWhere(scan, way);
  const { at, id } = after;
  return order === "asc"
    ? logWhere({ ...scan, from: undefined }, way, [sql<SqlBool>`(at, id) > (${at}, ${id})`])
    : logWhere({ ...scan, to: undefined }, way, [sql<SqlBool>`(at, id) < (${at}, ${id})`]);
};

interface Stretch {
  order: Order;
  limit: number;
  /** Of all rows that are asked for. */
  total: number;
  offset?: number;
  after?: TimePlace | undefined;
}

/** Places in the order of time, from behind `after`. */
export const logPlaces = async (db: Db, scan: LogScan, { order, limit, total, offset = 0, after }: Stretch): Promise<TimePlace[]> => {
  const walked = scan.devices === undefined || total > fewRows;
  const where = whereBehind(scan, walked ? "byTime" : "byDevice", order, after);
  const time = walked ? sql`at` : sql`at + 0`;
  const way = sql.raw(order);
  const { rows } = await sql<TimePlace>`select id, at from ${sql.table(scan.table)} where ${where}
    order by ${time} ${way}, id ${way} limit ${limit} offset ${offset}`.execute(db);
  return rows;
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
  const total = await logTotal(db, scan);
  const { offset, pageNo } = pageOf(request, total);
  const places = await logPlaces(db, scan, { order, limit: request.pageSize + 1, total, ...(after ? { after } : { offset }) });
  const shown = places.slice(0, request.pageSize);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    total,
    pageNo: after ? request.pageNo : pageNo,
    cursor: places.length > shown.length && last ? cursorOf(last) : null,
  };
};
