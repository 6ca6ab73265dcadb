import { type SqlBool, sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import type { deviceGroupMember, GroupMember } from "#contract/resources/deviceGroupMember.ts";
import { companyGroups } from "#server/catalog/companyGroups.ts";
import type { Db } from "#server/db/open.ts";
import { inOrder, unindexed } from "#server/db/unindexed.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { portions } from "#server/kit/portions.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { presenceRank, presenceRanks } from "./deviceList.ts";
import { deviceInScope, deviceRowsOf, type RowsNow } from "./deviceRows.ts";
import { devicesInScope } from "./devicesInScope.ts";

type OwnCalls = typeof deviceGroupMember.calls;
type CompanyCalls = typeof deviceCompanyGroup.calls;
type Query = RequestOf<OwnCalls["query"]>;
type Members = RequestOf<CompanyCalls["add_to_group"]>;
/** Whose groups: one user's own, or organisations'. */
type Whose = "own" | "company";

export const ownGroup = async (db: Db, { userId }: Caller, id: string): Promise<{ id: string }> => {
  const row = await db.selectFrom("device_group").select("id").where("id", "=", id).where("user_id", "=", userId).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

const membersOf = {
  own: (db: Db, groupId: string) =>
    db
      .selectFrom("device_group_member")
      .select(["device_id", sql<string>`''`.as("slave_id"), "added_at"])
      .where("group_id", "=", groupId),
  company: (db: Db, groupId: string) =>
    db.selectFrom("device_company_group_member").select(["device_id", "slave_id", "added_at"]).where("group_id", "=", groupId),
} as const;

const columns = {
  name: sql.ref("device.name"),
  sn: sql.ref("device.sn"),
  presence: presenceRank,
  typeName: sql.ref("device_type.name"),
  companyName: sql.ref("company.name"),
  communicationTime: sql.ref("device_communication.communication_time"),
  openAlarms: sql.ref("device.open_alarms"),
  addedAt: sql.ref("m.added_at"),
} satisfies Record<SortFieldOf<Query>, unknown>;

/** One page of what a group holds, as far as the caller sees it, by name unless asked otherwise. */
export const listMembers = async (db: Db, caller: Caller, whose: Whose, request: Query, now: RowsNow): Promise<ListOf<GroupMember>> => {
  const { id, search, presence } = request;
  await (whose === "own" ? ownGroup(db, caller, id) : companyGroups.toSee(db, caller, id));
  const text = search ?? "";
  const held = db
    .selectFrom(membersOf[whose](db, id).as("m"))
    .innerJoin("device", "device.id", "m.device_id")
    .innerJoin("device_type", "device_type.id", "device.type_id")
    .innerJoin("company", "company.id", "device.company_id")
    .innerJoin("device_communication", "device_communication.device_id", "device.id")
    .leftJoin("slave", "slave.id", "m.slave_id")
    .$if(!seesAll(caller), (query) => query.where(unindexed(sql.ref<string>("device.company_id")), "in", companiesOf(db, caller)))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)))
    .$if(searchText(text) !== "", (query) =>
      query.where((eb) =>
        eb.or([contains(eb.ref("device.search"), text), containsFolded(sql<string>`coalesce(${eb.ref("slave.name")}, '')`, text)]),
      ),
    )
    .$if(presence !== undefined, (query) => query.where(sql<SqlBool>`${presenceRank} = ${presenceRanks[presence ?? "online"]}`));
  const { total } = await held.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const page = await held
    .select(["device.id", "m.slave_id", "m.added_at", "slave.no", "slave.name as slaveName"])
    .orderBy(columns[field], inOrder(order))
    .orderBy("device.name")
    .orderBy("device.id")
    .orderBy("slave.no", inOrder("asc"))
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const rows = await deviceRowsOf(db, caller, [...new Set(page.map((row) => row.id))], now);
  const devices = new Map(rows.map((row) => [row.id, row]));
  const list = page.flatMap(({ id, slave_id, added_at, no, slaveName }): GroupMember[] => {
    const device = devices.get(id);
    const slave = { slaveId: slave_id, slaveNo: no, slaveName: slaveName ?? "" };
    return device ? [{ ...device, ...slave, addedAt: new Date(added_at).toISOString() }] : [];
  });
  return listOf(list, total, pageNo, request);
};

