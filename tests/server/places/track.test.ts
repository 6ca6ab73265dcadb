import type { MqttClient } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realtimeMessage } from "#contract/realtime.ts";
import { device } from "#contract/resources/device.ts";
import { deviceLocationTrack } from "#contract/resources/deviceLocationTrack.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { expirePlaces } from "#server/places/expirePlaces.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const minute = 60_000;
const home = { lng: 108.94, lat: 34.26 };
const north = (metres: number) => ({ lng: home.lng, lat: Math.round((home.lat + metres / 111_195) * 1e6) / 1e6 });

let site: Site;
let token: string;
let recipeId: string;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  recipeId = (await addTemplate(site, token, "Truck", [])).recipeId;
});
afterAll(() => site.close());

const send = (client: MqttClient, sn: string, place: object): Promise<unknown> =>
  client.publishAsync(`gw/${sn}/location`, JSON.stringify(place), { qos: 1 });

/** With its times as UTC milliseconds. */
const track = async (deviceId: string, from: number, to: number) => {
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { data } = await site.ask(deviceLocationTrack.calls.query, { deviceId, ...period }, { token });
  return { ...data, places: data.places.map(({ at, ...place }) => ({ ...place, at: Date.parse(at) })) };
};

const look = async (id: string) => {
  const { lng, lat, mobile } = (await site.ask(device.calls.get, { id }, { token })).data;
  return { lng, lat, mobile };
};

describe("where a device was", () => {
  it("is kept with its time for each place that it sends, and is answered oldest first [S7.107] [S7.116]", async () => {
    const id = await addDevice(site, token, { sn: "TRUCK-1", recipeId });
    const client = await connectDevice(site, "TRUCK-1");
    const start = Date.now() - 60 * minute;
    await send(client, "TRUCK-1", { ...north(0), ts: start });
    await send(client, "TRUCK-1", { ...north(500), ts: new Date(start + 2 * minute).toISOString() });
    const before = Date.now();
    await send(client, "TRUCK-1", north(900));
    expect(await look(id)).toEqual({ ...north(900), mobile: "stop" });
    // Late, and once more: the device is not there any more.
    await send(client, "TRUCK-1", { ...north(200), ts: start + minute });
    await send(client, "TRUCK-1", { ...north(500), ts: start + 2 * minute });
    expect(await look(id)).toEqual({ ...north(900), mobile: "stop" });
    const { places, total, stepMs } = await track(id, start, Date.now() + minute);
    expect({ total, stepMs, first: places.slice(0, 3) }).toEqual({
      ...{ total: 4, stepMs: 0 },
      first: [
        { at: start, ...north(0) },
        { at: start + minute, ...north(200) },
        { at: start + 2 * minute, ...north(500) },
      ],
    });
    expect(places[3]).toMatchObject(north(900));
    expect(places[3]?.at).toBeGreaterThanOrEqual(before);
    expect((await track(id, start, start + 2 * minute)).places.map(({ at }) => at - start)).toEqual([0, minute]);
    await client.endAsync();
  });

  it("is not before or after what its clock may say: what is ahead counts as it arrives, what is no time is refused and noted", async () => {
    const id = await addDevice(site, token, { sn: "TRUCK-2", recipeId });
    const client = await connectDevice(site, "TRUCK-2");
    const before = Date.now();
    await send(client, "TRUCK-2", { ...north(0), ts: before + 2 * minute });
    await send(client, "TRUCK-2", { ...north(10), ts: before + 60 * minute });
    await send(client, "TRUCK-2", { ...north(20), ts: 5 });
    const { places } = await track(id, before - minute, before + 120 * minute);
    expect(places.map(({ lat }) => lat)).toEqual([north(0).lat, north(10).lat]);
    for (const { at } of places) expect(at).toBeLessThanOrEqual(Date.now());
    const faults = await until(async () => {
      const { list } = (await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "fault" }, { token })).data;
      return list.length === 2 && list.map(({ content }) => (JSON.parse(content) as { code: string }).code).sort();
    }, "both faults");
    expect(faults).toEqual(["future", "time"]);
    await client.endAsync();
  });

  it("is where it says that it is, after the server's clock was ahead and was set back", async () => {
    const id = await addDevice(site, token, { sn: "TRUCK-8", recipeId });
    const client = await connectDevice(site, "TRUCK-8");
    await send(client, "TRUCK-8", north(0));
    const { db } = site.gatehouse.services;
    const ahead = Date.now() + 3650 * 24 * 60 * minute;
    await db.updateTable("device_motion").set({ at: ahead, ref_at: ahead, out_at: ahead }).where("device_id", "=", id).execute();
    await send(client, "TRUCK-8", north(700));
    expect(await look(id)).toEqual({ ...north(700), mobile: "stop" });
    await send(client, "TRUCK-8", { ...north(300), ts: Date.now() - minute });
    expect(await look(id)).toEqual({ ...north(700), mobile: "stop" });
    await client.endAsync();
  });

  it("is answered a step apart where it is dense, and never of more than 31 days", async () => {
    const id = await addDevice(site, token, { sn: "TRUCK-3", recipeId });
    const { db } = site.gatehouse.services;
    const start = Date.UTC(2026, 0, 1);
    const rows = Array.from({ length: 12_000 }, (_, index) => ({ device_id: id, at: start + index * 10_000, ...north(index) }));
    for (let from = 0; from < rows.length; from += 3000)
      await db
        .insertInto("device_place")
        .values(rows.slice(from, from + 3000))
        .execute();
    const to = start + 12_000 * 10_000;
    const dense = await track(id, start, to);
    expect({ total: dense.total, stepMs: dense.stepMs, count: dense.places.length }).toEqual({
      total: 12_000,
      stepMs: 12_000,
      count: 6000,
    });
    const steps = dense.places.slice(1).map(({ at }, index) => at - (dense.places[index]?.at ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(12_000);
    expect((await track(id, start, start + 9999 * 10_000)).places.length).toBe(9999);
    const ask = { deviceId: id, from: new Date(start).toISOString(), to: new Date(start + 32 * 24 * 60 * minute).toISOString() };
    const { code, fields } = await site.ask(deviceLocationTrack.calls.query, ask, { token, language: "en" });
    expect([code, fields]).toEqual([400, [{ path: "to", message: "The period of a track is limited to 31 days" }]]);
    const backwards = await site.ask(deviceLocationTrack.calls.query, { ...ask, to: ask.from }, { token, language: "en" });
    expect(backwards.fields).toEqual([{ path: "to", message: "“To” must be later than “From”" }]);
  });

  it("is deleted with what else is old, and where it is stays", async () => {
    const id = await addDevice(site, token, { sn: "TRUCK-4", recipeId });
    const client = await connectDevice(site, "TRUCK-4");
    const start = Date.now() - 60 * minute;
    for (const late of [0, 10, 20]) await send(client, "TRUCK-4", { ...north(late), ts: start + late * minute });
    await expirePlaces(site.gatehouse.services.db, start + 15 * minute);
    expect((await track(id, start, Date.now())).places.map(({ at }) => at - start)).toEqual([20 * minute]);
    await expirePlaces(site.gatehouse.services.db, Date.now() + minute);
    expect((await track(id, start, Date.now())).places).toEqual([]);
    expect(await look(id)).toMatchObject(north(20));
    await client.endAsync();
  });
});

