import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { device, installPeriods } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf, isConsumer, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { countDevices, matchingDevices } from "./deviceList.ts";
import { wasInstalled } from "./installed.ts";
import { dayIn } from "./leases.ts";

type Calls = typeof device.calls;
type Period = (typeof installPeriods)[number];

const dayMs = 86_400_000;

/** SNs that are registered for devices which are yet to be added. */
const unusedSns = async (db: Db, caller: Caller): Promise<number> => {
  if (isConsumer(caller)) return 0;
  const { count } = await db
    .selectFrom("sn_registry")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("used", "=", 0)
    .$if(!seesAll(caller), (query) => query.where("company_id", "in", companiesOf(db, caller)))
    .executeTakeFirstOrThrow();
  return count;
};

const countWhere = async (db: Db, caller: Caller, filters: Parameters<typeof matchingDevices>[2]): Promise<number> => {
  const { count } = await matchingDevices(db, caller, filters)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
};

/** What became of the devices that the caller sees. */
export const countLife = async (
  db: Db,
  caller: Caller,
  request: RequestOf<Calls["count_for_hdip_top"]>,
): Promise<ResponseOf<Calls["count_for_hdip_top"]>> => {
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const { total, online, inactive } = await countDevices(db, caller, request);
  const unused = await unusedSns(db, narrowed);
  const unsold = await countWhere(db, narrowed, { sold: false });
  return { produced: total + unused, unused, sold: total - unsold, activated: total - inactive, notActivated: inactive, online };
};

/** The first day of the period that the day is in, so many periods further on. */
const startOf = (by: Period, day: string, onward: number): string => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const moved = {
    day: Date.UTC(year, month - 1, date + onward),
    month: Date.UTC(year, month - 1 + onward, 1),
    year: Date.UTC(year + onward, 0, 1),
  }[by];
  return new Date(moved).toISOString().slice(0, 10);
};

const dayBefore = (day: string): string => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/** Devices whose installation falls into each of the last periods. */
export const countInstalled = async (
  db: Db,
  caller: Caller,
  { companyId, by, periods }: RequestOf<Calls["new_up"]>,
  now: number,
): Promise<ResponseOf<Calls["new_up"]>> => {
  const narrowed = await narrowedTo(db, caller, companyId);
  const today = dayIn(caller.zone, now);
  const counted: ResponseOf<Calls["new_up"]>["periods"] = [];
  for (let onward = 1 - periods; onward <= 0; onward += 1) {
    const [firstDay, lastDay] = [startOf(by, today, onward), dayBefore(startOf(by, today, onward + 1))];
    counted.push({ firstDay, lastDay, count: await countWhere(db, narrowed, { installedFrom: firstDay, installedTo: lastDay }) });
  }
  return { periods: counted };
};

/** The largest groups of what the columns say, with the devices of all others. */
const groupsOf = async <Column extends "province" | "city" | "industry">(
  db: Db,
  caller: Caller,
  { companyId, ...between }: RequestOf<Calls["area_new_up"]>,
  columns: readonly Column[],
) => {
  const devices = matchingDevices(db, await narrowedTo(db, caller, companyId), {}).where(wasInstalled(caller.zone, between));
  const named = columns.map((column) => `device.${column}` as const);
  // Which columns are selected is known to the caller's type alone: the query builder tells of all that there could be.
  const rows = (await devices
    .select([...named, sql<number>`count(*)`.as("count")])
    .groupBy(named)
    .orderBy(sql`count(*)`, "desc")
    .orderBy(sql.join(named.map((name) => sql.ref(name))))
    .execute()) as unknown as (Record<Column, string> & { count: number })[];
  const most = limits.device.installGroups;
  return { groups: rows.slice(0, most), others: rows.slice(most).reduce((sum, { count }) => sum + count, 0) };
};

export const countByArea = (db: Db, caller: Caller, request: RequestOf<Calls["area_new_up"]>): Promise<ResponseOf<Calls["area_new_up"]>> =>
  groupsOf(db, caller, request, ["province", "city"]);

export const countByIndustry = (
  db: Db,
  caller: Caller,
  request: RequestOf<Calls["guild_new_up"]>,
): Promise<ResponseOf<Calls["guild_new_up"]>> => groupsOf(db, caller, request, ["industry"]);
