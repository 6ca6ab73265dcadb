import { type OrderByDirection, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import type { DeviceCounts, DeviceRow, device, Presence } from "#contract/resources/device.ts";
import { inCompanyGroup, inOwnGroup } from "#server/catalog/groupedDevices.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { unindexed } from "#server/db/unindexed.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { boundDevices, companiesOf, isConsumer, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { type Sorting, sortingOf } from "#server/records/sorting.ts";
import { deviceRowsOf, type RowsNow } from "./deviceRows.ts";
import { wasInstalled } from "./installed.ts";
import type { LeaseEnds } from "./leases.ts";
import { isSold } from "./sold.ts";

type DeviceQuery = RequestOf<typeof device.calls.query>;
type Filters = Partial<
  LeasedUntil &
    Pick<DeviceQuery, "presence" | "typeId" | "modelId" | "deviceTemplateId" | "industry" | "alarmed" | "mobile"> &
    Pick<DeviceQuery, "groupId" | "companyGroupId" | "activated" | "sold" | "installedFrom" | "installedTo" | "province" | "city"> &
    Pick<MiniQuery, "recipeId"> &
    OfTypes
>;
/** Devices whose last day of service is one of these. */
interface LeasedUntil {
  leaseEnds: LeaseEnds | undefined;
}
/** Devices of one of these types. */
interface OfTypes {
  typeIds: readonly string[];
}
type MiniQuery = RequestOf<typeof device.calls.query_mini>;
type MiniList = ResponseOf<typeof device.calls.query_mini>;
type Devices = SelectQueryBuilder<Database, "device", object>;

type Field = SortFieldOf<DeviceQuery>;

/** Online, offline, never connected: an index is made of this very expression. */
export const presenceRank = sql<number>`case when online = 1 then 0 when activated_at is null then 2 else 1 end`;
export const presenceRanks: Record<Presence, number> = { online: 0, offline: 1, inactive: 2 };

const columns = {
  name: ["device.name", "device.id"],
  sn: ["device.sn"],
  presence: [presenceRank, "device.name", "device.id"],
  createdAt: ["device.created_at", "device.id"],
  sort: ["device.sort", "device.name", "device.id"],
  leaseEnd: ["device.lease_end", "device.name", "device.id"],
  openAlarms: ["device.open_alarms", "device.id"],
} as const satisfies Record<Exclude<Field, typeof followed | keyof typeof groups>, readonly unknown[]>;

/** The order is another table's. */
const followed = "communicationTime" satisfies Field;

const groups = {
  typeName: { table: "device_type", column: "device.type_id" },
  companyName: { table: "company", column: "device.company_id" },
} as const;

/**
 * The devices that the caller may see and the filters let through. An index serves one condition only: the first of organisation, type,
 * alarms, presence that is asked for. The planner knows no figures: it is kept from choosing a worse one. `walked`: another index is, and none of these.
 */
export const matchingDevices = (db: Db, caller: Caller, filters: Filters, walked = false): Devices => {
  const { presence, typeId, typeIds, modelId, deviceTemplateId, alarmed, activated, recipeId, groupId, companyGroupId, leaseEnds } =
    filters;
  let query: Devices = db.selectFrom("device");
  // A stretch of days is the narrowest there is, and its index has the organisations.
  let served = walked || leaseEnds !== undefined;
  if (leaseEnds) query = query.where("device.lease_end", ">=", leaseEnds.from);
  if (leaseEnds?.to !== undefined) query = query.where("device.lease_end", "<=", leaseEnds.to);
  const column = (name: "type_id" | "model_id" | "open_alarms" | "rank") => {
    const bare = name === "rank" ? presenceRank : sql<never>`${sql.ref(`device.${name}`)}`;
    const chosen = served ? unindexed(bare) : bare;
    served = true;
    return chosen;
  };
  if (!seesAll(caller)) {
    query = query.where(
      walked || leaseEnds ? unindexed(sql.ref<string>("device.company_id")) : "device.company_id",
      "in",
      companiesOf(db, caller),
    );
    served = true;
  }
  if (isConsumer(caller)) query = query.where("device.id", "in", boundDevices(db, caller));
  if (recipeId)
    query = query.where("device.id", "in", db.selectFrom("slave").select("slave.device_id").where("slave.recipe_id", "=", recipeId));
  if (deviceTemplateId) query = query.where("device.template_id", "=", deviceTemplateId);
  if (groupId) query = query.where("device.id", "in", inOwnGroup(db, caller, groupId));
  if (companyGroupId) query = query.where("device.id", "in", inCompanyGroup(db, caller, companyGroupId));
  if (typeId) query = query.where(sql<SqlBool>`${column("type_id")} = ${typeId}`);
  if (typeIds) query = query.where(sql<SqlBool>`${column("type_id")} in (${sql.join(typeIds)})`);
  if (modelId) query = query.where(sql<SqlBool>`${column("model_id")} = ${modelId}`);
  if (alarmed !== undefined) query = query.where(sql<SqlBool>`${column("open_alarms")} ${sql.raw(alarmed ? ">" : "=")} 0`);
  if (presence) query = query.where(sql<SqlBool>`${column("rank")} = ${presenceRanks[presence]}`);
  if (activated !== undefined)
    query = query.where(sql<SqlBool>`${column("rank")} ${sql.raw(activated ? "<" : "=")} ${presenceRanks.inactive}`);
  if (filters.sold !== undefined) query = query.where(isSold(db, caller, filters.sold));
  if (filters.installedFrom || filters.installedTo) query = query.where(wasInstalled(caller.zone, filters));
  for (const field of plainFields) {
    const value = filters[field];
    if (value) query = query.where(`device.${field}`, "=", value);
  }
  return query;
};

const plainFields = ["industry", "mobile", "province", "city"] as const;

/** Up to here what a search finds is gathered first and sorted then: one pass over an index that has the text. */
const fewFound = 1000;

const searched = async (devices: Devices, search: string | undefined): Promise<Devices> => {
  if (search === undefined || searchText(search) === "") return devices;
  const found = devices.where((eb) => contains(eb.ref("device.search"), search));
  const rows = await found
    .select("device.id")
    .limit(fewFound + 1)
    .execute();
  if (rows.length > fewFound) return found;
  const ids = rows.map((row) => row.id);
  return ids.length === 0 ? found.where(sql<SqlBool>`false`) : devices.where("device.id", "in", ids);
};

const countOf = async (devices: Devices): Promise<number> => {
  const { total } = await devices.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return total;
};

const idsOf = async (devices: Devices, field: keyof typeof columns, order: OrderByDirection, limit: number, offset: number) => {
  let query = devices.select("device.id").limit(limit).offset(offset);
  for (const column of columns[field]) query = query.orderBy(column, order);
  return (await query.execute()).map((row) => row.id);
};

/** The whole order of a table of its own, which has whose they are. */
const allCommunications = (db: Db, caller: Caller) =>
  db
    .selectFrom("device_communication")
    .$if(!seesAll(caller), (query) => query.where(unindexed(sql.ref<string>("company_id")), "in", companiesOf(db, caller)));

const communicationsOf = (db: Db, devices: Devices) =>
  db.selectFrom("device_communication").where("device_id", "in", devices.select("device.id"));

const communicationIds = async (
  communications: ReturnType<typeof communicationsOf>,
  order: OrderByDirection,
  limit: number,
  offset: number,
) => {
  const ordered = communications.orderBy("communication_time", order).orderBy("device_id", order);
  return (await ordered.select("device_id").limit(limit).offset(offset).execute()).map((row) => row.device_id);
};

interface Group {
  id: string;
  name: string;
  total: number;
}

/** A list sorted by type or organisation is one list per type or organisation, put behind one another. */
const groupsOf = async (db: Db, devices: Devices, field: keyof typeof groups, order: OrderByDirection): Promise<Group[]> => {
  const { table, column } = groups[field];
  const counts = await devices
    .select((eb) => [eb.ref(column).as("id"), eb.fn.countAll<number>().as("total")])
    .groupBy(column)
    .execute();
  const names = new Map((await db.selectFrom(table).select(["id", "name"]).execute()).map((row) => [row.id, row.name]));
  const found = counts.map(({ id, total }) => ({ id, total, name: names.get(id) ?? "" }));
  found.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id < other.id ? -1 : 1));
  return order === "asc" ? found : found.reverse();
};

