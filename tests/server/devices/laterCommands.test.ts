import type { MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import { deviceChange } from "#contract/resources/deviceChange.ts";
import { job } from "#contract/resources/job.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { order } from "#contract/resources/order.ts";
import { user } from "#contract/resources/user.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { handClock } from "#tests/server/handClock.ts";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { post } from "#tests/server/wire/push/poster.ts";

const clock = handClock();
const hour = 3_600_000;
let site: Site;
let token: string;
let recipeId: string;
let pointId: string;
beforeAll(async () => {
  site = await openSite({ now: clock.now, presenceTimer: clock.later });
  token = await site.signIn("admin", adminPassword);
  ({
    recipeId,
    points: { "40001": pointId = "" },
  } = await addTemplate(site, token, "T", [{ name: "P", address: "40001", writable: true, max: 100 }]));
});
afterAll(() => site.close());

const later = () => site.gatehouse.services.laterCommands;
const inMs = (milliseconds: number): string => new Date(clock.now() + milliseconds).toISOString();

/** A device's client that answers each command; what it was sent. */
const answering = async (sn: string, code = 0) => {
  const client: MqttClient = await connectDevice(site, sn);
  const values: unknown[] = [];
  client.on("message", (_topic, payload) => {
    const command = JSON.parse(payload.toString());
    values.push(command.values["40001"]);
    client.publish(`gw/${sn}/command/reply`, JSON.stringify({ id: command.id, code, message: "" }), { qos: 1 });
  });
  const subscribe = () => client.subscribeAsync(`gw/${sn}/command`, { qos: 1 });
  return { client, values, subscribe };
};

/** Each a little later than the one before, as the log tells them apart. */
const send = (id: string, value: number, timing: { at?: string; keep?: number }, asker = token) => {
  clock.pass(1);
  return site.ask(device.calls.cmd, { id, slave: 1, values: { [pointId]: value }, ...timing }, { token: asker, language: "en" });
};
const rowsOf = async (id: string, more: object = {}) =>
  (await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "command", ...more }, { token })).data.list.map((row) => ({
    ...row,
    content: JSON.parse(row.content),
  }));
const resultOf = async (id: string) => (await rowsOf(id)).map(({ result }) => result).join();
const ended = (id: string, result: string) => until(async () => (await resultOf(id)) === result, `${result} of ${id}`);

it("keeps a command for a device that is offline and sends it once the device is back and listens", async () => {
  const id = await addDevice(site, token, { sn: "LATER-1", recipeId });
  expect((await send(id, 7, {})).code).toBe(1302);
  const { code, data } = await send(id, 8, { keep: 3600 });
  expect([code, data.state, data.milliseconds]).toEqual([0, "held", null]);
  const [held] = await rowsOf(id, { waiting: true });
  expect(held).toMatchObject({ id: data.commandId, result: "commandHeld", account: "admin", content: { slave: 1, until: inMs(hour) } });
  expect((await rowsOf(id, { failed: true })).map(({ result }) => result)).toEqual(["deviceOffline"]);
  const { client, values, subscribe } = await answering("LATER-1");
  await subscribe();
  await ended(id, "ok,deviceOffline");
  expect(values).toEqual([8]);
  expect((await rowsOf(id))[0]?.content).toMatchObject({ sentAt: inMs(0), code: 0 });
  expect(await rowsOf(id, { waiting: true })).toEqual([]);
  await client.endAsync();
});

it("sends a command at its time and not before, and to a device that is away then as long as it is valid", async () => {
  const id = await addDevice(site, token, { sn: "LATER-2", recipeId });
  const { client, values, subscribe } = await answering("LATER-2");
  await subscribe();
  expect((await send(id, 1, { at: inMs(hour) })).data.state).toBe("planned");
  expect((await send(id, 2, { at: inMs(2 * hour) })).data.state).toBe("planned");
  expect((await send(id, 3, { at: inMs(2 * hour), keep: 7200 })).data.state).toBe("planned");
  clock.pass(hour - 4);
  await later().look();
  expect(values).toEqual([]);
  clock.pass(3);
  await later().look();
  expect(values).toEqual([1]);
  await client.endAsync();
  await until(() => !site.gatehouse.services.presence.isConnected(id), "the end of the connection");
  clock.pass(hour);
  await later().look();
  expect(await resultOf(id)).toBe("commandHeld,deviceOffline,ok");
  const back = await answering("LATER-2");
  await back.subscribe();
  await ended(id, "ok,deviceOffline,ok");
  expect(back.values).toEqual([3]);
  await back.client.endAsync();
});

it("lets a command expire that its device did not come for, and sends what was due while the server was down no later than stated", async () => {
  const away = await addDevice(site, token, { sn: "LATER-3", recipeId });
  await send(away, 1, { keep: 600 });
  await send(away, 2, { at: inMs(1000) });
  await send(away, 3, { at: inMs(600_000), keep: 600 });
  clock.pass(600_000);
  await later().look();
  // The first has run out, the second was due more than five minutes ago, the third is kept on.
  expect(await resultOf(away)).toBe("commandHeld,commandOverdue,commandOverdue");
  const { client, values, subscribe } = await answering("LATER-3");
  await subscribe();
  await ended(away, "ok,commandOverdue,commandOverdue");
  expect(values).toEqual([3]);
  await client.endAsync();
});

