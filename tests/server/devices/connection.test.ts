import mqtt from "mqtt";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const sn = "GW-CONNECT";
let site: Site;
let token: string;
let id: string;
let recipeId: string;

const points = [
  {
    name: "温度",
    nameEn: "temperature",
    address: "40001",
    valueType: "int16",
    receiveFormula: "x*0.1",
    sendFormula: "x*10",
    decimals: 1,
    min: 0,
    max: 40,
  },
  { name: "运行", nameEn: "running", address: "40002", valueType: "bool", startBit: 0, endBit: 0 },
  { name: "故障", nameEn: "faulty", address: "40002", valueType: "bool", startBit: 3, endBit: 3 },
  { name: "密钥", nameEn: "key", address: "40003", valueType: "uint16", auth: 1 },
];

beforeAll(async () => {
  site = await openSite({ variables: { DTU_PORT: "0" } });
  token = await site.signIn("admin", adminPassword);
  recipeId = (await addTemplate(site, token, "Cold room", points)).recipeId;
  id = await addDevice(site, token, { sn, name: "Cold room 1", recipeId });
});
afterAll(() => site.close());

const asked = async (request: object, as = token) => site.ask(device.calls.connection, request, { token: as });
const addModel = async (fields: object) => (await site.ask(deviceModel.calls.post, fields, { token })).data.id;
const addOf = async (modelId: string, ofSn: string, nos = [1, 2]) => {
  const slaves = nos.map((no) => ({ no, name: `Slave ${no}`, recipeId }));
  const fields = { name: ofSn, sn: ofSn, typeId: "type-general", industry: "水务", password: "devicepw", modelId, slaves };
  return (await site.ask(device.calls.post, fields, { token })).data.id;
};

/** A page that watches the device, as the console's does. */
const watch = async () => {
  const socket = io(site.base, { query: { token, lang: "en", page: "p" }, transports: ["websocket"], reconnection: false });
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  await new Promise((resolve) => socket.emit("subscibe_device_on", { token, deviceId: id }, resolve));
  return socket;
};
const listed = async (as = token) => (await site.ask(deviceMessage.calls.query, { deviceId: id }, { token: as })).data.list;

it("says where the server listens, and what a message of the data template is, raw and as it will be shown", async () => {
  const { data } = await asked({ id });
  expect(data).toMatchObject({
    ...{ transmission: "mqtt-json", spoken: true, modelName: "", publicUrl: null, mostBytes: 65_536, polling: null },
    ports: { http: site.gatehouse.httpPort, mqtt: site.gatehouse.mqttPort, mqtts: null, dtu: site.gatehouse.dtuPort },
    device: { sn, version: 1, templates: [{ recipeName: "Cold room", slaves: [{ no: 1, name: "Main" }] }] },
  });
  const [template] = data.device?.templates ?? [];
  expect(template?.values).toEqual({ 40001: 200, 40002: 9, 40003: 22 });
  expect(template?.points.map(({ address, value, raw }) => [address, value, raw])).toEqual([
    ...[["40001", 20, 200] as const, ["40002", 1, 1] as const, ["40002", 1, 8] as const],
    ["40003", 22, 22],
  ]);
});

it("shows of a point that shares its address with others what the example's message makes of it", async () => {
  const status = [
    { name: "状态字", nameEn: "status", address: "40020", valueType: "uint16" },
    { name: "合闸", nameEn: "closed", address: "40020", valueType: "bool", startBit: 1, endBit: 1 },
    { name: "档位", nameEn: "step", address: "40020", valueType: "uint16", startBit: 4, endBit: 5, min: 2, max: 3 },
  ];
  const shared = await addTemplate(site, token, "Breaker", status);
  const { data } = await asked({ id: await addDevice(site, token, { sn: "GW-BREAKER", name: "Breaker", recipeId: shared.recipeId }) });
  const [template] = data.device?.templates ?? [];
  expect(template?.values).toEqual({ 40020: 0x22 });
  expect(template?.points.map(({ nameEn, value, raw }) => [nameEn, value, raw])).toEqual([
    ...[["status", 0x22, 0x22] as const, ["closed", 1, 2] as const],
    ["step", 2, 0x20],
  ]);
});

