import { type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { device } from "#contract/resources/device.ts";
import { erasables } from "#contract/resources/deviceTransfer.ts";
import type { BindState, deviceUserBind } from "#contract/resources/relations.ts";
import type { user } from "#contract/resources/user.ts";
import type { Db } from "#server/db/open.ts";
import { unindexed } from "#server/db/unindexed.ts";
import { searchedOf, searchOf } from "#server/devices/deviceEdit.ts";
import { eraseRecords } from "#server/devices/erasure.ts";
import { noteUnbinding } from "#server/devices/transferEvent.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, pageOf, rowsOfIds, searchText } from "#server/kit/page.ts";
import { portions } from "#server/kit/portions.ts";
import { Problem } from "#server/kit/problem.ts";
import { inScope, seesAll } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { pageOfFound, pageOfUsers, type UserPage, userInScope } from "./userPages.ts";
import { visibleUser } from "./users.ts";

type Calls = typeof deviceUserBind.calls;
type HolderQuery = RequestOf<typeof user.calls.query_device_user>;

const owner = 0;
const authorized = 1;
const asked = 2;
const consumerTypes: readonly number[] = [3, 4, 5];

const visibleDevice = async (db: Db, caller: Caller, id: string) => {
  const row = await db
    .selectFrom("device")
    .select(["id", "sn", "company_id"])
    .where("id", "=", id)
    .where((eb) => inScope(db, caller, eb.ref("company_id")))
    .executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

const consumer = async (db: Db, caller: Caller, id: string) => {
  const row = await visibleUser(db, caller, id);
  if (!consumerTypes.includes(row.type)) throw new Problem("notFound");
  return row;
};

const bindingColumns = [
  "device.id as deviceId",
  "device.name as deviceName",
  "device.sn as deviceSn",
  "user.id as userId",
  "user.account",
  "user.user_name as userName",
  "user.phone",
  "device_user.state",
  "device_user.at",
  "device_user.version",
] as const;

/** Of one device by their states; of all devices the newest first, those that wait for an answer before the others. */
export const listUsersOfDevice = async (db: Db, caller: Caller, request: RequestOf<Calls["queryUser"]>) => {
  const { deviceId, state, search = "" } = request;
  if (deviceId !== undefined) await visibleDevice(db, caller, deviceId);
  const found = db
    .selectFrom("device_user")
    .innerJoin("device", "device.id", "device_user.device_id")
    .innerJoin("user", "user.id", "device_user.user_id")
    .where(userInScope(db, caller))
    .where((eb) => inScope(db, caller, eb.ref("device.company_id")))
    .$if(deviceId !== undefined, (query) => query.where("device_user.device_id", "=", deviceId ?? ""))
    .$if(state !== undefined, (query) => query.where("device_user.state", "=", state ?? owner))
    .$if(searchText(search) !== "", (query) =>
      query.where((eb) => eb.or([contains(eb.ref("user.search"), search), contains(eb.ref("device.search"), search)])),
    );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const waiting = sql<number>`case device_user.state when ${asked} then 0 else 1 end`;
  const ordered =
    deviceId === undefined
      ? found.orderBy(waiting).orderBy("device_user.at", "desc")
      : found.orderBy("device_user.state").orderBy("device_user.at");
  const rows = await ordered
    .select(bindingColumns)
    .orderBy("user.id")
    .orderBy("device.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map(({ at, state: held, ...row }) => ({
    ...row,
    id: `${row.deviceId}:${row.userId}`,
    state: held as BindState,
    at: new Date(at).toISOString(),
  }));
  return listOf(list, total, pageNo, request);
};

export const listDevicesOfUser = async (db: Db, caller: Caller, request: RequestOf<Calls["queryDevices"]>) => {
  const { id } = await consumer(db, caller, request.userId);
  const bound = db
    .selectFrom("device_user")
    .innerJoin("device", "device.id", "device_user.device_id")
    .where("device_user.user_id", "=", id)
    .where((eb) => inScope(db, caller, eb.ref("device.company_id")))
    .$if(request.state !== undefined, (query) => query.where("device_user.state", "=", request.state ?? owner));
  const { total } = await bound.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await bound
    .select([
      "device.id as deviceId",
      "device.name",
      "device.sn",
      "device.online",
      "device_user.state",
      "device_user.at",
      "device_user.version",
    ])
    .orderBy("device_user.state")
    .orderBy("device.name")
    .orderBy("device.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map(({ at, state, online, ...row }) => ({
    ...row,
    id: `${row.deviceId}:${id}`,
    online: online === 1,
    state: state as BindState,
    at: new Date(at).toISOString(),
  }));
  return listOf(list, total, pageNo, request);
};

