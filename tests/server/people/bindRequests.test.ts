import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codes } from "#contract/codes.ts";
import { limits } from "#contract/limits.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { deviceUserBind, terminalUser } from "#contract/resources/relations.ts";
import { keptOf, use } from "#tests/server/devices/kept.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { goodPassword, lastLogged, lastText, openPeople, type People } from "./people.ts";

let people: People;
let template: { recipeId: string; points: Record<string, string> };
let count = 0;

beforeAll(async () => {
  people = await openPeople();
  template = await addTemplate(people.site, people.northOwner, "Boiler", [{ name: "Temperature", address: "1", storeMode: 1 }]);
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, { token: people.northOwner, ...asked });

interface Consumer {
  id: string;
  account: string;
  phone: string;
  token: string;
}

const newConsumer = async (): Promise<Consumer> => {
  count += 1;
  const [account, phone] = [`asker${count}`, `139000001${String(count).padStart(2, "0")}`];
  const { data, message } = await ask(terminalUser.calls.post, { account, userName: account, phone, password: goodPassword });
  if (!data) throw new Error(message);
  // Codes go to a phone that has been the account's for a day.
  await people.site.gatehouse.services.db.updateTable("user").set({ phone_changed_at: 0 }).where("id", "=", data.id).execute();
  return { id: data.id, account, phone, token: await people.site.signIn(account, goodPassword) };
};
const newDevice = async (): Promise<{ id: string; sn: string; companyId: string }> => {
  count += 1;
  const sn = `ASK-${count}`;
  return { id: await addDevice(people.site, people.northOwner, { sn, recipeId: template.recipeId }), sn, companyId: people.north };
};
const give = async (deviceId: string, userId: string, state: number) => {
  const { list } = (await ask(deviceUserBind.calls.queryUser, { deviceId })).data;
  const version = list.find((row) => row.userId === userId)?.version ?? 0;
  return ask(deviceUserBind.calls.auth, { deviceId, userId, state, version });
};
const stateOf = async (deviceId: string, userId: string) =>
  (await ask(deviceUserBind.calls.queryUser, { deviceId })).data.list.find((row) => row.userId === userId)?.state;
const request = (asker: Consumer, deviceSn: string, code = "") => ask(deviceUserBind.calls.ask, { deviceSn, code }, { token: asker.token });
const sees = async (asker: Consumer): Promise<string[]> =>
  (await ask(device.calls.query, {}, { token: asker.token })).data.list.map(({ id }) => id);

describe("an end user who asks for a device", () => {
  it("waits as to be authorized until somebody answers, and has it from then on [S4.070]", async () => {
    const [asker, wanted] = [await newConsumer(), await newDevice()];
    expect((await request(asker, wanted.sn.toLowerCase())).data).toEqual({ state: 2 });
    const { list } = (await ask(deviceUserBind.calls.queryUser, { state: 2, search: asker.account })).data;
    expect(list.map((row) => [row.deviceSn, row.account, row.state])).toEqual([[wanted.sn, asker.account, 2]]);
    expect(await sees(asker)).toEqual([]);
    expect((await give(wanted.id, asker.id, 1)).code).toBe(0);
    expect(await sees(asker)).toEqual([wanted.id]);
    expect((await request(asker, wanted.sn)).code).toBe(codes.boundAlready.code);
  });

  it("is not asked for again who was refused, and then needs the owner's code", async () => {
    const [asker, owner, wanted] = [await newConsumer(), await newConsumer(), await newDevice()];
    await give(wanted.id, owner.id, 0);
    await request(asker, wanted.sn);
    await give(wanted.id, asker.id, 3);
    expect((await request(asker, wanted.sn)).code).toBe(codes.bindRefused.code);
    await ask(device.calls.send_auth_code, { deviceSn: wanted.sn }, { token: asker.token });
    const code = /\d{6}/.exec(await lastText(people.site, owner.phone))?.[0] ?? "";
    expect((await request(asker, wanted.sn, code)).data).toEqual({ state: 1 });
    expect(await sees(asker)).toEqual([wanted.id]);
  });

  it("is authorized at once by the code that went to the owner, which is right once, for this device and for who asked for it", async () => {
    const [asker, other, owner] = [await newConsumer(), await newConsumer(), await newConsumer()];
    const [wanted, another] = [await newDevice(), await newDevice()];
    for (const { id } of [wanted, another]) await give(id, owner.id, 0);
    expect((await ask(device.calls.send_auth_code, { deviceSn: wanted.sn }, { token: asker.token })).data).toEqual({
      seconds: limits.resend.resetSeconds,
    });
    const code = /\d{6}/.exec(await lastText(people.site, owner.phone))?.[0] ?? "";
    const wrong = code === "000000" ? "111111" : "000000";
    expect((await request(asker, wanted.sn, wrong)).code).toBe(codes.bindCodeWrong.code);
    expect((await request(asker, another.sn, code)).code).toBe(codes.bindCodeWrong.code);
    expect((await request(other, wanted.sn, code)).code).toBe(codes.bindCodeWrong.code);
    expect((await request(asker, wanted.sn, code)).data).toEqual({ state: 1 });
    const row = await lastLogged(people.site, deviceUserBind.calls.ask.path);
    expect([row.account, JSON.parse(row.change), row.detail.includes(code)]).toEqual([
      asker.account,
      { [`${wanted.sn} ${asker.account}`]: [null, 1] },
      false,
    ]);
    await ask(deviceUserBind.calls.removeAuth, { deviceId: wanted.id, userId: asker.id });
    expect((await request(asker, wanted.sn, code)).code).toBe(codes.bindCodeWrong.code);
  });

  it("is told the same of a device that is missing, of another organisation's, and of one that nobody owns, when a code is asked for", async () => {
    const [asker, unowned] = [await newConsumer(), await newDevice()];
    const foreign = await addTemplate(people.site, people.southOwner, "Theirs", []);
    await addDevice(people.site, people.southOwner, { sn: "THEIRS-1", recipeId: foreign.recipeId });
    const sent = [];
    for (const deviceSn of ["NO-SUCH-1", "THEIRS-1", unowned.sn])
      sent.push(await ask(device.calls.send_auth_code, { deviceSn }, { token: asker.token }));
    expect(new Set(sent.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const missing = await request(asker, "NO-SUCH-1");
    expect(missing.code).toBe(404);
    expect(await request(asker, "THEIRS-1")).toEqual(missing);
  });

  it("is an end user, and has no more than some requests open", async () => {
    expect((await ask(deviceUserBind.calls.ask, { deviceSn: "ASK-1" }, { token: people.admin })).code).toBe(403);
    const asker = await newConsumer();
    const { db } = people.site.gatehouse.services;
    const devices = await Promise.all(Array.from({ length: limits.bindRequests }, newDevice));
    await db
      .insertInto("device_user")
      .values(devices.map(({ id }) => ({ device_id: id, user_id: asker.id, state: 2, version: 1, at: 1, updated_by: "" })))
      .execute();
    const answer = await ask(deviceUserBind.calls.ask, { deviceSn: (await newDevice()).sn }, { token: asker.token, language: "en" });
    expect([answer.code, answer.message]).toEqual([
      codes.tooManyBindRequests.code,
      "20 of your requests have not been answered yet. Wait for the answers",
    ]);
    expect((await request(asker, devices[0]?.sn ?? "")).data).toEqual({ state: 2 });
  });
});

describe("unbinding", () => {
  it("the owner empties the device of all that was kept of its use, in both databases, and leaves what it is [S4.046]", async () => {
    const [owner, friend, unbound, beside] = [await newConsumer(), await newConsumer(), await newDevice(), await newDevice()];
    for (const each of [unbound, beside]) await use(people.site, each);
    const rule = { name: "Own", recipeId: template.recipeId, pointId: template.points[1], deviceId: unbound.id, condition: "above", a: 90 };
    await ask(alarmTrigger.calls.post, rule);
    const before = (await ask(device.calls.get, { id: unbound.id })).data;
    const slaves = before.slaves.map(({ id, no, name, recipeId }) => ({ id, no, name, recipeId }));
    const described = { userName: "Wang", contact: "13900000001", address: "Mill Lane 1", lng: 113, lat: 23, remark: "behind the shed" };
    expect((await ask(device.calls.put, { ...before, ...described, slaves })).code).toBe(0);
    await give(unbound.id, friend.id, 1);
    await give(unbound.id, owner.id, 0);
    expect((await ask(deviceUserBind.calls.removeAuth, { deviceId: unbound.id, userId: owner.id })).code).toBe(0);
    expect(await keptOf(people.site, unbound.id)).toEqual({
      ...{ alarm_log: 0, alarm_pending: 0, alarm_trigger: 0, device_state_log: 0, device_user: 0, readings: 0, latest: 0 },
      // That it was unbound.
      device_event: 1,
    });
    expect(await keptOf(people.site, beside.id)).toMatchObject({ alarm_log: 1, readings: 1 });
    const { list } = (await ask(deviceEvent.calls.query, { deviceId: unbound.id })).data;
    expect(list.map(({ kind, account }) => [kind, account])).toEqual([["unbinding", "north.owner"]]);
    const after = (await ask(device.calls.get, { id: unbound.id })).data;
    expect(after).toMatchObject({ sn: unbound.sn, name: before.name, userName: "", contact: "", address: "", lng: null, remark: "" });
    expect((await ask(device.calls.query, { search: "mill lane" })).data.total).toBe(0);
    expect([await sees(owner), await sees(friend)]).toEqual([[], []]);
  });

  it("anybody else only ends their right", async () => {
    const [owner, friend, shared] = [await newConsumer(), await newConsumer(), await newDevice()];
    await use(people.site, shared);
    await give(shared.id, owner.id, 0);
    await give(shared.id, friend.id, 1);
    await ask(deviceUserBind.calls.removeAuth, { deviceId: shared.id, userId: friend.id });
    expect([await stateOf(shared.id, owner.id), await stateOf(shared.id, friend.id)]).toEqual([0, undefined]);
    expect(await keptOf(people.site, shared.id)).toMatchObject({ alarm_log: 1, readings: 1 });
  });
});
