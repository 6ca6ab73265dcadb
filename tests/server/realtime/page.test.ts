import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import type { RealtimeMessage } from "#contract/realtime.ts";
import { deviceSubscription, type MissedInput } from "#machines/deviceSubscription.ts";
import { linkStateOf, realtimeLink } from "#machines/realtimeLink.ts";
import { deviceLink, keepDeviceId } from "#src/actors/deviceLink.ts";
import { readMessage, socket } from "#src/actors/socket.ts";
import { alarmOf, type Hall, openHall, reading } from "./hall.ts";

let hall: Hall;
const kept = new Map<string, string>();
const stops: (() => void)[] = [];
beforeEach(async () => {
  hall = await openHall();
  vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${hall.port}` });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) stop();
  vi.unstubAllGlobals();
  await hall.close();
});

const until = (seen: () => void) => vi.waitFor(seen, { timeout: 8_000, interval: 10 });
const openLink = () => {
  const link = createActor(realtimeLink.provide({ actors: { socket }, delays: { backoff: 50 } }), { input: { now: Date.now } }).start();
  stops.push(() => link.stop());
  const messages: RealtimeMessage["data"][] = [];
  link.on("message", ({ message }) => messages.push(message.data));
  return { link, messages, state: () => linkStateOf(link.getSnapshot()) };
};

describe("the page's socket", () => {
  it("connects to the page's own host with the token and brings messages in its language [S7.042]", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { link, messages, state } = openLink();
    link.send({ type: "open", token, lang: "en" });
    await until(() => expect(state()).toBe("online"));
    hall.realtime.alarm(alarmOf(device));
    await until(() => expect(messages).toMatchObject([{ type: 0, content: { deviceName: "name of d", triggerText: "Too hot" } }]));
  });

  it("is refused with a bad token, and when the session ends", async () => {
    const { token, sessionId } = await hall.signIn("ann", "north");
    const { link, state } = openLink();
    link.send({ type: "open", token: "bad", lang: "zh" });
    await until(() => expect(state()).toBe("refused"));
    link.send({ type: "open", token, lang: "zh" });
    await until(() => expect(state()).toBe("online"));
    await hall.sessions.end(sessionId);
    await until(() => expect(state()).toBe("refused"));
  });

  it("subscribes to the device whose page is open, until it is closed, and keeps its id meanwhile [S4.035] [S7.043] [S7.044]", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { link, state } = openLink();
    const values: unknown[] = [];
    const fetchMissed = fromPromise<unknown, MissedInput>(async () => undefined);
    const page = createActor(deviceSubscription.provide({ actors: { link: deviceLink(link), keepDeviceId, fetchMissed } }), {
      input: { deviceId: "d" },
    }).start();
    stops.push(() => page.stop());
    page.on("values", ({ content }) => values.push(...content.values.map(({ value }) => value)));
    link.send({ type: "open", token, lang: "zh" });
    await until(() => expect(state()).toBe("online"));
    page.send({ type: "enter" });
    await until(() => expect(page.getSnapshot().value).toEqual({ watching: "live" }));
    expect([...kept]).toEqual([["deviceId", "d"]]);
    hall.realtime.values(device, [reading(21.5)]);
    await until(() => expect(values).toEqual([21.5]));
    page.send({ type: "leave" });
    await until(() => expect(hall.realtime.watched("d")).toBe(false));
    expect([...kept]).toEqual([]);
  });

  it("returns after a loss, is subscribed again and catches up", async () => {
    await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { link, state } = openLink();
    const sinces: number[] = [];
    const fetchMissed = fromPromise<unknown, MissedInput>(async ({ input }) => sinces.push(input.since));
    const page = createActor(deviceSubscription.provide({ actors: { link: deviceLink(link), keepDeviceId, fetchMissed } }), {
      input: { deviceId: "d" },
    }).start();
    stops.push(() => page.stop());
    const emitted: string[] = [];
    link.on("reconnected", () => emitted.push("reconnected"));
    link.send({ type: "open", token, lang: "zh" });
    await until(() => expect(state()).toBe("online"));
    page.send({ type: "enter" });
    await until(() => expect(page.getSnapshot().value).toEqual({ watching: "live" }));
    hall.http.closeAllConnections();
    hall.dropLines();
    await until(() => expect(emitted).toEqual(["reconnected"]));
    await until(() => expect([page.getSnapshot().value, sinces, hall.realtime.watched("d")]).toEqual([{ watching: "live" }, [0], true]));
  });
});

describe("any server that keeps the contract", () => {
  it("hears connect, message, disconnect and error, and is told {token, deviceId} [S7.043] [S7.044] [S7.045]", async () => {
    const http = createServer();
    const io = new Server(http);
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as AddressInfo;
    vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${port}` });
    const told: unknown[] = [];
    io.on("connection", (client) => {
      told.push(["query", client.handshake.query.token, client.handshake.query.lang]);
      for (const event of ["subscibe_device_on", "subscibe_device_off"]) client.on(event, (payload) => told.push([event, payload]));
    });
    const { link, messages, state } = openLink();
    stops.push(() => void io.close());
    link.send({ type: "open", token: "t", lang: "en" });
    await until(() => expect(state()).toBe("online"));
    link.send({ type: "watch", deviceId: "d" });
    link.send({ type: "unwatch", deviceId: "d" });
    await until(() => expect(told).toHaveLength(3));
    const payload = { token: "t", deviceId: "d" };
    expect(told).toEqual([
      ["query", "t", "en"],
      ["subscibe_device_on", payload],
      ["subscibe_device_off", payload],
    ]);
    const traffic = { type: 4, content: { name: "n", deviceSn: "s", updateTime: "t" } };
    io.emit("message", "junk");
    io.emit("message", JSON.stringify({ code: 0, data: traffic }));
    await until(() => expect(messages).toEqual([traffic]));
    const emitted: string[] = [];
    link.on("lost", () => emitted.push("lost"));
    link.on("reconnected", () => emitted.push("reconnected"));
    io.emit("error", "broken");
    await until(() => expect(emitted).toEqual(["lost", "reconnected"]));
    io.disconnectSockets(true);
    await until(() => expect(emitted).toEqual(["lost", "reconnected", "lost", "reconnected"]));
  });
});

