import type { MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const minute = 60_000;
let site: Site;
let token: string;
let template: { recipeId: string; points: Record<string, string> };
let at = Date.UTC(2026, 10, 20);

beforeAll(async () => {
  site = await openSite({ now: () => at, replyMs: 200 });
  token = await site.signIn("admin", adminPassword);
  template = await addTemplate(site, token, "Pump", [{ name: "转速", address: "1", valueType: "int16", writable: true }]);
});
afterAll(() => site.close());

const counter = async (name: string): Promise<number> => {
  const text = await (await fetch(`${site.base}/metrics`)).text();
  return Number(new RegExp(`^gatehouse_${name}_total (\\d+)$`, "m").exec(text)?.[1]);
};

const rows = async (deviceId: string, kind: "fault" | "command", count: number) =>
  until(async () => {
    const { data } = await site.ask(
      deviceEvent.calls.query,
      { deviceId, kind, pageSize: 100, sortField: "at", sortOrder: "asc" },
      { token },
    );
    return data.list.length >= count && data.list.map((row) => ({ ...row, content: JSON.parse(row.content) }));
  }, `${count} rows of kind ${kind}`);

const stored = (): Promise<number> => site.gatehouse.services.telemetry.stats().then(({ readings }) => readings);

it("keeps taking the readings of a device that also publishes what it may not, and says so once a minute in its log", async () => {
  const sn = "BRIDGE-1";
  const id = await addDevice(site, token, { sn, recipeId: template.recipeId });
  const client = await connectDevice(site, sn);
  const dropped = await counter("messages_dropped");
  const before = await stored();
  const state = "$SYS/broker/connection/site.gatehouse/state";
  for (let n = 0; n < 15; n += 1) {
    await client.publishAsync(state, "1", { qos: 1, retain: true });
    at += 1;
    await client.publishAsync("zigbee2mqtt/lamp", '{"state":"ON"}', { qos: 1 });
    at += 1;
    await client.publishAsync(`gw/${sn}/telemetry`, " ".repeat(200_000), { qos: 1 });
    await sendTelemetry(client, sn, { ts: at + n, values: { 1: n } });
  }
  expect((await stored()) - before).toBe(15);
  expect((await counter("messages_dropped")) - dropped).toBe(45);
  const faults = await rows(id, "fault", 3);
  expect(faults.map(({ content }) => content)).toEqual([
    { code: "foreignTopic", values: { topic: state, bytes: 1 }, bytes: 1, text: "1" },
    { code: "foreignTopic", values: { topic: "zigbee2mqtt/lamp", bytes: 14 }, bytes: 14, text: '{"state":"ON"}' },
    {
      ...{ code: "messageTooLong", values: { topic: `gw/${sn}/telemetry`, bytes: 200_000, limit: 65_536 } },
      ...{ bytes: 200_000, text: "" },
    },
  ]);
  at += minute;
  await client.publishAsync(state, "0", { qos: 1 });
  expect((await rows(id, "fault", 4)).at(-1)?.content).toMatchObject({ code: "foreignTopic", repeats: 14 });
  await client.endAsync();
});

it("keeps a message that a handler throws at in the log, and goes on", async () => {
  const sn = "THROWN-1";
  const id = await addDevice(site, token, { sn, recipeId: template.recipeId });
  const client = await connectDevice(site, sn);
  const { telemetry } = site.gatehouse.services;
  // A time that the parser lets through and the store does not take: neither says so to the other.
  const append = telemetry.append;
  telemetry.append = () => {
    throw new RangeError("not a time in whole milliseconds");
  };
  try {
    await sendTelemetry(client, sn, { values: { 1: 1 } });
  } finally {
    telemetry.append = append;
  }
  const [fault] = await rows(id, "fault", 1);
  expect(fault?.content).toMatchObject({ code: "unprocessed", values: { topic: `gw/${sn}/telemetry` }, text: '{"values":{"1":1}}' });
  await sendTelemetry(client, sn, { values: { 1: 2 } });
  await client.endAsync();
});

const command = (id: string, language: "zh" | "en" = "en") => {
  at += 1;
  return site.ask(device.calls.cmd, { id, slave: 1, values: { [template.points["1"] ?? ""]: 7 } }, { token, language });
};

it("says of a device that is online but has not subscribed that it has not, and of one that is away that it is offline", async () => {
  const sn = "DEAF-1";
  const id = await addDevice(site, token, { sn, recipeId: template.recipeId });
  expect(await command(id)).toMatchObject({ code: 1302 });
  const client = await connectDevice(site, sn);
  expect(await command(id)).toMatchObject({ code: 1351, message: expect.stringContaining("has not subscribed") });
  expect((await command(id, "zh")).message).toContain("未订阅");
  expect((await rows(id, "command", 3)).map(({ result }) => result)).toEqual(["deviceOffline", "deviceUnsubscribed", "deviceUnsubscribed"]);
  await client.endAsync();
});

const asked = (client: MqttClient): Promise<string> =>
  new Promise((resolve) => client.once("message", (_topic, payload) => resolve(JSON.parse(payload.toString()).id)));

it("writes a reply that came too late into its command's row, and takes one that comes again for no fault", async () => {
  const sn = "LATE-1";
  const id = await addDevice(site, token, { sn, recipeId: template.recipeId });
  const client = await connectDevice(site, sn);
  const other = await connectDevice(site, "DEAF-1");
  await client.subscribeAsync(`gw/${sn}/command`, { qos: 1 });
  for (const [code, message, result] of [
    [0, "done", "ok"],
    [3, "locked", "deviceRefused"],
  ] as const) {
    const commandId = asked(client);
    expect(await command(id)).toMatchObject({ code: 1303 });
    const reply = JSON.stringify({ id: await commandId, code, message });
    await other.publishAsync("gw/DEAF-1/command/reply", reply, { qos: 1 });
    expect((await rows(id, "command", 1)).at(-1)).toMatchObject({ result: "deviceSilent" });
    at += 5000;
    await client.publishAsync(`gw/${sn}/command/reply`, reply, { qos: 1 });
    await client.publishAsync(`gw/${sn}/command/reply`, reply, { qos: 1 });
    const row = (await rows(id, "command", 1)).at(-1);
    expect(row).toMatchObject({ result, content: { commandId: await commandId, code, message, milliseconds: 5000, late: true } });
  }
  const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "fault" }, { token });
  expect(data.list).toEqual([]);
  await Promise.all([client.endAsync(), other.endAsync()]);
});

it("keeps a row of the operation log for each command that a device took and did not answer, however many there are in a minute", async () => {
  const sn = "MUTE-1";
  const id = await addDevice(site, token, { sn, recipeId: template.recipeId });
  const client = await connectDevice(site, sn);
  await client.subscribeAsync(`gw/${sn}/command`, { qos: 1 });
  for (let n = 0; n < 3; n += 1) expect(await command(id)).toMatchObject({ code: 1303 });
  const { db } = site.gatehouse.services;
  const kept = await db.selectFrom("operation_log").select("code").where("detail", "like", `%${id}%`).where("code", "=", 1303).execute();
  expect(kept).toHaveLength(3);
  await client.endAsync();
});