const groupedIds = async (devices: Devices, field: keyof typeof groups, found: readonly Group[], limit: number, offset: number) => {
  const ids: string[] = [];
  let skipped = offset;
  for (const group of found) {
    if (ids.length === limit) break;
    if (skipped >= group.total) {
      skipped -= group.total;
      continue;
    }
    ids.push(...(await idsOf(devices.where(groups[field].column, "=", group.id), "name", "asc", limit - ids.length, skipped)));
    skipped = 0;
  }
  return ids;
};

/** Orders that no index of organisations has: for a large tenant their own index is walked, and rows of others are skipped. */
const walkedFields: readonly Field[] = ["sn", "communicationTime", "createdAt", "sort", "leaseEnd"];
const largeTenant = 2000;

interface IdPage {
  ids: string[];
  total: number;
  pageNo: number;
}

const isFiltered = ({ search, alarmed, activated, sold, ...filters }: Filters & { search?: string | undefined }): boolean => {
  const { presence, typeId, typeIds, modelId, deviceTemplateId, recipeId, groupId, companyGroupId, leaseEnds } = filters;
  const asked = [search, presence, typeId, typeIds, modelId, deviceTemplateId, recipeId, groupId, companyGroupId, leaseEnds];
  return (
    [alarmed, activated, sold].some((flag) => flag !== undefined) ||
    [...asked, filters.installedFrom, filters.installedTo, ...plainFields.map((field) => filters[field])].some(Boolean)
  );
};