it("does not send what its asker may not send any more", async () => {
  const company = await site.addCompany("Late Co");
  const hers = await addDevice(site, token, { sn: "LATER-4", recipeId });
  const staff = await site.addUser({ account: "later-staff", companyId: company, type: 2, roles: ["role-administrator"] });
  const asker = await site.signIn("later-staff", "secret1");
  expect((await send(hers, 5, { keep: 600 }, asker)).code).not.toBe(0);
  const mine = await site.addUser({ account: "later-mine", type: 2, roles: ["role-administrator"] });
  const own = await site.signIn("later-mine", "secret1");
  expect((await send(hers, 5, { keep: 600 }, own)).data.state).toBe("held");
  await site.ask(user.calls.delete_child, { ids: [staff, mine] }, { token });
  const { client, values, subscribe } = await answering("LATER-4");
  await subscribe();
  await ended(hers, "commandForbidden");
  expect(values).toEqual([]);
  await client.endAsync();
});

it("checks a kept command by its point as it is when it is sent", async () => {
  const other = await addTemplate(site, token, "Shrinking", [{ name: "P", address: "40001", writable: true, max: 100 }]);
  const id = await addDevice(site, token, { sn: "LATER-5", recipeId: other.recipeId });
  const values = { [other.points["40001"] ?? ""]: 50 };
  await site.ask(device.calls.cmd, { id, slave: 1, values, keep: 600 }, { token });
  await site.gatehouse.services.db.updateTable("point").set({ max: 10 }).where("recipe_id", "=", other.recipeId).execute();
  await site.gatehouse.services.changes.tell({ kind: "recipes", ids: [other.recipeId] });
  const client = await answering("LATER-5");
  await client.subscribe();
  await ended(id, "valueUnfit");
  expect(client.values).toEqual([]);
  await client.client.endAsync();
});

it("calls off what is yet to be sent, and nothing of others", async () => {
  const id = await addDevice(site, token, { sn: "LATER-6", recipeId });
  const { data } = await send(id, 1, { keep: 600 });
  const planned = await send(id, 2, { at: inMs(1000) });
  const company = await site.addCompany("Caller-off");
  await site.addUser({ account: "later-other", companyId: company, type: 2, roles: ["role-administrator"] });
  const foreign = await site.signIn("later-other", "secret1");
  const off = (ids: string[], asker: string) => site.ask(deviceEvent.calls.call_off, { ids }, { token: asker, language: "en" });
  expect((await off([data.commandId], foreign)).code).toBe(404);
  expect((await off([data.commandId, planned.data.commandId], token)).data).toEqual({ calledOff: 2 });
  expect((await off([data.commandId], token)).message).toBe("0 of 1 command was called off; the rest had been sent or had ended");
  clock.pass(2000);
  const { client, values, subscribe } = await answering("LATER-6");
  await subscribe();
  await later().look();
  expect(values).toEqual([]);
  expect((await rowsOf(id)).map(({ result, content }) => [result, content.calledOffBy])).toEqual([
    ["commandCalledOff", "admin"],
    ["commandCalledOff", "admin"],
  ]);
  await client.endAsync();
});

it("refuses a time that is past or too far ahead, a wait out of range, and more than may wait for one device", async () => {
  const id = await addDevice(site, token, { sn: "LATER-7", recipeId });
  const { aheadDays, waiting } = limits.command;
  expect((await send(id, 1, { at: inMs(-1) })).fields).toEqual([{ path: "at", message: "Choose a time that is not past" }]);
  expect((await send(id, 1, { at: inMs(aheadDays * 24 * hour + 2) })).fields).toEqual([{ path: "at", message: "At most 31 days ahead" }]);
  expect((await send(id, 1, { keep: 59 })).fields).toEqual([{ path: "keep", message: "Out of range for how long it stays valid" }]);
  for (let count = 0; count < waiting; count += 1) expect((await send(id, 1, { at: inMs(hour) })).code).toBe(0);
  expect((await send(id, 1, { at: inMs(hour) })).message).toBe("50 commands already wait for this device");
  expect((await send(id, 1, { keep: 600 })).code).toBe(1302);
});

it("sends nothing twice after a restart: what may have been sent is told as unanswered, what was held is sent", async () => {
  const id = await addDevice(site, token, { sn: "LATER-8", recipeId });
  const first = (await send(id, 1, { keep: 86_400 })).data.commandId;
  await send(id, 2, { keep: 86_400 });
  await site.gatehouse.services.db.updateTable("later_command").set({ state: "sending" }).where("id", "=", first).execute();
  await site.restart();
  expect(await resultOf(id)).toBe("commandHeld,deviceSilent");
  const { client, values, subscribe } = await answering("LATER-8");
  await subscribe();
  await ended(id, "ok,deviceSilent");
  expect(values).toEqual([2]);
  await client.endAsync();
});