it("keeps secret points out of the examples of who may not see them, and from them the device of others", async () => {
  const { db } = site.gatehouse.services;
  const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
  await db
    .insertInto("role")
    .values({ id: "role-looker", company_id: "root", name: "Looker", description: "", ...stamps })
    .execute();
  const actions = JSON.stringify([device.calls.connection.path, deviceMessage.calls.query.path]);
  await db.insertInto("role_menu").values({ role_id: "role-looker", menu_id: "devices.connect", actions }).execute();
  await site.addUser({ account: "looker", roles: ["role-looker"] });
  const looker = await site.signIn("looker", "secret1");
  const { data } = await asked({ id }, looker);
  expect(data.device?.templates[0]?.points.map(({ nameEn }) => nameEn)).toEqual(["temperature", "running", "faulty"]);
  expect(data.device?.templates[0]?.values).toEqual({ 40001: 200, 40002: 9 });
  const birth = Buffer.from(data.device?.birth ?? "", "base64").toString("latin1");
  expect([birth.includes("40002"), birth.includes("40003")]).toEqual([true, false]);
  const branch = await site.addCompany("Branch");
  await site.addUser({ account: "below", roles: ["role-looker"], companyId: branch });
  const below = await site.signIn("below", "secret1");
  expect((await asked({ id }, below)).status).toBe(404);
  expect((await asked({ id: "nobody" }, below)).status).toBe(404);
});

it("lays out the registers of a polled model with what they hold, and the requests that read them", async () => {
  const modelId = await addModel({ name: "DTU", transmission: "modbus-rtu-over-tcp", framing: "tcp", pollSeconds: 7, mostGap: 0 });
  const { data } = await asked({ id: await addOf(modelId, "GW-DTU") });
  const [template] = data.device?.templates ?? [];
  expect(data.polling).toMatchObject({ framing: "tcp", registration: "sn", pollSeconds: 7 });
  expect(template?.slaves.map(({ no }) => no)).toEqual([1, 2]);
  expect(template?.reads).toEqual([{ fn: 3, address: 0, count: 3, seconds: 7, points: 4 }]);
  expect(template?.points.map(({ registers }) => registers?.content)).toEqual([[200], [9], [9], [22]]);
});

it("says of a model what holds for all of its devices, and refuses a question for neither or both", async () => {
  const modelId = await addModel({ name: "Push", transmission: "http-push" });
  expect((await asked({ modelId })).data).toMatchObject({ transmission: "http-push", modelName: "Push", device: null });
  expect((await asked({ modelId: "nothing" })).status).toBe(404);
  expect([(await asked({})).code, (await asked({ id, modelId })).code]).toEqual([400, 400]);
});

it("makes up a password that alone signs in from then on, over the version that was seen", async () => {
  const before = await connectDevice(site, sn);
  const gone = new Promise<void>((resolve) => before.once("close", () => resolve()));
  const answer = await site.ask(device.calls.new_password, { id, version: 1 }, { token });
  expect(answer.data.password).toMatch(/^[A-Za-z0-9]{16}$/);
  await gone;
  await expect(connectDevice(site, sn)).rejects.toThrow("Bad username or password");
  await (await connectDevice(site, sn, answer.data.password)).endAsync();
  expect((await site.ask(device.calls.new_password, { id, version: 1 }, { token })).code).not.toBe(0);
  expect((await asked({ id })).data.device?.version).toBe(2);
});

it("shows whoever watches the refused sign-ins, and what was stored of each message, beyond its limits or not", async () => {
  const { password } = (await site.ask(device.calls.new_password, { id, version: 2 }, { token })).data;
  const socket = await watch();
  await expect(connectDevice(site, sn, "wrong-password")).rejects.toThrow();
  const anonymous = { username: sn, protocolVersion: 4, reconnectPeriod: 0 } as const;
  await expect(mqtt.connectAsync(`mqtt://127.0.0.1:${site.gatehouse.mqttPort}`, anonymous)).rejects.toThrow();
  const client = await connectDevice(site, sn, password);
  await sendTelemetry(client, sn, { values: { 40001: 999, 40002: 1, 40003: 7, tmp: 1 } });
  await client.endAsync();
  const rows = await until(async () => {
    const list = await listed();
    return list.length >= 5 && list;
  }, "the messages");
  const told = rows.map(({ kind, outcome, faults }) => [kind, outcome, ...faults.map(({ code }) => code)].join(" "));
  expect(told.toReversed()).toEqual([
    ...["login refused logInPassword", "login refused logInNoPassword", "presence online", "telemetry faulty unknownPoint"],
    "presence offline",
  ]);
  const telemetry = rows.find(({ kind }) => kind === "telemetry");
  expect(telemetry?.values.map(({ nameEn, value, outside }) => [nameEn, value, outside])).toEqual([
    ...[["temperature", 99.9, true] as const, ["running", 1, false] as const],
    ...[["faulty", 0, false] as const, ["key", 7, false] as const],
  ]);
  const seen = (await listed(await site.signIn("looker", "secret1"))).find(({ kind }) => kind === "telemetry");
  expect([seen?.values.map(({ nameEn }) => nameEn), seen?.hex]).toEqual([["temperature", "running", "faulty"], null]);
  socket.disconnect();
});