/** Sets the user's state on the device. Whoever owned it before stays authorised when another becomes its owner. */
export const bindDevice = (db: Db, caller: Caller, request: RequestOf<Calls["auth"]>, at: number): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const device = await visibleDevice(tx, caller, request.deviceId);
    const user = await consumer(tx, caller, request.userId);
    const held = await tx
      .selectFrom("device_user")
      .selectAll()
      .where("device_id", "=", device.id)
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    if (held) checkVersion({ ...held, updated_at: held.at }, request.version);
    else if (request.version !== 0) throw new Problem("notFound");
    const stamps = { at, updated_by: authorOf(caller) };
    if (request.state === owner) await ownersBecomeAuthorized(tx, [device.id], user.id, stamps);
    await tx
      .insertInto("device_user")
      .values({ device_id: device.id, user_id: user.id, state: request.state, version: 1, ...stamps })
      .onConflict((conflict) =>
        conflict.columns(["device_id", "user_id"]).doUpdateSet({ state: request.state, version: request.version + 1, ...stamps }),
      )
      .execute();
    const key = `${device.sn} ${user.account}`;
    return { change: changeOf(held ? { [key]: held.state } : {}, { [key]: request.state }) };
  });

interface Stamps {
  readonly at: number;
  readonly updated_by: string;
}

const ownersBecomeAuthorized = async (tx: Db, deviceIds: readonly string[], except: string, stamps: Stamps): Promise<void> => {
  for (const some of portions(deviceIds))
    await tx
      .updateTable("device_user")
      .set((eb) => ({ state: authorized, version: eb("version", "+", 1), ...stamps }))
      .where("device_id", "in", some)
      .where("state", "=", owner)
      .where("user_id", "!=", except)
      .execute();
};

/** Makes the end user the owner of devices, all of them or none. Whoever owned one before stays authorised. */
export const giveOwner = (
  db: Db,
  caller: Caller,
  { ids: asked, userId }: RequestOf<typeof device.calls.update_ternimal_user>,
  at: number,
): Promise<{ ids: string[]; change: string }> =>
  db.transaction().execute(async (tx) => {
    const user = await consumer(tx, caller, userId);
    const ids = [...new Set(asked)];
    const rows: { id: string; sn: string; name: string; owner: string | null }[] = [];
    for (const some of portions(ids))
      rows.push(
        ...(await tx
          .selectFrom("device")
          .leftJoin("device_user", (join) => join.onRef("device_user.device_id", "=", "device.id").on("device_user.state", "=", owner))
          .leftJoin("user", "user.id", "device_user.user_id")
          .select(["device.id", "device.sn", "device.name", "user.account as owner"])
          .where("device.id", "in", some)
          .where((eb) => inScope(tx, caller, eb.ref("device.company_id")))
          .execute()),
      );
    if (rows.length < ids.length) throw new Problem("notFound");
    const stamps = { at, updated_by: authorOf(caller) };
    await ownersBecomeAuthorized(tx, ids, user.id, stamps);
    for (const some of portions(ids))
      await tx
        .insertInto("device_user")
        .values(some.map((device_id) => ({ device_id, user_id: user.id, state: owner, version: 1, ...stamps })))
        .onConflict((conflict) =>
          conflict
            .columns(["device_id", "user_id"])
            .doUpdateSet((eb) => ({ state: owner, version: eb("device_user.version", "+", 1), ...stamps })),
        )
        .execute();
    const before = Object.fromEntries(rows.map((row) => [row.id, `${row.name} (${row.sn}) · ${row.owner ?? "–"}`]));
    const after = Object.fromEntries(rows.map((row) => [row.id, `${row.name} (${row.sn}) · ${user.account}`]));
    return { ids, change: changeOf(before, after) };
  });

/** What others have to be told of after a binding ended. */
export interface Unbound {
  readonly userIds: readonly string[];
  /** Its owner let it go: what it kept is erased. */
  readonly erased: { readonly id: string; readonly sn: string; readonly ruleIds: readonly string[] } | undefined;
  readonly change: string;
}

