import type { MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isMessageId, say } from "#contract/messages.ts";
import { device } from "#contract/resources/device.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

interface Kept {
  code: string;
  values: Record<string, string | number>;
  text?: string;
  repeats?: number;
  before?: number;
}

const minute = 60_000;
let site: Site;
let recipeId: string;
let at = Date.UTC(2026, 10, 20);

beforeAll(async () => {
  site = await openSite({ now: () => at });
  const token = await site.signIn("admin", adminPassword);
  const points = [
    { name: "温度", nameEn: "temperature", address: "40001", valueType: "int16" },
    { name: "比值", nameEn: "ratio", address: "40002", receiveFormula: "100/x" },
  ];
  recipeId = (await addTemplate(site, token, "Cold room", points)).recipeId;
});
afterAll(() => site.close());

let gateways = 0;

interface Gateway {
  sn: string;
  client: MqttClient;
  /** Sends telemetry at an instant of its own, so that what is kept of it has an order. */
  send(payload: unknown): Promise<void>;
  faults(count: number): Promise<Kept[]>;
}

const openGateway = async (): Promise<Gateway> => {
  gateways += 1;
  const sn = `GW-${1000 + gateways}`;
  const token = await site.signIn("admin", adminPassword);
  const id = await addDevice(site, token, { sn, recipeId });
  const look = async (count: number): Promise<Kept[] | false> => {
    const { data } = await site.ask(
      deviceEvent.calls.query,
      { deviceId: id, kind: "fault", pageSize: 200, sortField: "at", sortOrder: "asc" },
      { token: await site.signIn("admin", adminPassword) },
    );
    return data.list.length >= count && data.list.map(({ content }) => JSON.parse(content));
  };
  const client = await connectDevice(site, sn);
  const send = async (payload: unknown): Promise<void> => {
    await sendTelemetry(client, sn, payload);
    at += 1000;
  };
  return { sn, client, send, faults: (count) => until(() => look(count), `${count} faults`) };
};

it("keeps values of an unknown slave or address as a fault once an hour, and says how often they came meanwhile", async () => {
  const { client, send, faults } = await openGateway();
  const unknown = async () => {
    await send({ values: { 40001: 1, 49999: 2 } });
    await send({ slaves: [{ no: 7, values: { a: 1, b: 2 } }] });
  };
  for (let n = 0; n < 10; n += 1) await unknown();
  const address = { code: "unknownPoint", values: { slave: 1, address: "49999" } };
  const slave = { code: "unknownSlave", values: { slave: 7, address: "a" } };
  expect(await faults(2)).toEqual([expect.objectContaining(address), expect.objectContaining(slave)]);
  expect((await faults(2))[0]?.text).toContain('"49999":2');
  at += 60 * minute;
  await unknown();
  expect((await faults(4)).slice(2)).toEqual([
    expect.objectContaining({ ...address, repeats: 9 }),
    expect.objectContaining({ ...slave, repeats: 19 }),
  ]);
  await client.endAsync();
});

it("keeps a bounded number of rows of a device that makes up an address for every reading", async () => {
  const { client, send, faults } = await openGateway();
  const values = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`made-up-${n}-${"x".repeat(200)}`, n]));
  for (let n = 0; n < 8; n += 1) {
    await send({ values });
    at += minute;
  }
  await send("{");
  const kept = await faults(101);
  expect(kept).toHaveLength(101);
  expect(kept.at(-1)?.code).toBe("json");
  expect(kept.every(({ values: { address = "" } }) => String(address).length <= 64)).toBe(true);
  await client.endAsync();
});

