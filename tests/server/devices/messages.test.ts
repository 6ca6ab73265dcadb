import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { watchDevice } from "#tests/server/watchDevice.ts";

const sn = "GW-MESSAGES";
let site: Site;
let token: string;
let id: string;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  const { recipeId } = await addTemplate(site, token, "Cold room", [
    { name: "温度", nameEn: "temperature", address: "40001", writable: true },
  ]);
  id = await addDevice(site, token, { sn, name: "Cold room 1", recipeId });
});
afterAll(() => site.close());

const listed = async (request: object = {}) =>
  (await site.ask(deviceMessage.calls.query, { deviceId: id, ...request }, { token })).data.list;
const days = async () => (await site.ask(deviceMessage.calls.daily_count, { deviceId: id }, { token })).data.days;

const openPage = () => watchDevice(site, token, id);

it("records what goes up and down while a page watches, the undecodable with its bytes and all of them counted [S2.091]", async () => {
  const client = await connectDevice(site, sn);
  await sendTelemetry(client, sn, { values: { 40001: 1 } });
  expect(await listed()).toEqual([]);
  const { socket, stale } = await openPage();
  await sendTelemetry(client, sn, { values: { 40001: 2 } });
  await client.publishAsync(`gw/${sn}/telemetry`, Buffer.from([0xff, 0x00, 0x7b]), { qos: 1 });
  await client.publishAsync("elsewhere/telemetry", "x", { qos: 1 });
  await client.subscribeAsync(`gw/${sn}/command`);
  client.on("message", (_topic, payload) => {
    const { id: commandId } = JSON.parse(payload.toString()) as { id: string };
    client.publish(`gw/${sn}/command/reply`, JSON.stringify({ id: commandId, code: 0, message: "done" }), { qos: 1 });
  });
  const point = (await site.ask(device.calls.get, { id }, { token })).data.slaves[0]?.points[0]?.id ?? "";
  expect((await site.ask(device.calls.cmd, { id, slave: 1, values: { [point]: 3 } }, { token })).code).toBe(0);
  await until(async () => (await listed()).length === 5, "five messages");
  const rows = (await listed()).map(({ direction, kind, outcome, hex, bytes, faultCount }) => ({
    direction,
    kind,
    outcome,
    hex,
    bytes,
    faultCount,
  }));
  const ofPage = async (pageNo: number) =>
    (await site.ask(deviceMessage.calls.query, { deviceId: id, pageNo, pageSize: 2 }, { token })).data;
  expect(await ofPage(4)).toEqual(await ofPage(3));
  expect(await ofPage(3)).toMatchObject({ total: 5, pageNo: 3, pageSize: 2, list: [{ outcome: "stored" }] });
  const good = Buffer.from(JSON.stringify({ values: { 40001: 2 } }));
  expect(rows.at(-1)).toEqual({
    direction: "up",
    kind: "telemetry",
    outcome: "stored",
    hex: good.toString("hex"),
    bytes: good.length,
    faultCount: 0,
  });
  expect(rows).toContainEqual({ direction: "up", kind: "telemetry", outcome: "faulty", hex: "ff007b", bytes: 3, faultCount: 1 });
  expect(rows.filter(({ outcome }) => outcome === "refused").map(({ kind, direction }) => [kind, direction])).toEqual([["other", "up"]]);
  expect(rows.find(({ direction }) => direction === "down")).toMatchObject({ kind: "command", outcome: "taken" });
  expect(rows.find(({ kind }) => kind === "command/reply")).toMatchObject({ direction: "up", outcome: "stored" });
  expect((await listed({ failed: true })).map(({ outcome }) => outcome).sort()).toEqual(["faulty", "refused"]);
  expect((await listed({ direction: "down" })).map(({ kind }) => kind)).toEqual(["command"]);
  await until(() => stale.includes("device_message"), "the page being told");
  await until(() => stale.includes("device_event"), "the page being told of the log");
  expect(await days()).toMatchObject([{ up: 5, down: 1, faulty: 2 }]);
  socket.disconnect();
  await client.endAsync();
});

it("says of a reply to no command, as of a text that no reply is, that something is wrong with it", async () => {
  const { socket } = await openPage();
  const client = await connectDevice(site, sn);
  await client.publishAsync(`gw/${sn}/command/reply`, '{"id":"<id>","code":0}', { qos: 1 });
  await client.endAsync();
  const [row] = (await listed()).filter(({ kind }) => kind === "command/reply");
  expect([row?.outcome, row?.faults.map(({ code }) => code)]).toEqual(["faulty", ["unaskedReply"]]);
  socket.disconnect();
});

it("is walked by cursor, each message once, while newer ones come [S7.022]", async () => {
  const { socket } = await openPage();
  const { messages } = site.gatehouse.services;
  const up = (place: string) =>
    messages.up(id, { kind: "telemetry", place, payload: Buffer.from("{}"), outcome: place === "3" ? "faulty" : "stored" });
  for (const place of ["1", "2", "3", "4", "5"]) up(place);
  const page = async (request: object) =>
    (await site.ask(deviceMessage.calls.query, { deviceId: id, pageSize: 2, ...request }, { token })).data;
  const before = (await listed()).map((row) => row.id);
  const walked: string[] = [];
  let cursor: string | null = null;
  do {
    const { list, ...rest }: Awaited<ReturnType<typeof page>> = await page(cursor ? { cursor } : {});
    walked.push(...list.map((row) => row.id));
    ({ cursor } = rest);
    up("newer");
  } while (cursor !== null);
  expect(walked).toEqual(before);
  expect((await page({ cursor: `${Date.now()}_gone`, failed: true })).list.map(({ place }) => place)).toContain("3");
  expect((await site.ask(deviceMessage.calls.query, { deviceId: id, cursor: "!" }, { token })).code).toBe(400);
  socket.disconnect();
});

it("keeps the counts over a restart, and nothing of single messages", async () => {
  const [before] = await days();
  await site.restart();
  token = await site.signIn("admin", adminPassword);
  expect(await days()).toEqual([before]);
  expect(await listed()).toEqual([]);
});

it("keeps the bytes from who may not see one of the device's points", async () => {
  const { db, messages } = site.gatehouse.services;
  const { socket } = await openPage();
  messages.up(id, { kind: "telemetry", place: "telemetry", payload: Buffer.from("{}"), outcome: "stored" });
  await db.updateTable("point").set({ auth: 1 }).execute();
  const menuId = "devices.communicate";
  const actions = ["/api/device_message/query", "/api/device/get"];
  await db
    .insertInto("role")
    .values({ id: "role-looker", company_id: "root", name: "Looker", description: "", created_at: 1, updated_at: 1, updated_by: "" })
    .execute();
  await db
    .insertInto("role_menu")
    .values({ role_id: "role-looker", menu_id: menuId, actions: JSON.stringify(actions) })
    .execute();
  await site.addUser({ account: "looker", roles: ["role-looker"] });
  const looker = await site.signIn("looker", "secret1");
  const hexes = async (as: string) =>
    (await site.ask(deviceMessage.calls.query, { deviceId: id }, { token: as })).data.list.map(({ hex }) => hex);
  expect([await hexes(token), await hexes(looker)]).toEqual([["7b7d"], [null]]);
  socket.disconnect();
});