/** Members that are told one by one in the operation log; of more it says how many. */
const toldOneByOne = 200;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** For the operation log: what came in or went out, by device; with the numbers and names of slaves where these alone did. */
const memberChange = async (
  db: Db,
  { deviceIds, slaves, came }: { deviceIds: readonly string[]; slaves: readonly Slave[]; came: boolean },
): Promise<string> => {
  const count = deviceIds.length + slaves.length;
  if (count > toldOneByOne) return changeOf(came ? {} : { members: count }, came ? { members: count } : {});
  const ids = [...new Set([...deviceIds, ...slaves.map(({ device_id }) => device_id)])];
  const rows: Named[] = ids.length === 0 ? [] : await db.selectFrom("device").select(["id", "name"]).where("id", "in", ids).execute();
  const whole = new Set(deviceIds);
  const held = ({ id }: Named): unknown =>
    whole.has(id) ? true : slaves.filter(({ device_id }) => device_id === id).map(({ no, name }) => `${no} ${name}`);
  const flags = (there: boolean) =>
    Object.fromEntries(rows.map((row) => [`${row.name} (${row.id})`, there ? held(row) : whole.has(row.id) ? false : []]));
  return changeOf(flags(!came), flags(came));
};

const refuseTooMany = (count: number): void => {
  if (count > limits.group.members)
    throw new Problem("tooLarge", { message: "code.tooLarge.group", values: { count: limits.group.members } });
};

const heldOf = async (db: Db, whose: Whose, groupId: string) => {
  const rows = await membersOf[whose](db, groupId).execute();
  return {
    count: rows.length,
    whole: new Set(rows.flatMap(({ device_id, slave_id }) => (slave_id === "" ? [device_id] : []))),
    slaves: new Set(rows.map(({ slave_id }) => slave_id).filter((id) => id !== "")),
  };
};

/** Puts devices into a group of the caller's own; those that are in it stay. */
export const addToOwnGroup = (
  db: Db,
  caller: Caller,
  request: RequestOf<OwnCalls["add"]>,
  at: number,
): Promise<{ added: number; change: string }> => db.transaction().execute((tx) => addToOwnGroupIn(tx, caller, request, at));

/** The same within a transaction. */
export const addToOwnGroupIn = async (
  tx: Db,
  caller: Caller,
  { id, deviceIds }: RequestOf<OwnCalls["add"]>,
  at: number,
): Promise<{ added: number; change: string }> => {
  const group = await ownGroup(tx, caller, id);
  const asked = await devicesInScope(tx, caller, deviceIds);
  const held = await heldOf(tx, "own", group.id);
  const fresh = asked.filter((device) => !held.whole.has(device));
  refuseTooMany(held.count + fresh.length);
  const rows = fresh.map((device_id) => ({ group_id: group.id, device_id, added_at: at }));
  for (const some of portions(rows)) await tx.insertInto("device_group_member").values(some).execute();
  return { added: fresh.length, change: await memberChange(tx, { deviceIds: fresh, slaves: [], came: true }) };
};

export const removeFromOwnGroup = (
  db: Db,
  caller: Caller,
  request: RequestOf<OwnCalls["remove"]>,
): Promise<{ removed: number; change: string }> => db.transaction().execute((tx) => removeFromOwnGroupIn(tx, caller, request));

