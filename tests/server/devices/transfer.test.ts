import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { codes } from "#contract/codes.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { goodPassword, openPeople, type People } from "#tests/server/people/people.ts";
import { keptOf, use } from "./kept.ts";

let people: People;
let template: { recipeId: string; points: Record<string, string> };
let count = 0;

beforeAll(async () => {
  people = await openPeople();
  template = await addTemplate(people.site, people.admin, "Shared", [{ name: "Temperature", address: "1", storeMode: 1 }]);
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
const newDevice = async (companyId = people.north): Promise<{ id: string; sn: string; companyId: string }> => {
  count += 1;
  const sn = `MOVE-${count}`;
  const id = await addDevice(people.site, companyId === people.south ? people.southOwner : people.northOwner, {
    sn,
    recipeId: template.recipeId,
  });
  return { id, sn, companyId };
};
const consumerOf = async (companyId: string): Promise<string> => {
  count += 1;
  const fields = { account: `mover${count}`, userName: `mover${count}`, type: 3, password: goodPassword, companyId };
  const { data, message } = await ask(user.calls.add_child_company, fields, { token: people.admin });
  if (!data) throw new Error(message);
  return data.id;
};
const transfer = (ids: string[], companyId: string, more: object = {}, token = people.admin) =>
  ask(device.calls.change_user, { ids, companyId, ...more }, { token, language: "en" });
const check = (request: object, token = people.admin) => ask(device.calls.check_transfer, request, { token, language: "en" });
const own = async (id: string) => {
  const { companyId } = (await ask(device.calls.get, { id }, { token: people.admin })).data;
  return companyId;
};

describe("a transfer", () => {
  it("gives a device with its readings, alarms and rules to another organisation, and its old owner has nothing of it [S1.026] [S7.104]", async () => {
    const moved = await newDevice();
    await use(people.site, moved);
    const rule = { name: "Hot", recipeId: template.recipeId, pointId: template.points[1], deviceId: moved.id, condition: "above", a: 90 };
    expect((await ask(alarmTrigger.calls.post, rule, { token: people.admin })).code).toBe(0);
    const { data } = await transfer([moved.id], people.south);
    expect(data).toMatchObject({ moved: 1, rows: [{ place: 1, sn: moved.sn, id: moved.id, code: 0, companyName: "North" }] });
    const history = { from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z", aggregation: "raw" };
    const asks = [
      [device.calls.get, { id: moved.id }],
      [alarmLog.calls.get, { id: `alarm-${moved.id}` }],
      [deviceDataLog.calls.query, { ...history, deviceId: moved.id, points: [{ slave: 1, pointId: template.points[1] }] }],
    ] as const;
    for (const [call, request] of asks) {
      expect([call.path, (await ask(call, request, { token: people.northOwner })).code]).toEqual([call.path, 404]);
      expect([call.path, (await ask(call, request, { token: people.southOwner })).code]).toEqual([call.path, 0]);
    }
    expect(await keptOf(people.site, moved.id)).toMatchObject({ alarm_log: 1, alarm_trigger: 1, readings: 1 });
    const { list } = (await ask(deviceEvent.calls.query, { deviceId: moved.id, kind: "transfer" }, { token: people.southOwner })).data;
    expect(list.map(({ content }) => JSON.parse(content))).toEqual([{ from: "North", to: "South" }]);
    const rules = (await ask(alarmTrigger.calls.query, { recipeId: template.recipeId }, { token: people.southOwner })).data;
    expect(rules.list.map(({ name }) => name)).toEqual(["Hot"]);
  });

  it("ends what the old owner's open page is sent of the device, at once, and the new owner is sent it instead [S6.039]", async () => {
    const moved = await newDevice();
    await use(people.site, moved);
    const history = { from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z", aggregation: "raw" };
    const points = [{ slave: 1, pointId: template.points[1] }];
    const open = async (token: string) => {
      const socket = io(people.site.base, { query: { token }, transports: ["websocket"] });
      onTestFinished(() => void socket.close());
      const sent: string[] = [];
      socket.on("message", (text: string) => void sent.push(text));
      await until(() => socket.connected, "the socket");
      const watch = () => socket.emitWithAck("subscibe_device_on", { token, deviceId: moved.id });
      const values = () => sent.filter((text) => text.includes(moved.id)).length;
      return { watch, values };
    };
    const [old, next] = [await open(people.northOwner), await open(people.southOwner)];
    expect([await old.watch(), await next.watch()]).toMatchObject([{ code: 0 }, { code: 404 }]);
    const client = await connectDevice(people.site, moved.sn);
    await sendTelemetry(client, moved.sn, { values: { "1": 30 } });
    await until(() => old.values() > 0, "a value on the old owner's page");
    await transfer([moved.id], people.south);
    const seen = old.values();
    expect(await next.watch()).toMatchObject({ code: 0 });
    const again = await connectDevice(people.site, moved.sn);
    await sendTelemetry(again, moved.sn, { values: { "1": 40 } });
    await until(() => next.values() > 0, "a value on the new owner's page");
    expect(old.values()).toBe(seen);
    expect(await old.watch()).toMatchObject({ code: 404 });
    const asks = [
      [deviceDataLog.calls.query, { ...history, deviceId: moved.id, points }],
      [alarmLog.calls.get, { id: `alarm-${moved.id}` }],
    ] as const;
    for (const [call, request] of asks) {
      const codes = [people.northOwner, people.southOwner].map(async (token) => (await ask(call, request, { token })).code);
      expect([call.path, ...(await Promise.all(codes))]).toEqual([call.path, 404, 0]);
    }
    await Promise.all([client.endAsync(true), again.endAsync()]);
  });

  it("erases what is not to go along, in both databases [S2.182]", async () => {
    const [whole, bare] = [await newDevice(), await newDevice()];
    for (const each of [whole, bare]) await use(people.site, each);
    const consumer = await consumerOf(people.north);
    await ask(deviceUserBind.calls.auth, { deviceId: bare.id, userId: consumer, state: 0 }, { token: people.northOwner });
    expect((await transfer([bare.id], people.town, { erase: ["history", "alarms", "rules", "bindings"] })).data).toMatchObject({
      moved: 1,
    });
    expect(await keptOf(people.site, bare.id)).toEqual({
      ...{ alarm_log: 0, alarm_pending: 0, alarm_trigger: 0, device_state_log: 0, device_user: 0, readings: 0, latest: 0 },
      // That it was transferred.
      device_event: 1,
    });
    expect(await keptOf(people.site, whole.id)).toMatchObject({ alarm_log: 1, readings: 1 });
    expect(await people.site.gatehouse.services.db.selectFrom("device_erasure").selectAll().execute()).toEqual([]);
    const shown = await ask(device.calls.get, { id: bare.id }, { token: people.northOwner });
    expect(shown.data.slaves[0]?.points.map(({ value }) => value)).toEqual([null]);
    await use(people.site, { ...bare, companyId: people.town });
    expect(await keptOf(people.site, bare.id)).toMatchObject({ alarm_log: 1, readings: 1 });
  });

  it("keeps the users who see the device in its new organisation too, and ends the others' bindings", async () => {
    const moved = await newDevice();
    const [here, below] = [await consumerOf(people.north), await consumerOf(people.town)];
    const bound = async () => {
      const { data } = await ask(deviceUserBind.calls.queryUser, { deviceId: moved.id }, { token: people.admin });
      return data.list.map(({ userId }) => userId).sort();
    };
    await ask(deviceUserBind.calls.auth, { deviceId: moved.id, userId: here, state: 1 }, { token: people.northOwner });
    expect((await transfer([moved.id], people.town)).code).toBe(0);
    expect(await bound()).toEqual([here]);
    await ask(deviceUserBind.calls.auth, { deviceId: moved.id, userId: below, state: 1 }, { token: people.northOwner });
    expect((await transfer([moved.id], people.north)).code).toBe(0);
    expect(await bound()).toEqual([here]);
  });

  it("is refused without a device [S5.061]", async () => {
    const answer = await transfer([], people.south);
    expect([answer.code, answer.fields]).toEqual([400, [{ path: "ids", message: "Select the devices to transfer" }]]);
  });

  it("is refused without a target, to one that is missing and to a foreign one, which answer alike [S5.062]", async () => {
    const { id } = await newDevice();
    const fields = [{ path: "companyId", message: "Choose a correct target organisation" }];
    for (const [companyId, token] of [
      ["", people.northOwner],
      ["missing", people.northOwner],
      [people.south, people.northOwner],
      ["root", people.northOwner],
    ] as const)
      expect([companyId, (await transfer([id], companyId, {}, token)).fields]).toEqual([companyId, fields]);
    expect(await own(id)).toBe(people.north);
  });

  it("of a device that is there already is refused in these words, in both languages [S5.063] [S8.035]", async () => {
    const { id } = await newDevice();
    const answer = await transfer([id], people.north);
    expect([answer.code, answer.message]).toEqual([codes.alreadyThere.code, "The device is already in the target organization"]);
    const zh = await ask(device.calls.change_user, { ids: [id], companyId: people.north }, { token: people.admin });
    expect(zh.message).toBe("设备已在目标组织中");
  });

  it("of several moves those that can go, and tells of each one why it did not [S2.180]", async () => {
    const [moves, there, foreign] = [await newDevice(), await newDevice(), await newDevice(people.south)];
    await transfer([there.id], people.town);
    const { data } = await transfer([moves.id, there.id, foreign.id, "missing", moves.id], people.town, {}, people.northOwner);
    expect(data.moved).toBe(1);
    expect(data.rows.map(({ place, id, code, name }) => [place, id, code, name])).toEqual([
      [1, moves.id, 0, moves.sn],
      [2, "", codes.alreadyThere.code, there.sn],
      [3, "", 404, ""],
      [4, "", 404, ""],
      [5, "", codes.namedTwice.code, moves.sn],
    ]);
    expect([await own(moves.id), await own(foreign.id)]).toEqual([people.town, people.south]);
    expect((await transfer([foreign.id, there.id], people.town, {}, people.northOwner)).code).toBe(404);
  });

  it("is checked before, by SNs as they stand in a file: in any case, with blanks around them, foreign ones as missing [S2.181]", async () => {
    const [one, there, foreign] = [await newDevice(), await newDevice(), await newDevice(people.south)];
    await transfer([there.id], people.town);
    const sns = [` ${one.sn.toLowerCase()} `, there.sn, foreign.sn, "NO-SUCH", "不是序列号", one.sn];
    const { data } = await check({ companyId: people.town, sns }, people.northOwner);
    expect(data.rows.map(({ sn, id, code, message }) => [sn, id, code, message])).toEqual([
      [one.sn.toLowerCase(), one.id, 0, ""],
      [there.sn, "", codes.alreadyThere.code, "The device is already in the target organization"],
      [foreign.sn, "", 404, "Record not found"],
      ["NO-SUCH", "", 404, "Record not found"],
      ["不是序列号", "", 404, "Record not found"],
      [one.sn, "", codes.namedTwice.code, "This device is in the list already"],
    ]);
    expect(await own(one.id)).toBe(people.north);
  });

  it("of two SNs that differ by case alone takes the one that is spelled so", async () => {
    const { db } = people.site.gatehouse.services;
    const one = await newDevice();
    const other = await newDevice();
    await db.updateTable("device").set({ sn: one.sn.toLowerCase(), sn_twin: 1 }).where("id", "=", other.id).execute();
    const { data } = await check({ companyId: people.town, sns: [one.sn, one.sn.toLowerCase(), "Move-nothing"] });
    expect(data.rows.map(({ id }) => id)).toEqual([one.id, other.id, ""]);
    const neither = await check({ companyId: people.town, sns: [one.sn.replace("MOVE", "Move")] });
    expect(neither.data.rows.map(({ id, code }) => [id, code])).toEqual([["", 404]]);
  });

  it("of more than a thousand devices at once is refused", async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `d${index}`);
    expect((await transfer(ids, people.south)).fields).toEqual([{ path: "ids", message: "Transfer at most 1,000 devices at once" }]);
  });
});
