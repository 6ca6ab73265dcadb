import { type SqlBool, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import type { DeviceRow, device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import { inOrder, unindexed } from "#server/db/unindexed.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { boundStates, companiesOf, inScope, isConsumer, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { presenceRank, presenceRanks } from "./deviceList.ts";
import { deviceRowsOf, type RowsNow } from "./deviceRows.ts";

type Query = RequestOf<typeof device.calls.my>;

const columns = {
  name: sql.ref("device.name"),
  sn: sql.ref("device.sn"),
  presence: presenceRank,
  typeName: sql.ref("device_type.name"),
  companyName: sql.ref("company.name"),
  communicationTime: sql.ref("device_communication.communication_time"),
  openAlarms: sql.ref("device.open_alarms"),
  boundAt: sql.ref("device_user.at"),
} satisfies Record<SortFieldOf<Query>, unknown>;

type Bound = DeviceRow & { state: 0 | 1; boundAt: string };

/** One page of the devices that are bound to the caller and that they see, by name unless asked otherwise. */
export const listBound = async (db: Db, caller: Caller, request: Query, now: RowsNow): Promise<ListOf<Bound>> => {
  const { search, presence } = request;
  const bound = db
    .selectFrom("device_user")
    .innerJoin("device", "device.id", "device_user.device_id")
    .innerJoin("device_type", "device_type.id", "device.type_id")
    .innerJoin("company", "company.id", "device.company_id")
    .innerJoin("device_communication", "device_communication.device_id", "device.id")
    .where("device_user.user_id", "=", caller.userId)
    .where("device_user.state", "in", boundStates)
    .$if(!seesAll(caller), (query) => query.where(unindexed(sql.ref<string>("device.company_id")), "in", companiesOf(db, caller)))
    .$if(search !== undefined && searchText(search) !== "", (query) => query.where((eb) => contains(eb.ref("device.search"), search ?? "")))
    .$if(presence !== undefined, (query) => query.where(sql<SqlBool>`${presenceRank} = ${presenceRanks[presence ?? "online"]}`));
  const { total } = await bound.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const page = await bound
    .select(["device.id", "device_user.state", "device_user.at"])
    .orderBy(columns[field], inOrder(order))
    .orderBy("device.name")
    .orderBy("device.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const bindings = new Map(page.map((row) => [row.id, row]));
  const rows = await deviceRowsOf(db, caller, [...bindings.keys()], now);
  const list = rows.flatMap((row): Bound[] => {
    const binding = bindings.get(row.id);
    return binding ? [{ ...row, state: binding.state === 0 ? 0 : 1, boundAt: new Date(binding.at).toISOString() }] : [];
  });
  return listOf(list, total, pageNo, request);
};

type CountQuery = RequestOf<typeof device.calls.query_user_count>;

/** How many of the devices that the caller sees are bound to each user whom they see; an end user sees their own figures alone. */
export const countByUser = async (
  db: Db,
  caller: Caller,
  request: CountQuery,
): Promise<ResponseOf<typeof device.calls.query_user_count>> => {
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const search = request.search ?? "";
  const holders = db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .where((eb) => inScope(db, narrowed, eb.ref("user.company_id")))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("device_user")
          .select("device_user.device_id")
          .whereRef("device_user.user_id", "=", "user.id")
          .where("device_user.state", "in", boundStates),
      ),
    )
    .$if(isConsumer(caller), (query) => query.where("user.id", "=", caller.userId))
    .$if(Boolean(request.userId), (query) => query.where("user.id", "=", request.userId ?? ""))
    .$if(searchText(search) !== "", (query) => query.where((eb) => contains(eb.ref("user.search"), search)));
  const { total } = await holders.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const { field, order } = sortingOf(request, { field: "account", order: "asc" });
  const page = await holders
    .select(["user.id", "user.account", "user.user_name as userName", "company.name as companyName"])
    .orderBy(field === "account" ? "user.account" : "user.user_name", order)
    .orderBy("user.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const figures = await figuresOf(
    db,
    caller,
    page.map(({ id }) => id),
  );
  const none = { total: 0, online: 0, offline: 0, inactive: 0, alarmed: 0 };
  return listOf(
    page.map((user) => ({ ...user, ...none, ...figures.get(user.id) })),
    total,
    pageNo,
    request,
  );
};

const figuresOf = async (db: Db, caller: Caller, userIds: readonly string[]) => {
  if (userIds.length === 0) return new Map<string, never>();
  const count = (rank: number) => sql<number>`sum(case when ${presenceRank} = ${rank} then 1 else 0 end)`;
  const rows = await db
    .selectFrom("device_user")
    .innerJoin("device", "device.id", "device_user.device_id")
    .select((eb) => [
      "device_user.user_id",
      eb.fn.countAll<number>().as("total"),
      count(presenceRanks.online).as("online"),
      count(presenceRanks.offline).as("offline"),
      count(presenceRanks.inactive).as("inactive"),
      sql<number>`sum(case when device.open_alarms > 0 then 1 else 0 end)`.as("alarmed"),
    ])
    .where("device_user.user_id", "in", userIds)
    .where("device_user.state", "in", boundStates)
    .where((eb) => inScope(db, caller, eb.ref("device.company_id")))
    .groupBy("device_user.user_id")
    .execute();
  return new Map(
    rows.map(({ user_id, ...figures }) => [
      user_id,
      Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])) as typeof figures,
    ]),
  );
};
