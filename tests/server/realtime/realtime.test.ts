import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alarmOf, coming, type Hall, openHall, reading } from "./hall.ts";
import { mark, types, until, valuesOf } from "./seen.ts";

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.close());

describe("letting in", () => {
  it("opens with the token of a signed-in user [S4.031]", async () => {
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token, lang: "en" });
    expect(desk.refused).toBeUndefined();
    expect(hall.realtime.stats()).toEqual({ sockets: 1, subscriptions: 0 });
  });

  it("refuses no token and an invalid one [S4.032]", async () => {
    expect((await hall.connect({})).refused).toBe("401");
    expect((await hall.connect({ token: "nobody" })).refused).toBe("401");
    expect(hall.realtime.stats().sockets).toBe(0);
  });

  it("gives nothing to a refused socket or to a subscription to a foreign device [S7.046]", async () => {
    const foreign = await hall.device("far", "south");
    const refused = await hall.connect({ token: "nobody" });
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    refused.socket.emit("subscibe_device_on", { token, deviceId: foreign.id });
    expect(await desk.subscribe(foreign.id)).toBe(404);
    hall.realtime.values(foreign, [reading(1)]);
    hall.realtime.alarm(alarmOf(foreign));
    await mark(hall, desk, "root/north/");
    expect(types(desk)).toEqual([4]);
    expect(refused.raw).toEqual([]);
    expect(hall.realtime.watched(foreign.id)).toBe(false);
  });

  it("ends the socket at log-out and sends nothing afterwards [S4.010]", async () => {
    const device = await hall.device("d", "north");
    const { token, sessionId } = await hall.signIn("ann", "north");
    const { token: other } = await hall.signIn("bob", "north");
    const [left, stayed] = [await hall.connect({ token }), await hall.connect({ token: other })];
    await left.subscribe(device.id);
    await stayed.subscribe(device.id);
    await hall.sessions.end(sessionId);
    hall.realtime.values(device, [reading(5)]);
    hall.realtime.alarm(alarmOf(device));
    await until(() => expect(left.closed()).toBe(true));
    await until(() => expect(valuesOf(stayed, device.id)).toEqual([5]));
    expect(left.raw).toEqual([]);
    expect((await hall.connect({ token })).refused).toBe("401");
  });

  it("ends the sockets of a user that is disabled", async () => {
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    await hall.db.updateTable("user").set({ enabled: 0 }).where("id", "=", "ann").execute();
    await hall.realtime.accessChanged("ann");
    await until(() => expect(desk.closed()).toBe(true));
  });

  it("takes no new socket after it was stopped and leaves the HTTP server to its owner", async () => {
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    await hall.realtime.stop();
    await until(() => expect(desk.closed()).toBe(true));
    expect((await hall.connect({ token })).refused).toBeDefined();
    expect(hall.http.listening).toBe(true);
  });
});