/** What a device is described by where it stands: it goes with its owner. */
const ofItsOwner = {
  ...{ user_name: "", contact: "", address: "", province: "", city: "", district: "", service_info: "", remark: "", installed_on: "" },
  ...{ lng: null, lat: null, mobile: "stop", alarm_notice: 1 },
} as const;

/** Takes the user's right to the device away; of an owner everything goes that the device has kept of its use. */
export const unbindDevice = (db: Db, caller: Caller, request: RequestOf<Calls["removeAuth"]>, at: number): Promise<Unbound> =>
  db.transaction().execute(async (tx) => {
    const device = await visibleDevice(tx, caller, request.deviceId);
    const user = await consumer(tx, caller, request.userId);
    const held = await tx
      .deleteFrom("device_user")
      .where("device_id", "=", device.id)
      .where("user_id", "=", user.id)
      .returning("state")
      .executeTakeFirst();
    if (!held) throw new Problem("notFound");
    const change = changeOf({ [`${device.sn} ${user.account}`]: held.state }, {});
    if (held.state !== owner) return { userIds: [user.id], erased: undefined, change };
    const others = await tx.selectFrom("device_user").select("user_id").where("device_id", "=", device.id).execute();
    const { ruleIds } = await eraseRecords(tx, [device.id], new Set(erasables));
    const row = await tx.selectFrom("device").selectAll().where("id", "=", device.id).executeTakeFirstOrThrow();
    await tx
      .updateTable("device")
      .set({
        ...ofItsOwner,
        search: searchOf({ ...searchedOf(row), userName: "", contact: "", address: "" }),
        ...restamped(row, caller, at),
      })
      .where("id", "=", device.id)
      .execute();
    await noteUnbinding(tx, caller, device, at);
    return { userIds: [user.id, ...others.map(({ user_id }) => user_id)], erased: { ...device, ruleIds }, change };
  });

const holding = (db: Db, deviceId: string | undefined) =>
  db
    .selectFrom("device_user")
    .where("device_user.state", "in", [owner, authorized])
    .$if(deviceId !== undefined, (query) => query.where("device_user.device_id", "=", deviceId ?? ""));

/** Of one device, all holders are gathered; else each user that is in question is asked for devices. */
const holders = (db: Db, caller: Caller, { deviceId, search = "" }: HolderQuery) =>
  db
    .selectFrom("user")
    .where(userInScope(db, caller))
    .$if(searchText(search) !== "", (query) => query.where((eb) => contains(eb.ref("user.search"), search)))
    .where((eb) => {
      const held = holding(db, deviceId);
      if (deviceId !== undefined) return eb("user.id", "in", held.select("device_user.user_id"));
      return eb.exists(held.whereRef("device_user.user_id", "=", sql.ref("user.id")).select("device_user.device_id"));
    })
    .select(["user.id", "user.account"]);

/** The holders of all devices, where everybody is in question: gathered for the page, and counted without a look at the users. */
const allHolders = async (db: Db, request: HolderQuery): Promise<UserPage> => {
  const { total } = await holding(db, undefined)
    .select((eb) => eb.fn.count<number>("device_user.user_id").distinct().as("total"))
    .executeTakeFirstOrThrow();
  const where = sql<SqlBool>`${unindexed(sql.ref("user.id"))} in ${holding(db, undefined).select("device_user.user_id")}`;
  return pageOfUsers(db, { where, field: "account", order: "asc", total }, request);
};

/** Users that hold a device, as owner or authorised, with how many. */
export const listDeviceUsers = async (db: Db, caller: Caller, request: HolderQuery) => {
  const { deviceId, search } = request;
  const everybody = deviceId === undefined && seesAll(caller) && searchText(search ?? "") === "";
  const { ids, total, pageNo } = everybody ? await allHolders(db, request) : await pageOfFound(db, holders(db, caller, request), request);
  const rows = await rowsOfIds(ids, (each) =>
    db
      .selectFrom("user")
      .select(["user.id", "user.account", "user.user_name as userName", "user.phone"])
      .select(
        holding(db, request.deviceId)
          .whereRef("device_user.user_id", "=", sql.ref("user.id"))
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .as("devices"),
      )
      .where("user.id", "in", each)
      .execute(),
  );
  const list = rows.map((row) => ({ ...row, devices: row.devices ?? 0 }));
  return listOf(list, total, pageNo, request);
};