const pageIds = async (
  db: Db,
  caller: Caller,
  request: Filters & { search?: string | undefined; pageNo: number; pageSize: number },
  { field, order }: Sorting<Field>,
): Promise<IdPage> => {
  const devices = await searched(matchingDevices(db, caller, request), request.search);
  if (field === "typeName" || field === "companyName") {
    const found = await groupsOf(db, devices, field, order);
    const total = found.reduce((sum, group) => sum + group.total, 0);
    const { offset, pageNo } = pageOf(request, total);
    return { ids: await groupedIds(devices, field, found, request.pageSize, offset), total, pageNo };
  }
  const total = await countOf(devices);
  const { offset, pageNo } = pageOf(request, total);
  const filtered = isFiltered(request);
  const walked = total > largeTenant && !filtered && walkedFields.includes(field);
  const whole = walked && !isConsumer(caller);
  const ids =
    field === followed
      ? await communicationIds(whole ? allCommunications(db, caller) : communicationsOf(db, devices), order, request.pageSize, offset)
      : await idsOf(walked ? matchingDevices(db, caller, {}, true) : devices, field, order, request.pageSize, offset);
  return { ids, total, pageNo };
};

/** How many devices the caller sees, by presence, and how many with active alarms: each from an index. */
export const countDevices = async (
  db: Db,
  caller: Caller,
  { companyId }: RequestOf<typeof device.calls.get_user_count>,
): Promise<DeviceCounts> => {
  const narrowed = await narrowedTo(db, caller, companyId);
  const of = (filters: Filters): Promise<number> => countOf(matchingDevices(db, narrowed, filters));
  const [online, offline, inactive] = [
    await of({ presence: "online" }),
    await of({ presence: "offline" }),
    await of({ presence: "inactive" }),
  ];
  return { total: online + offline + inactive, online, offline, inactive, alarmed: await of({ alarmed: true }) };
};

/** One page of devices: their ids from an index first, then the rows of the page alone. */
export const listDevices = async (
  db: Db,
  caller: Caller,
  request: DeviceQuery & Partial<OfTypes & LeasedUntil>,
  now: RowsNow,
): Promise<ListOf<DeviceRow>> => {
  const sorting = sortingOf(request, { field: "name", order: "asc" });
  const { ids, total, pageNo } = await pageIds(db, await narrowedTo(db, caller, request.companyId), request, sorting);
  return listOf(await deviceRowsOf(db, caller, ids, now), total, pageNo, request);
};

export type DeviceFilters = Filters & { search?: string | undefined; companyId?: string | undefined };

const filtered = async (db: Db, caller: Caller, filters: DeviceFilters): Promise<Devices> =>
  searched(matchingDevices(db, await narrowedTo(db, caller, filters.companyId), filters, true), filters.search);

/** Ids of what the filters let through, behind one of them and in their order: one walk over all devices, in however many steps. */
export const nextIds = async (db: Db, caller: Caller, filters: DeviceFilters, step: { behind: string; limit: number }): Promise<string[]> =>
  (
    await (
      await filtered(db, caller, filters)
    )
      .select("device.id")
      .where("device.id", ">", step.behind)
      .orderBy("device.id")
      .limit(step.limit)
      .execute()
  ).map(({ id }) => id);

export const totalDevices = async (db: Db, caller: Caller, filters: DeviceFilters): Promise<number> =>
  countOf(await searched(matchingDevices(db, await narrowedTo(db, caller, filters.companyId), filters), filters.search));

export const listMini = async (db: Db, caller: Caller, request: MiniQuery): Promise<MiniList> => {
  const sorting = sortingOf(request, { field: "name", order: "asc" });
  const { ids, total, pageNo } = await pageIds(db, caller, request, sorting);
  const rows = ids.length === 0 ? [] : await db.selectFrom("device").select(["id", "name", "sn"]).where("id", "in", ids).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return listOf(
    ids.flatMap((id) => found.get(id) ?? []),
    total,
    pageNo,
    request,
  );
};
