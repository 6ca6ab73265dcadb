import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { alarmOf, coming, type Desk, type Hall, openHall, reading } from "./hall.ts";

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.close());

const until = (seen: () => void) => vi.waitFor(seen, { timeout: 8_000, interval: 10 });
const types = (desk: Desk) => desk.received.map(({ type }) => type);
const valuesOf = (desk: Desk, deviceId: string) =>
  desk.received.flatMap((data) =>
    data.type === 1 && data.content.deviceId === deviceId ? data.content.values.map(({ value }) => value) : [],
  );
const presences = (desk: Desk) => desk.received.flatMap((data) => (data.type === 2 ? [data.content] : []));
/** Something that everybody of the organisation sees at once: what was sent before it has arrived when it has. */
const mark = async (desk: Desk, companyPath: string) => {
  const before = types(desk).filter((type) => type === 4).length;
  hall.realtime.traffic({ deviceId: "mark", name: "mark", sn: "mark", companyPath, at: 0 });
  await until(() => expect(types(desk).filter((type) => type === 4).length).toBe(before + 1));
};

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
    await mark(desk, "root/north/");
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
      expect(desk.received).toEqual([{ type: 1, content: { deviceId: "d", values: [{ slave: 1, pointId: "p1", value: 1, ts: 1_000 }] } }]),
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
    await mark(old, "root/north/");
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
    await mark(ann, "root/north/");
    expect(types(ann)).toEqual([4]);
    expect(types(bob)).toEqual([]);
  });
});

describe("alarms", () => {
  it("reach the organisation and those above, with device and content, in each one's language [S4.024]", async () => {
    const device = await hall.device("d", "north");
    const { token: a } = await hall.signIn("ann", "north");
    const { token: c } = await hall.signIn("chief", "root");
    const { token: s } = await hall.signIn("sue", "south");
    const { token: p } = await hall.signIn("poor", "north", ["/api/device/query"]);
    const [ann, chief] = [await hall.connect({ token: a, lang: "zh" }), await hall.connect({ token: c, lang: "en" })];
    const [sue, poor] = [await hall.connect({ token: s }), await hall.connect({ token: p })];
    hall.realtime.alarm(alarmOf(device));
    hall.realtime.alarm(alarmOf(device, { id: "masked", masked: true }));
    const content = {
      id: "a1",
      deviceId: "d",
      deviceName: "name of d",
      deviceSn: "SN-d",
      triggerText: "温度过高",
      updateTime: "2026-01-02T00:00:00.000Z",
      state: 0,
      remark: "",
      slaveName: "",
      level: 2,
      alarmSwitchState: 1,
      released: false,
      count: 1,
    };
    await mark(ann, "root/north/");
    await mark(chief, "root/");
    expect(ann.received[0]).toEqual({ type: 0, content });
    expect(chief.received[0]).toEqual({ type: 0, content: { ...content, triggerText: "Too hot" } });
    expect(types(ann)).toEqual([0, 4]);
    await mark(sue, "root/south/");
    expect([types(sue), types(poor)]).toEqual([[4], [4]]);
  });

  it("follow each user's switches, also after they change", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    const sounds = () => desk.received.flatMap((data) => (data.type === 0 ? [data.content.alarmSwitchState] : []));
    for (const level of [0, 1, 2, 3]) hall.realtime.alarm(alarmOf(device, { level }));
    await until(() => expect(sounds()).toEqual([0, 0, 1, 1]));
    await hall.db
      .insertInto("alarm_switch")
      .values([
        { user_id: "ann", level: 1, notice: 1, sound: 1 },
        { user_id: "ann", level: 3, notice: 0, sound: 1 },
      ])
      .execute();
    await hall.realtime.accessChanged("ann");
    for (const level of [3, 1]) hall.realtime.alarm(alarmOf(device, { level }));
    hall.realtime.alarm(alarmOf(device, { level: 1, kind: "released" }));
    await until(() => expect(sounds()).toEqual([0, 0, 1, 1, 1, 0]));
  });
});