it("holds a command on that a device was to take with its next post and did not", async () => {
  const id = await addDevice(site, token, { sn: "LATER-9", recipeId });
  await post(site, "LATER-9", "telemetry", []);
  await send(id, 4, { keep: 30 * 86_400 }).catch(() => undefined);
  expect(await resultOf(id)).toBe("deviceWaiting");
  clock.pass(hour);
  await ended(id, "commandHeld");
  const command = await until(async () => {
    const { body } = await post(site, "LATER-9", "telemetry", []);
    return body.commands?.[0];
  }, "the command");
  expect(command.values).toEqual({ 40001: 4 });
  await post(site, "LATER-9", "command/reply", { id: command.id, code: 0, message: "" });
  await ended(id, "ok");
});

it("keeps saved commands and commands of many devices in the same way, and says so of each", async () => {
  const [one, two] = [
    await addDevice(site, token, { sn: "LATER-10", recipeId }),
    await addDevice(site, token, { sn: "LATER-11", recipeId }),
  ];
  const saved = await site.ask(
    order.calls.post,
    { name: "Later", recipeId, slave: null, values: [{ pointId, value: 6 }], remark: "" },
    { token },
  );
  const sent = await site.ask(order.calls.send, { id: saved.data.id, deviceIds: [one, two], keep: 3600 }, { token });
  expect(sent.data.answers.map(({ code, state }) => [code, state])).toEqual([
    [0, "held"],
    [0, "held"],
  ]);
  clock.pass(1);
  const past = await site.ask(order.calls.send, { id: saved.data.id, deviceIds: [one, two], at: inMs(-hour) }, { token });
  expect([past.code, past.fields.map(({ path }) => path)]).toEqual([400, ["at"]]);
  clock.pass(1);
  const typed = { sns: ["LATER-10"], recipeId, slave: null, values: [{ pointId, value: 9 }], at: inMs(hour) };
  expect((await site.ask(order.calls.send_by_sn, typed, { token })).data.answers.map(({ state }) => state)).toEqual(["planned"]);
  clock.pass(1);
  const action = { kind: "command", pointId, value: 3, keep: 3600 };
  const { data } = await site.ask(deviceChange.calls.post, { ids: [one, two], action }, { token, language: "en" });
  await site.gatehouse.services.jobs.idle();
  const results = await site.ask(job.calls.results, { id: data.id, pageNo: 1, pageSize: 20 }, { token });
  expect(results.data.list.map(({ code, message }) => [code, message])).toEqual([
    [0, "Waits for the device to come back"],
    [0, "Waits for the device to come back"],
  ]);
  const { client, values, subscribe } = await answering("LATER-10");
  await subscribe();
  await ended(one, "ok,commandPlanned,ok");
  expect(values).toEqual([6, 3]);
  await client.endAsync();
});

it("tells what came of a command once that can be written, and sends it no second time", async () => {
  const { db } = site.gatehouse.services;
  const id = await addDevice(site, token, { sn: "LATER-12", recipeId });
  await send(id, 5, { at: inMs(1000) });
  const client = await connectDevice(site, "LATER-12");
  const sent: string[] = [];
  const refusing = new Promise<() => Promise<void>>((resolve) => {
    client.on("message", async (_topic, payload) => {
      const command = JSON.parse(payload.toString());
      sent.push(command.id);
      resolve(await refuseWrites(db, "device_event", "update", "disk full"));
      client.publish("gw/LATER-12/command/reply", JSON.stringify({ id: command.id, code: 0, message: "" }), { qos: 1 });
    });
  });
  await client.subscribeAsync("gw/LATER-12/command", { qos: 1 });
  clock.pass(1000);
  await later().look();
  expect(await resultOf(id)).toBe("commandPlanned");
  await (await refusing)();
  await later().look();
  expect([await resultOf(id), sent.length]).toEqual(["ok", 1]);
  await client.endAsync();
});

it("settles all that is due for a device that is away, and asks it once", async () => {
  const id = await addDevice(site, token, { sn: "LATER-13", recipeId });
  await send(id, 1, { at: inMs(1000), keep: 3600 });
  await send(id, 2, { at: inMs(1000), keep: 3600 });
  await send(id, 3, { at: inMs(1000) });
  const { commands } = site.gatehouse.services;
  const asked = vi.spyOn(commands, "send");
  clock.pass(2000);
  for (let look = 0; look < 3; look += 1) await later().look();
  expect(await resultOf(id)).toBe("deviceOffline,commandHeld,commandHeld");
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

it("waits after a restart for a device that was online before it", async () => {
  const id = await addDevice(site, token, { sn: "LATER-14", recipeId });
  await send(id, 8, { at: inMs(1000) });
  await site.gatehouse.services.db.updateTable("device").set({ online: 1 }).where("id", "=", id).execute();
  await site.restart();
  clock.pass(2000);
  await later().look();
  expect(await resultOf(id)).toBe("commandHeld");
  const { client, values, subscribe } = await answering("LATER-14");
  await subscribe();
  await ended(id, "ok");
  expect(values).toEqual([8]);
  await client.endAsync();
});