/** The same within a transaction. */
export const removeFromOwnGroupIn = async (
  tx: Db,
  caller: Caller,
  { id, deviceIds }: RequestOf<OwnCalls["remove"]>,
): Promise<{ removed: number; change: string }> => {
  const group = await ownGroup(tx, caller, id);
  const asked = await devicesInScope(tx, caller, deviceIds);
  const held = await heldOf(tx, "own", group.id);
  const leaving = asked.filter((device) => held.whole.has(device));
  for (const some of portions(leaving))
    await tx.deleteFrom("device_group_member").where("group_id", "=", group.id).where("device_id", "in", some).execute();
  return { removed: leaving.length, change: await memberChange(tx, { deviceIds: leaving, slaves: [], came: false }) };
};

interface Slave {
  readonly id: string;
  readonly device_id: string;
  readonly no: number;
  readonly name: string;
}

/** Slaves of devices that the caller sees, each once; not found where one is none of theirs. */
const slavesInScope = async (db: Db, caller: Caller, asked: readonly string[]): Promise<Slave[]> => {
  const ids = [...new Set(asked)];
  const rows: Slave[] = [];
  for (const some of portions(ids))
    rows.push(...(await db.selectFrom("slave").select(["id", "device_id", "no", "name"]).where("id", "in", some).execute()));
  if (rows.length < ids.length) throw new Problem("notFound");
  if (rows.length > 0)
    await devicesInScope(
      db,
      caller,
      rows.map(({ device_id }) => device_id),
    );
  return rows;
};

/** Throws where one of the devices is of an organisation that does not stand below the group's. */
const refuseOutside = async (db: Db, companyPath: string, deviceIds: readonly string[]): Promise<void> => {
  for (const some of portions(new Set(deviceIds))) {
    const outside = await db
      .selectFrom("device")
      .select("device.id")
      .where("device.id", "in", some)
      .where("device.company_id", "not in", companiesOf(db, { companyPath }))
      .limit(1)
      .executeTakeFirst();
    if (outside) throw fieldProblem("deviceIds", "rule.group.outside");
  }
};

const wholeAndSlaves = async (db: Db, caller: Caller, { deviceIds, slaveIds }: Members) => ({
  asked: deviceIds.length === 0 ? [] : await devicesInScope(db, caller, deviceIds),
  slaves: await slavesInScope(db, caller, slaveIds),
});

/** Puts devices and single slaves into an organisation's group. A whole device takes the place of its slaves, and no slave comes beside it. */
export const addToCompanyGroup = (db: Db, caller: Caller, request: Members, at: number): Promise<{ added: number; change: string }> =>
  db.transaction().execute((tx) => addToCompanyGroupIn(tx, caller, request, at));

/** The same within a transaction. */
export const addToCompanyGroupIn = async (
  tx: Db,
  caller: Caller,
  request: Members,
  at: number,
): Promise<{ added: number; change: string }> => {
  const group = await companyGroups.toChange(tx, caller, request.id);
  const { asked, slaves } = await wholeAndSlaves(tx, caller, request);
  await refuseOutside(tx, group.path, [...asked, ...slaves.map(({ device_id }) => device_id)]);
  const held = await heldOf(tx, "company", group.id);
  const devices = asked.filter((device) => !held.whole.has(device));
  const whole = new Set([...held.whole, ...devices]);
  const fresh = slaves.filter(({ id, device_id }) => !held.slaves.has(id) && !whole.has(device_id));
  for (const some of portions(devices))
    await tx.deleteFrom("device_company_group_member").where("group_id", "=", group.id).where("device_id", "in", some).execute();
  const rows = [
    ...devices.map((device_id) => ({ group_id: group.id, device_id, slave_id: "", added_at: at })),
    ...fresh.map(({ id, device_id }) => ({ group_id: group.id, device_id, slave_id: id, added_at: at })),
  ];
  for (const some of portions(rows)) await tx.insertInto("device_company_group_member").values(some).execute();
  refuseTooMany((await heldOf(tx, "company", group.id)).count);
  return { added: rows.length, change: await memberChange(tx, { deviceIds: devices, slaves: fresh, came: true }) };
};