describe("that a device begins and ceases to move", () => {
  let socket: Socket;
  const notices: unknown[] = [];
  const connect = async (): Promise<void> => {
    socket = io(site.base, { query: { token }, reconnection: false, transports: ["websocket"] });
    socket.on("message", (text: string) => {
      const { data } = realtimeMessage.parse(JSON.parse(text));
      if (data.type === 3) notices.push({ ...data.content });
    });
    await new Promise<void>((resolve) => socket.on("connect", resolve));
  };

  it("is told to the open pages once each, also over a restart, and never of one place that is wrong", async () => {
    const sn = "TRUCK-5";
    const id = await addDevice(site, token, { sn, name: "Truck five", recipeId });
    await connect();
    let client = await connectDevice(site, sn);
    const start = Date.now() - 9 * minute;
    const at = (seconds: number, metres: number): Promise<unknown> => send(client, sn, { ...north(metres), ts: start + seconds * 1000 });
    await at(0, 0);
    await at(10, 5000);
    await at(20, 0);
    await at(40, 400);
    await at(60, 800);
    expect((await look(id)).mobile).toBe("stop");
    socket.disconnect();
    await client.endAsync();
    await site.restart();
    await connect();
    client = await connectDevice(site, sn);
    await at(80, 1200);
    const told = (state: number, seconds: number) => ({
      ...{ deviceId: id, name: "Truck five", deviceSn: sn, state },
      createTime: new Date(start + seconds * 1000).toISOString(),
    });
    await until(() => notices.length > 0, "a notice of moving");
    expect(notices).toEqual([told(1, 40)]);
    expect((await look(id)).mobile).toBe("move");
    socket.disconnect();
    await client.endAsync();
    await site.restart();
    await connect();
    client = await connectDevice(site, sn);
    for (const seconds of [100, 200, 300, 390, 420]) await at(seconds, 1200);
    await until(() => notices.length > 1, "a notice of standing");
    await at(60, 9000);
    await at(420, 9000);
    expect(notices).toEqual([told(1, 40), told(0, 80)]);
    expect(await look(id)).toEqual({ ...north(1200), mobile: "stop" });
    socket.disconnect();
    await client.endAsync();
  });

  it("is not news where it was long ago: the device says what it kept meanwhile", async () => {
    const sn = "TRUCK-6";
    const id = await addDevice(site, token, { sn, recipeId });
    await connect();
    notices.length = 0;
    const client = await connectDevice(site, sn);
    const start = Date.now() - 300 * minute;
    for (const [index, metres] of [0, 500, 1000, 1500, 2000].entries())
      await send(client, sn, { ...north(metres), ts: start + index * minute });
    expect((await look(id)).mobile).toBe("move");
    // What is told of another device comes behind what would have been told of this one.
    const other = await addDevice(site, token, { sn: "TRUCK-7", recipeId });
    const second = await connectDevice(site, "TRUCK-7");
    for (const [index, metres] of [0, 500, 1000, 1500].entries())
      await send(second, "TRUCK-7", { ...north(metres), ts: Date.now() - (5 - index) * minute });
    await until(() => notices.length > 0, "a notice of the other device");
    expect(notices).toMatchObject([{ deviceId: other, state: 1 }]);
    socket.disconnect();
    await Promise.all([client.endAsync(), second.endAsync()]);
  });
});
