import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmLog } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { deviceUserBind, employeeBindCustomer, terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { listStates } from "#server/devices/stateRows.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { goodPassword, openPeople, type People } from "./people.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
let count = 0;
const person = async (type: number, companyId = people.north, userName = ""): Promise<string> => {
  count += 1;
  const account = `person${count}`;
  const fields = { account, userName: userName || account, type, password: goodPassword, companyId };
  const answer = await ask(user.calls.add_child_company, fields, { token: people.admin });
  if (answer.code !== 0) throw new Error(answer.message);
  return answer.data.id;
};
const newDevice = async (companyId = people.north): Promise<string> => {
  count += 1;
  const id = `device${count}`;
  const row = deviceRow({ id, company_id: companyId, sn: `SN-${count}`, type_id: "type-general" });
  await people.site.gatehouse.services.db.insertInto("device").values(row).execute();
  return id;
};

describe("customer relations", () => {
  const bind = (employeeId: string, customerIds: string[], bound = true, token = people.northOwner) =>
    ask(employeeBindCustomer.calls.batchBindCustomer, { employeeId, customerIds, bound }, { token });
  const served = async (employeeId: string) => {
    const { data } = await ask(employeeBindCustomer.calls.query, { employeeId }, { token: people.northOwner });
    return data.list[0]?.customers.map(({ id }) => id).sort();
  };

  it("bind customers to an employee in batch and release them again [S1.032] [S7.079]", async () => {
    const employee = await person(1);
    const [one, two] = [await person(3), await person(5, people.town)];
    expect((await bind(employee, [one, two])).data).toEqual({ changed: 2 });
    expect((await bind(employee, [one, two])).data).toEqual({ changed: 0 });
    expect(await served(employee)).toEqual([one, two].sort());
    expect((await bind(employee, [one], false)).data).toEqual({ changed: 1 });
    expect(await served(employee)).toEqual([two]);
  });

  it("refuse a batch whole when one of it is foreign, missing or no customer", async () => {
    const employee = await person(2);
    const customer = await person(3);
    for (const wrong of [await person(3, people.south), "missing", await person(1)])
      expect((await bind(employee, [customer, wrong])).code).toBe(404);
    expect((await bind(customer, [customer])).code).toBe(404);
    expect(await served(employee)).toEqual([]);
  });

  it("are found by the name of either side, as plain text", async () => {
    const employee = await person(1, people.north, "Serving_50%");
    await bind(employee, [await person(3, people.north, "Customer Q")]);
    for (const search of ["customer q", "_50%"]) {
      const { data } = await ask(employeeBindCustomer.calls.query, { search }, { token: people.northOwner });
      expect(data.list.map(({ id }) => id)).toEqual([employee]);
    }
    const { data } = await ask(employeeBindCustomer.calls.query, { search: "%%" }, { token: people.northOwner });
    expect(data.list).toEqual([]);
  });
});

describe("bind authorisation", () => {
  const versionOf = async (deviceId: string, userId: string): Promise<number> => {
    const { data } = await ask(deviceUserBind.calls.queryUser, { deviceId }, { token: people.northOwner });
    return data?.list.find((row) => row.userId === userId)?.version ?? 0;
  };
  const give = async (deviceId: string, userId: string, state: number, token = people.northOwner) =>
    ask(deviceUserBind.calls.auth, { deviceId, userId, state, version: await versionOf(deviceId, userId) }, { token });
  const states = async (deviceId: string) => {
    const { data } = await ask(deviceUserBind.calls.queryUser, { deviceId }, { token: people.northOwner });
    return Object.fromEntries(data.list.map(({ userId, state }) => [userId, state]));
  };

  it("gives a user one of four states on a device, and a device one owner [S4.044] [S7.078]", async () => {
    const device = await newDevice();
    const [one, two] = [await person(3), await person(3)];
    for (const state of [3, 2, 1, 0]) {
      expect((await give(device, one, state)).code).toBe(0);
      expect(await states(device)).toEqual({ [one]: state });
    }
    expect((await give(device, two, 0)).code).toBe(0);
    expect(await states(device)).toEqual({ [one]: 1, [two]: 0 });
    expect((await give(device, one, 4)).code).toBe(400);
    const held = await ask(deviceUserBind.calls.queryDevices, { userId: two }, { token: people.northOwner });
    expect(held.data.list).toMatchObject([{ deviceId: device, state: 0 }]);
    const holders = await ask(user.calls.query_device_user, { deviceId: device }, { token: people.northOwner });
    expect(holders.data.list.map(({ id, devices }) => [id, devices]).sort()).toEqual(
      [
        [one, 1],
        [two, 1],
      ].sort(),
    );
    expect((await ask(deviceUserBind.calls.removeAuth, { deviceId: device, userId: one }, { token: people.northOwner })).code).toBe(0);
    expect(await states(device)).toEqual({ [two]: 0 });
    expect((await ask(deviceUserBind.calls.removeAuth, { deviceId: device, userId: one }, { token: people.northOwner })).code).toBe(404);
  });

  it("is not given over one that nobody has seen, be it new, changed, or changed by another owner's coming", async () => {
    const device = await newDevice();
    const [one, two] = [await person(3), await person(3)];
    const over = (userId: string, version: number, state = 1) =>
      ask(deviceUserBind.calls.auth, { deviceId: device, userId, state, version }, { token: people.northOwner });
    expect((await over(one, 0, 0)).code).toBe(0);
    const late = await over(one, 0);
    expect([late.code, late.data]).toMatchObject([1300, { by: "north.owner", version: 1 }]);
    expect((await over(two, 0, 0)).code).toBe(0);
    expect((await over(one, 1, 3)).code).toBe(1300);
    expect((await over(one, 2, 3)).code).toBe(0);
    expect(await states(device)).toEqual({ [one]: 3, [two]: 0 });
    await ask(deviceUserBind.calls.removeAuth, { deviceId: device, userId: one }, { token: people.northOwner });
    expect((await over(one, 3)).code).toBe(404);
  });

  it("lets an end consumer see the devices that are bound to them, and of others nothing in any list or by any id [S4.071] [S4.072] [S4.073]", async () => {
    const [bound, other] = [await newDevice(), await newDevice()];
    const id = await person(3);
    const { account } = await people.site.gatehouse.services.db
      .selectFrom("user")
      .select("account")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await people.site.gatehouse.services.db.insertInto("user_role").values({ user_id: id, role_id: "role-user" }).execute();
    const token = await people.site.signIn(account, goodPassword);
    const { db } = people.site.gatehouse.services;
    for (const device_id of [bound, other])
      await db
        .insertInto("alarm_log")
        .values(alarmRow({ id: `alarm-${device_id}`, company_id: people.north, device_id }))
        .execute();
    for (const device_id of [bound, other])
      await db
        .insertInto("device_state_log")
        .values({ id: `state-${device_id}`, device_id, company_id: people.north, online: 1, at: 1, reason: "connected" })
        .execute();
    const seen = async (): Promise<unknown> => {
      const devices = await ask(device.calls.query, {}, { token });
      const mini = await ask(device.calls.query_mini, {}, { token });
      const alarms = await ask(alarmLog.calls.query, {}, { token });
      const { data } = await ask(alarmLog.calls.count, {}, { token });
      const ids = devices.data.list.map((row) => row.id);
      const consumer = await people.site.gatehouse.services.sessions.find(token);
      if (!consumer) throw new Error("the session has ended");
      const states = await listStates(db, consumer, deviceStateLog.calls.query.request.parse({}));
      expect(states.list.map((row) => row.deviceId)).toEqual(ids);
      expect([mini.data.list.map((row) => row.id), alarms.data.list.map((row) => row.deviceId), data.total]).toEqual([
        ids,
        ids,
        ids.length,
      ]);
      const opened = [];
      for (const each of [bound, other]) opened.push((await ask(device.calls.get, { id: each }, { token })).code);
      return [ids, opened];
    };
    expect(await seen()).toEqual([[], [404, 404]]);
    for (const [state, visible] of [
      [0, true],
      [2, false],
      [1, true],
      [2, false],
      [3, false],
    ] as const) {
      await give(bound, id, state);
      expect([state, await seen()]).toEqual([state, visible ? [[bound], [0, 404]] : [[], [404, 404]]]);
    }
    await give(bound, id, 1);
    await ask(deviceUserBind.calls.removeAuth, { deviceId: bound, userId: id }, { token: people.northOwner });
    expect(await seen()).toEqual([[], [404, 404]]);
  });

  it("never crosses organisations: foreign devices and users answer like missing ones", async () => {
    const [own, foreign] = [await newDevice(), await newDevice(people.south)];
    const [mine, theirs] = [await person(3), await person(3, people.south)];
    for (const [deviceId, userId] of [
      [foreign, mine],
      [own, theirs],
      [own, await person(1)],
      ["missing", mine],
    ] as const)
      expect([deviceId, (await give(deviceId, userId, 1)).code]).toEqual([deviceId, 404]);
    expect((await ask(deviceUserBind.calls.queryUser, { deviceId: foreign }, { token: people.northOwner })).code).toBe(404);
    expect((await ask(deviceUserBind.calls.queryDevices, { userId: theirs }, { token: people.northOwner })).code).toBe(404);
  });
});

describe("end consumers", () => {
  const { calls } = terminalUser;

  it("are added, found, edited and deleted with their bindings [S2.116]", async () => {
    const fields = { account: "consumer1", userName: "消费者", nickName: "n", phone: "13712345678", email: "c@d.cn" };
    const made = await ask(calls.post, { ...fields, password: goodPassword }, { token: people.northOwner });
    expect(made.code).toBe(0);
    const { id } = made.data;
    expect(await people.site.signIn("consumer1", goodPassword)).toBeTruthy();
    const device = await newDevice();
    await ask(deviceUserBind.calls.auth, { deviceId: device, userId: id, state: 0 }, { token: people.northOwner });
    const found = await ask(calls.query, { search: "消费" }, { token: people.northOwner });
    expect(found.data.list).toMatchObject([{ ...fields, id, companyName: "North", devices: 1, modifiable: true }]);
    expect((await ask(calls.put, { ...fields, id, userName: "改", version: 1 }, { token: people.northOwner })).code).toBe(0);
    expect((await ask(calls.put, { ...fields, id, version: 1 }, { token: people.northOwner })).code).toBe(1300);
    expect((await ask(calls.get, { id }, { token: people.northOwner })).data.userName).toBe("改");
    expect((await ask(calls.get, { id }, { token: people.southOwner })).code).toBe(404);
    expect((await ask(calls.delete, { ids: [id] }, { token: people.southOwner })).code).toBe(404);
    expect((await ask(calls.delete, { ids: [id] }, { token: people.northOwner })).data).toEqual({ removed: 1 });
    const bound = await ask(deviceUserBind.calls.queryUser, { deviceId: device }, { token: people.northOwner });
    expect(bound.data.list).toEqual([]);
  });

  it("of the official-account kind are listed and never modified; employees are none of them", async () => {
    const id = await people.site.addUser({ account: "wechat1", type: 4, companyId: people.north });
    const employee = await person(1);
    const { data } = await ask(calls.query, { pageSize: 200 }, { token: people.northOwner });
    expect(data.list.find((row) => row.id === id)?.modifiable).toBe(false);
    expect(data.list.some((row) => row.id === employee)).toBe(false);
    expect((await ask(calls.put, { id, userName: "x", version: 1 }, { token: people.northOwner })).code).toBe(1319);
    expect((await ask(calls.delete, { ids: [id] }, { token: people.northOwner })).code).toBe(1319);
    expect((await ask(calls.delete, { ids: [employee] }, { token: people.northOwner })).code).toBe(404);
  });
});