/** Takes devices that are in it whole, and single slaves, out of an organisation's group. */
export const removeFromCompanyGroup = (db: Db, caller: Caller, request: Members): Promise<{ removed: number; change: string }> =>
  db.transaction().execute((tx) => removeFromCompanyGroupIn(tx, caller, request));

/** The same within a transaction. */
export const removeFromCompanyGroupIn = async (tx: Db, caller: Caller, request: Members): Promise<{ removed: number; change: string }> => {
  const group = await companyGroups.toChange(tx, caller, request.id);
  const { asked, slaves } = await wholeAndSlaves(tx, caller, request);
  const held = await heldOf(tx, "company", group.id);
  const devices = asked.filter((device) => held.whole.has(device));
  const leaving = slaves.filter(({ id }) => held.slaves.has(id));
  const member = () => tx.deleteFrom("device_company_group_member").where("group_id", "=", group.id);
  for (const some of portions(devices)) await member().where("slave_id", "=", "").where("device_id", "in", some).execute();
  for (const some of portions(leaving.map(({ id }) => id))) await member().where("slave_id", "in", some).execute();
  const change = await memberChange(tx, { deviceIds: devices, slaves: leaving, came: false });
  return { removed: devices.length + leaving.length, change };
};

/** The groups that a device is in: the caller's own, and those of organisations where they may list these. */
export const groupsOfDevice = async (db: Db, caller: Caller, id: string): Promise<ResponseOf<OwnCalls["query_groups"]>> => {
  await deviceInScope(db, caller, id);
  const own = await db
    .selectFrom("device_group_member")
    .innerJoin("device_group", "device_group.id", "device_group_member.group_id")
    .select(["device_group.id", "device_group.name"])
    .where("device_group_member.device_id", "=", id)
    .where("device_group.user_id", "=", caller.userId)
    .orderBy("device_group.name")
    .execute();
  const listed = !isConsumer(caller) && caller.grants.has(deviceCompanyGroup.calls.query.path);
  if (!listed) return { own, organisation: [] };
  const rows = await db
    .selectFrom("device_company_group_member")
    .innerJoin("device_company_group", "device_company_group.id", "device_company_group_member.group_id")
    .leftJoin("slave", "slave.id", "device_company_group_member.slave_id")
    .select(["device_company_group.id", "device_company_group.name", "slave.no", "slave.name as slaveName"])
    .where("device_company_group_member.device_id", "=", id)
    .where("device_company_group.company_id", "in", companiesOf(db, caller))
    .orderBy("device_company_group.name")
    .orderBy("slave.no", inOrder("asc"))
    .execute();
  const groups = new Map<string, { id: string; name: string; slaves: { no: number; name: string }[] }>();
  for (const row of rows) {
    const group = groups.get(row.id) ?? { id: row.id, name: row.name, slaves: [] };
    if (row.no !== null) group.slaves.push({ no: row.no, name: row.slaveName ?? "" });
    groups.set(row.id, group);
  }
  return { own, organisation: [...groups.values()] };
};

/** Names of the organisations' groups that a device is in, for the operation log. */
export const companyGroupsOf = async (db: Db, deviceId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("device_company_group_member")
    .innerJoin("device_company_group", "device_company_group.id", "device_company_group_member.group_id")
    .select("device_company_group.name")
    .distinct()
    .where("device_company_group_member.device_id", "=", deviceId)
    .orderBy("device_company_group.name")
    .execute();
  return rows.map(({ name }) => name);
};

/** A slave that its device has no longer leaves its groups. */
export const removeLostSlaves = async (db: Db, deviceId: string): Promise<void> => {
  await db
    .deleteFrom("device_company_group_member")
    .where("device_id", "=", deviceId)
    .where("slave_id", "<>", "")
    .where("slave_id", "not in", db.selectFrom("slave").select("slave.id").where("slave.device_id", "=", deviceId))
    .execute();
};