it("names every fault by a code with values, which has a text in both languages", async () => {
  const { sn, client, send, faults } = await openGateway();
  for (const payload of [
    "{",
    "7",
    { slaves: 1 },
    { slaves: [{ no: 300, values: {} }] },
    { ts: "yesterday", values: {} },
    { ts: Date.UTC(2036, 0, 1), values: { 40001: 1 } },
    { values: { 40001: null } },
    { values: { 40001: "warm" } },
    { values: { 40001: 1.5 } },
    { values: { 40001: 70_000 } },
    { values: { 40002: 0 } },
  ])
    await send(payload);
  await client.publishAsync(`gw/${sn}/command/reply`, '{"id":"none","code":0}', { qos: 1 });
  at += 1000;
  await client.publishAsync(`gw/${sn}/ota/progress`, "{}", { qos: 1 });
  const kept = await faults(13);
  expect(kept.map(({ code, values }) => ({ code, ...values }))).toEqual([
    { code: "json" },
    { code: "notObject" },
    { code: "shape", at: "slaves" },
    { code: "slave", at: "slaves[0].no" },
    { code: "time", at: "ts" },
    { code: "future", at: "ts" },
    { code: "empty", slave: 1, address: "40001" },
    { code: "type", slave: 1, address: "40001" },
    { code: "fraction", slave: 1, address: "40001" },
    { code: "overflow", slave: 1, address: "40001" },
    { code: "notFinite", slave: 1, address: "40002" },
    { code: "unaskedReply" },
    { code: "unaskedProgress" },
  ]);
  for (const { code, values } of kept) {
    const id = `fault.${code}`;
    if (!isMessageId(id)) throw new Error(`${code} has no text`);
    for (const text of [say("zh", id, values), say("en", id, values)]) expect(text).not.toMatch(/[{}]/);
    expect(say("zh", id, values)).toMatch(/\p{Script=Han}/u);
    expect(say("en", id, values)).not.toMatch(/\p{Script=Han}/u);
  }
  await client.endAsync();
});

it("loses of a message with a number that is not finite that number only", async () => {
  const { sn, client, send, faults } = await openGateway();
  const token = await site.signIn("admin", adminPassword);
  const latest = async () => {
    const { data } = await site.ask(device.calls.query, { search: sn }, { token });
    const whole = await site.ask(device.calls.get, { id: data.list[0]?.id }, { token });
    return Object.fromEntries(whole.data.slaves[0]?.points.map(({ address, value }) => [address, value]) ?? []);
  };
  await send('\ufeff{"values":{"40001":777,"40002":NaN}}');
  expect(await latest()).toEqual({ 40001: 777, 40002: null });
  await send('{"values":{"40002":-Infinity,"40001":778}}');
  expect(await latest()).toEqual({ 40001: 778, 40002: null });
  const address = { code: "notFinite", values: { slave: 1, address: "40002" } };
  expect(await faults(2)).toEqual([expect.objectContaining(address), expect.objectContaining(address)]);
  await client.endAsync();
});

it("acknowledges what is nested 5,000 deep, keeps a row of it, and reads what comes next", async () => {
  const { sn, client, send, faults } = await openGateway();
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  await client.publishAsync(`gw/${sn}/event`, `{"type":"door","content":${deep}}`, { qos: 1 });
  at += 1000;
  await send(deep);
  await send(`{"values":{"40001":${deep}}}`);
  for (const [kind, member] of [
    ["info", "iccid"],
    ["location", "lng"],
    ["command/reply", "id"],
  ]) {
    await client.publishAsync(`gw/${sn}/${kind}`, `{"${member}":${deep}}`, { qos: 1 });
    at += 1000;
  }
  expect((await faults(6)).map(({ code }) => code)).toEqual(["deep", "noValues", "type", "shape", "shape", "shape"]);
  await send({ values: { 40001: 5 } });
  expect(await faults(6)).toHaveLength(6);
  await client.endAsync();
});

it("writes on after the clock was set back: rows of the minute, and what is told once an hour", async () => {
  const gateway = await openGateway();
  await gateway.send({ values: { unknown: 1 } });
  for (let n = 0; n < 25; n += 1) await sendTelemetry(gateway.client, gateway.sn, "no json");
  expect((await gateway.faults(20)).length).toBe(20);
  at -= 8 * 60 * minute;
  await gateway.send("no json");
  await gateway.send({ values: { unknown: 1 } });
  const kept = await gateway.faults(22);
  expect(kept.filter(({ code }) => code === "json")).toHaveLength(20);
  expect(kept.filter(({ code }) => code === "unknownPoint")).toHaveLength(2);
});

it("tells in the first row of a later minute how many were not kept, and no more in the next", async () => {
  const gateway = await openGateway();
  for (let n = 0; n < 25; n += 1) await sendTelemetry(gateway.client, gateway.sn, "no json");
  at += minute + 1000;
  await gateway.send("no json");
  await gateway.send("no json");
  const told = (await gateway.faults(22)).map(({ before }) => before);
  expect(told).toEqual([...Array<undefined>(20).fill(undefined), 5, undefined]);
});