describe("watching a device", () => {
  it("brings its values while subscribed and none afterwards [S4.033] [S4.034]", async () => {
    const device = await hall.device("d", "north");
    const other = await hall.device("e", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    expect(await desk.subscribe(device.id)).toBe(0);
    expect(await desk.subscribe(other.id)).toBe(0);
    hall.realtime.values(device, [reading(1, 1_000)]);
    await until(() =>
      expect(desk.received).toEqual([
        { type: 1, content: { deviceId: "d", values: [{ slave: 1, pointId: "p1", value: 1, ts: "1970-01-01T00:00:01.000Z" }] } },
      ]),
    );
    expect(await desk.unsubscribe(device.id)).toBe(0);
    hall.realtime.values(device, [reading(2)]);
    hall.realtime.values(other, [reading(3)]);
    await until(() => expect(valuesOf(desk, other.id)).toEqual([3]));
    expect(valuesOf(desk, device.id)).toEqual([1]);
  });

  it("delivers nothing of a foreign device and answers as for a missing one [S4.036]", async () => {
    const foreign = await hall.device("far", "south");
    const own = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    expect([await desk.subscribe(foreign.id), await desk.subscribe("missing")]).toEqual([404, 404]);
    await desk.subscribe(own.id);
    hall.realtime.values(foreign, [reading(1)]);
    hall.realtime.values(own, [reading(2)]);
    await until(() => expect(valuesOf(desk, own.id)).toEqual([2]));
    expect(valuesOf(desk, foreign.id)).toEqual([]);
  });

  it("sends a JSON text {code, data: {type, content}} [S3.018]", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    await desk.subscribe(device.id);
    hall.realtime.values(device, [reading(1)]);
    hall.realtime.alarm(alarmOf(device));
    hall.realtime.movement({ deviceId: "d", name: "n", sn: "s", companyPath: device.companyPath, state: 1, at: 0 });
    hall.realtime.traffic({ deviceId: "d", name: "n", sn: "s", companyPath: device.companyPath, at: 0 });
    hall.realtime.presence(coming("d", device.companyPath));
    await until(() => expect(types(desk).toSorted()).toEqual([0, 1, 2, 3, 4]));
    for (const text of desk.raw) {
      const message = JSON.parse(String(text));
      expect(Object.keys(message)).toEqual(["code", "data"]);
      expect(message.code).toBe(0);
      expect(Object.keys(message.data)).toEqual(["type", "content"]);
    }
  });

  it("asks for the token of the same session and for the right to see devices", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { token: foreignToken } = await hall.signIn("bob", "north");
    const { token: poor } = await hall.signIn("eve", "north", ["/api/device/query"]);
    const desk = await hall.connect({ token });
    expect(await desk.subscribe(device.id, foreignToken)).toBe(401);
    expect(await desk.subscribe(device.id, "junk")).toBe(401);
    expect(await (await hall.connect({ token: poor })).subscribe(device.id)).toBe(403);
    expect(hall.realtime.watched(device.id)).toBe(false);
  });

  it("ignores malformed payloads and goes on", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { socket, subscribe } = await hall.connect({ token });
    for (const junk of [undefined, null, 7, "x", [], { token }, { token, deviceId: { $ne: 1 } }, { token, deviceId: "x".repeat(999) }]) {
      socket.emit("subscibe_device_on", junk);
      socket.emit("subscibe_device_off", junk, "no function");
    }
    socket.emit("subscibe_device_on");
    socket.emit("unknown", 1);
    expect(await subscribe(device.id)).toBe(0);
  });

  it("a withdrawal overtakes an asking that is still being judged", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { socket, unsubscribe } = await hall.connect({ token });
    const asked = socket.emitWithAck("subscibe_device_on", { token, deviceId: device.id });
    await unsubscribe(device.id);
    await asked;
    expect(hall.realtime.watched(device.id)).toBe(false);
  });

  it("merges a burst into the last value of each point, whatever its time: a clock that was ahead is put right", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    await desk.subscribe(device.id);
    for (let n = 1; n <= 50; n += 1) hall.realtime.values(device, [reading(n, 1_000 + n), reading(n * 10, 1_000 + n, "p2")]);
    hall.realtime.values(device, [reading(-1, 900)]);
    await until(() => expect(valuesOf(desk, "d")).toEqual([-1, 500]));
    expect(desk.received).toHaveLength(1);
  });

  it("ends at once for those who lose the device to another organisation, and goes on for those above", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { token: chief } = await hall.signIn("chief", "root");
    const [old, above] = [await hall.connect({ token }), await hall.connect({ token: chief })];
    await old.subscribe(device.id);
    await above.subscribe(device.id);
    await hall.db.updateTable("device").set({ company_id: "south" }).where("id", "=", "d").execute();
    hall.realtime.deviceMoved("d");
    hall.realtime.values({ id: "d", companyPath: "root/south/" }, [reading(7)]);
    await until(() => expect(valuesOf(above, "d")).toEqual([7]));
    await mark(hall, old, "root/north/");
    expect(valuesOf(old, "d")).toEqual([]);
    expect(hall.realtime.stats().subscriptions).toBe(1);
  });

  it("ends when the right is taken away or the user is put into another organisation", async () => {
    const device = await hall.device("d", "north");
    const { token: a } = await hall.signIn("ann", "north");
    const { token: b } = await hall.signIn("bob", "north");
    const [ann, bob] = [await hall.connect({ token: a }), await hall.connect({ token: b })];
    await ann.subscribe(device.id);
    await bob.subscribe(device.id);
    await hall.grant("ann", ["/api/device/query"]);
    await hall.db.updateTable("user").set({ company_id: "south" }).where("id", "=", "bob").execute();
    await hall.realtime.accessChanged();
    expect(hall.realtime.stats()).toEqual({ sockets: 2, subscriptions: 0 });
    hall.realtime.alarm(alarmOf(device));
    await mark(hall, ann, "root/north/");
    expect(types(ann)).toEqual([4]);
    expect(types(bob)).toEqual([]);
  });
});

describe("a secret data point", () => {
  it("goes only to those who may edit the template [S3.040]", async () => {
    const device = await hall.device("d", "north");
    const { token: editing } = await hall.signIn("ann", "north", [
      "/api/device/get",
      "/api/device/query",
      "/api/device_data_recipe/put_body",
    ]);
    const { token: looking } = await hall.signIn("bob", "north", ["/api/device/get", "/api/device/query"]);
    const [editor, viewer] = [await hall.connect({ token: editing }), await hall.connect({ token: looking })];
    await editor.subscribe(device.id);
    await viewer.subscribe(device.id);
    hall.realtime.values(device, [
      { slave: 1, pointId: "open", value: 1, ts: 1 },
      { slave: 1, pointId: "secret", value: 2, ts: 1, reach: { auth: 1, keptFromApp: false } },
    ]);
    await until(() => expect([...valuesOf(editor, device.id)].sort()).toEqual([1, 2]));
    await until(() => expect(valuesOf(viewer, device.id)).toEqual([1]));
  });
});