describe("alarms that come together, and late", () => {
  const alarms = (desk: Desk) => desk.received.flatMap((data) => (data.type === 0 ? [data.content] : []));

  it("makes one notice of forty devices lost at once, and one of their return, and leaves other alarms alone", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    const lost = (n: number) => ({ ...alarmOf(device, { id: `lost${n}` }), absence: true });
    for (let n = 0; n < 40; n += 1) hall.realtime.alarm(lost(n));
    hall.realtime.alarm(alarmOf(device, { id: "hot" }));
    await until(() =>
      expect(alarms(desk).map(({ id, count }) => [id, count])).toEqual([
        ["hot", 1],
        ["lost39", 40],
      ]),
    );
    expect(alarms(desk)[1]?.alarmSwitchState).toBe(1);
    for (let n = 0; n < 40; n += 1) hall.realtime.alarm({ ...lost(n), kind: "released" });
    await until(() => expect(alarms(desk).map(({ count }) => count)).toEqual([1, 40, 40]));
  });

  it("tells a few one by one, and nothing of what came back within the second", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    for (let n = 0; n < 6; n += 1) hall.realtime.alarm({ ...alarmOf(device, { id: `lost${n}` }), absence: true });
    for (let n = 0; n < 4; n += 1) hall.realtime.alarm({ ...alarmOf(device, { id: `lost${n}`, kind: "released" }), absence: true });
    await until(() =>
      expect(alarms(desk).map(({ id, count }) => [id, count])).toEqual([
        ["lost4", 1],
        ["lost5", 1],
      ]),
    );
  });

  it("does not sound for what came late, nor for what is raised again and again", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    const fresh = alarmOf(device);
    hall.realtime.alarm({ ...fresh, late: true });
    hall.realtime.alarm({ ...fresh, record: { ...fresh.record, id: "again", repeats: 1 } });
    hall.realtime.alarm(fresh);
    await until(() => expect(alarms(desk).map(({ alarmSwitchState }) => alarmSwitchState)).toEqual([0, 1, 0]));
  });
});

describe("presence", () => {
  it("tells a single device online with state 1 and offline with state 0 [S4.026] [S4.027]", async () => {
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    hall.realtime.presence(coming("d", "root/north/"));
    hall.realtime.presence(coming("e", "root/north/", false));
    await until(() => expect(presences(desk)).toHaveLength(2));
    const common = { createTime: "2026-01-02T00:00:00.000Z", count: 1 };
    expect(presences(desk)).toEqual([
      { deviceId: "d", name: "name of d", deviceSn: "SN-d", state: 1, ...common },
      { deviceId: "e", name: "name of e", deviceSn: "SN-e", state: 0, ...common },
    ]);
  });

  it("makes one notice of a thousand returning devices, for each receiver of what it may see [S4.042]", async () => {
    const { token: c } = await hall.signIn("chief", "root");
    const { token: a } = await hall.signIn("ann", "north");
    const [chief, ann] = [await hall.connect({ token: c }), await hall.connect({ token: a })];
    for (let n = 0; n < 1_000; n += 1) hall.realtime.presence(coming(`d${n}`, n < 400 ? "root/north/" : "root/south/"));
    await until(() => expect([chief, ann].map((desk) => presences(desk).length)).toEqual([1, 1]));
    await mark(chief, "root/north/");
    expect(presences(chief)).toMatchObject([{ state: 1, count: 1_000, deviceId: "d999" }]);
    expect(presences(ann)).toMatchObject([{ state: 1, count: 400, deviceId: "d399" }]);
  });

  it("keeps a notice that waits from an organisation that the device has left meanwhile", async () => {
    const { token: c } = await hall.signIn("chief", "root");
    const { token: a } = await hall.signIn("ann", "north");
    const [chief, ann] = [await hall.connect({ token: c }), await hall.connect({ token: a })];
    for (const id of ["gone", "stays"]) {
      await hall.device(id, "north");
      hall.realtime.presence(coming(id, "root/north/"));
    }
    await hall.db.updateTable("device").set({ company_id: "south" }).where("id", "=", "gone").execute();
    hall.realtime.deviceMoved("gone");
    await until(() => expect([chief, ann].map((desk) => presences(desk).length)).toEqual([2, 1]));
    expect(presences(ann)).toMatchObject([{ deviceId: "stays" }]);
  });

  it("passes over a device that is back where it was", async () => {
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    for (const online of [false, true]) hall.realtime.presence(coming("flap", "root/north/", online));
    for (const online of [true, false, true]) hall.realtime.presence(coming("up", "root/north/", online));
    await until(() => expect(presences(desk)).toMatchObject([{ deviceId: "up", state: 1 }]));
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
      { slave: 1, pointId: "secret", value: 2, ts: 1, auth: 1 },
    ]);
    await until(() => expect([...valuesOf(editor, device.id)].sort()).toEqual([1, 2]));
    await until(() => expect(valuesOf(viewer, device.id)).toEqual([1]));
  });
});