describe("reading a message", () => {
  const text = (data: unknown, code = 0) => JSON.stringify({ code, data });

  it("takes what the contract describes and counts one where presence names no number", () => {
    const content = { deviceId: "d", name: "n", deviceSn: "s", createTime: "t", state: 1 };
    expect(readMessage(text({ type: 2, content }))).toEqual({ code: 0, data: { type: 2, content: { ...content, count: 1 } } });
    expect(readMessage(text({ type: 1, content: { deviceId: "d", values: [] } }))?.data.type).toBe(1);
  });

  it("fills in what the contract says of an alarm that does not name its slave or a number", () => {
    const ids = { id: "a", deviceId: "d", deviceName: "n", deviceSn: "s" };
    const content = { ...ids, triggerText: "t", updateTime: "u", state: 0, remark: "", level: 1, alarmSwitchState: 1, released: false };
    expect(readMessage(text({ type: 0, content }))?.data.content).toEqual({ ...content, slaveName: "", count: 1 });
    expect(readMessage(text({ type: 0, content: { ...content, level: "1" } }))).toBeUndefined();
  });

  it("passes over everything else", () => {
    const junk = [7, null, "", "{", "[]", "null", text(null), text({ type: 9, content: {} }), text({ type: "length", content: {} })];
    junk.push(text({ type: 4, content: { name: 1 } }), text({ type: 1, content: { deviceId: "d", values: [{}] } }));
    junk.push(text({ type: 4, content: { name: "n", deviceSn: "s", updateTime: "t" } }, 500));
    expect(junk.map(readMessage)).toEqual(junk.map(() => undefined));
  });
});
