import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alarmOf, coming, type Desk, type Hall, openHall } from "./hall.ts";
import { mark, presences, types, until } from "./seen.ts";

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.close());

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
      triggerTexts: { zh: "温度过高", en: "Too hot" },
      updateTime: "2026-01-02T00:00:00.000Z",
      state: 0,
      remark: "",
      slaveName: "",
      level: 2,
      alarmSwitchState: 1,
      tone: "double",
      released: false,
      count: 1,
    };
    await mark(hall, ann, "root/north/");
    await mark(hall, chief, "root/");
    expect(ann.received[0]).toEqual({ type: 0, content });
    expect(chief.received[0]).toEqual({ type: 0, content: { ...content, triggerText: "Too hot" } });
    expect(types(ann)).toEqual([0, 4]);
    await mark(hall, sue, "root/south/");
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
    hall.realtime.alarm(alarmOf(device, { id: "over", level: 1, kind: "released" }));
    await until(() => expect(sounds()).toEqual([0, 0, 1, 1, 1, 0]));
  });

  it("say in which tone the user hears them, and whether the desktop tells of them, of nothing that is over", async () => {
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const set = { user_id: "ann", notice: 1, sound: 1, tone: "siren", desktop: 1 };
    await hall.db
      .insertInto("alarm_switch")
      .values([
        { ...set, level: 0 },
        { ...set, level: 2, sound: 0 },
      ])
      .execute();
    const desk = await hall.connect({ token });
    for (const level of [2, 0, 3]) hall.realtime.alarm(alarmOf(device, { level }));
    hall.realtime.alarm(alarmOf(device, { id: "ended", level: 0, kind: "released" }));
    const told = () => desk.received.flatMap((data) => (data.type === 0 ? [[data.content.tone, data.content.desktop]] : []));
    await until(() =>
      expect(told()).toEqual([
        [undefined, true],
        ["siren", true],
        ["alarm", undefined],
        [undefined, undefined],
      ]),
    );
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
    await mark(hall, chief, "root/north/");
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
