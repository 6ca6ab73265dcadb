import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addTemplate, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { change } from "#tests/server/telemetry/store.ts";
import { openTuyaCloud, type TuyaCloud } from "./tuyaCloud.ts";

const points = [
  { name: "Switch", address: "switch_1", valueType: "bool", writable: true },
  {
    name: "Temperature",
    address: "temp_current",
    valueType: "int32",
    decimals: 1,
    receiveFormula: "x*0.1",
    sendFormula: "x*10",
    writable: true,
  },
  { name: "Mode", address: "work_mode", valueType: "text", writable: true },
  { name: "Energy", address: "add_ele", valueType: "uint64" },
];

const tables = ["hot_a", "hot_b"];

const replyMs = 1500;
const tuyaTimes = { paceMs: 0, readBackMs: 100, backMs: 20, mostBackMs: 100, pingMs: 200 };

describe("devices behind the Tuya cloud", () => {
  let cloud: TuyaCloud;
  let site: Site;
  let token: string;
  let ids: Record<string, string>;
  let recipeId: string;
  let modelId: string;

  beforeAll(async () => {
    cloud = await openTuyaCloud();
    site = await openSite({ replyMs, tuyaTimes, variables: cloud.variables });
    token = await site.signIn("admin", adminPassword);
    const template = await addTemplate(site, token, "Tuya plugs", points);
    recipeId = template.recipeId;
    ids = template.points;
    modelId = await addModel("tuya");
    await until(() => cloud.consumers === 1, "the queue");
  });
  beforeEach(() => {
    cloud.obeys = () => undefined;
  });
  afterEach(() => {
    for (const part of ["commands", "reset", "status", "batch", "token"]) cloud.refuse(part, undefined);
  });
  afterAll(async () => {
    await site.close();
    await cloud.close();
  });

  const addModel = async (transmission: string): Promise<string> =>
    (await site.ask(deviceModel.calls.post, { name: `Model ${transmission}`, transmission }, { token })).data.id;
  const added = async (tuyaId: string, { model = modelId, companyId = "" } = {}): Promise<string> => {
    const fields = {
      name: `Plug ${tuyaId}`,
      sn: `SN-0${tuyaId}`,
      password: "devicepw",
      typeId: "type-general",
      industry: "水务",
      modelId: model,
      tuyaId,
    };
    const slaves = [{ no: 1, name: "Main", recipeId }];
    const answer = await site.ask(device.calls.post, { ...fields, slaves, ...(companyId ? { companyId } : {}) }, { token });
    expect([answer.code, answer.fields]).toEqual([0, []]);
    return answer.data.id;
  };
  const inCloud = async (tuyaId: string, more = {}): Promise<string> => {
    cloud.devices.set(tuyaId, { online: true, status: [] });
    return await added(tuyaId, more);
  };
  const stored = async (id: string, code: string): Promise<[unknown, number][]> => {
    const period = { from: new Date(0).toISOString(), to: new Date(Date.now() + 600_000).toISOString() };
    const asked = { deviceId: id, points: [{ slave: 1, pointId: ids[code] }], ...period, order: "asc", limit: 50 };
    const { data } = await site.ask(deviceDataLog.calls.query, asked, { token });
    return data.rows.flatMap(({ values, ts }) => (values[0] === null ? [] : [[values[0], Date.parse(ts)]]));
  };
  const latest = async (id: string, code: string): Promise<unknown> => (await stored(id, code)).at(-1)?.[0];
  const online = (id: string) => site.gatehouse.services.presence.isConnected(id);
  const logged = async (id: string, kind: "fault" | "event" | "command") =>
    (await site.ask(deviceEvent.calls.query, { deviceId: id, kind, pageSize: 100 }, { token })).data.list;
  const faults = async (id: string): Promise<[string, object][]> =>
    (await logged(id, "fault")).map(({ content }) => JSON.parse(content)).map(({ code, values }) => [code, values]);
  const figure = async (name: string): Promise<number> => {
    const text = await (await fetch(`${site.base}/metrics`)).text();
    return Number(new RegExp(`^gatehouse_${name}(?:_total)? (\\d+)`, "m").exec(text)?.[1] ?? Number.NaN);
  };
  const acknowledged = (...messages: string[]) =>
    until(() => messages.every((message) => !cloud.waiting.includes(message)), "the acknowledgement");
  const command = (id: string, values: Record<string, unknown>) => {
    const byId = Object.fromEntries(Object.entries(values).map(([code, value]) => [ids[code], value]));
    return site.ask(device.calls.cmd, { id, slave: 1, values: byId }, { token, language: "en" });
  };
  const properties = (devId: string, values: Record<string, unknown>, time = Date.now()) => ({
    ...{ bizCode: "devicePropertyMessage", ts: time },
    bizData: {
      dataId: `data-${time}`,
      devId,
      productId: "p",
      properties: Object.entries(values).map(([code, value]) => ({ code, dpId: 1, time, value })),
    },
  });
  const said = (devId: string, bizCode: string, ts = Date.now()) => ({ bizCode, bizData: { devId, time: ts }, ts });

  it("are heard by the message queue: properties of IoT Core and the older status, in both ciphers [S7.122]", async () => {
    const id = await inCloud("vdevo1");
    const time = Date.now() - 60_000;
    await acknowledged(
      cloud.push(properties("vdevo1", { switch_1: true, temp_current: 215 }, time)),
      cloud.push(
        {
          ...{ dataId: "d", devId: "vdevo1", productKey: "p" },
          status: [
            { code: "work_mode", value: "auto", t: time + 1000, "4": "auto" },
            { code: "add_ele", value: 4, t: time + 1000, "17": "4" },
          ],
        },
        { protocol: 4, mode: "ecb" },
      ),
    );
    const read = await Promise.all(["switch_1", "temp_current", "work_mode", "add_ele"].map((code) => stored(id, code)));
    expect(read).toEqual([[[1, time]], [[21.5, time]], [["auto", time + 1000]], [[4, time + 1000]]]);
    expect([cloud.turnedAway, await faults(id)]).toEqual([[], []]);
  });

  it("keep every digit, and values without a code or a time that can be read cost themselves alone", async () => {
    const id = await inCloud("vdevo2");
    const time = Date.now() - 1000;
    const text = JSON.stringify({
      ...{ dataId: "d", devId: "vdevo2", productKey: "p" },
      status: [
        { code: "add_ele", value: "DIGITS", t: time },
        { code: "switch_1", value: true, t: "yesterday" },
        { value: 3, t: time },
        { code: "temp_current", value: 300, t: time + 900_000 },
        { code: "temp_current", value: "warm", t: time },
        { code: "fault", value: 1, t: time },
      ],
    }).replace('"DIGITS"', "18446744073709551615");
    await acknowledged(cloud.push(text, { protocol: 4 }));
    expect([await latest(id, "add_ele"), await latest(id, "switch_1"), await latest(id, "temp_current")]).toEqual([
      "18446744073709551615",
      undefined,
      30,
    ]);
    const told = (await faults(id)).map(([code]) => code).sort();
    expect(told).toEqual(["future", "shape", "time", "type", "unknownPoint"]);
  });

  it("may be told of twice, late and out of turn: each reading stands once, at its own time, and the newest is the latest", async () => {
    const id = await inCloud("vdevo3");
    const time = Date.now() - 600_000;
    const first = properties("vdevo3", { temp_current: 100 }, time);
    const later = properties("vdevo3", { temp_current: 300 }, time + 2000);
    const between = properties("vdevo3", { temp_current: 200 }, time + 1000);
    await acknowledged(...[first, later, between, first, later].map((message) => cloud.push(message)));
    expect(await stored(id, "temp_current")).toEqual([
      [10, time],
      [20, time + 1000],
      [30, time + 2000],
    ]);
    const { data } = await site.ask(device.calls.get, { id }, { token });
    expect(data.slaves[0]?.points.find(({ address }) => address === "temp_current")).toMatchObject({ value: 30 });
  });

  it("are acknowledged only when stored: what was not comes again over the next line, and stands once", async () => {
    const id = await inCloud("vdevo4");
    const file = join(site.folder, "telemetry.db");
    for (const table of tables)
      change(file, `create trigger full_${table} before insert on ${table} begin select raise(abort, 'disk is full'); end`);
    const message = cloud.push(properties("vdevo4", { switch_1: true }));
    // Those of one device are taken one after the other.
    await acknowledged(cloud.push({ bizCode: "nameUpdate", bizData: { devId: "vdevo4", name: "Behind it" }, ts: Date.now() }));
    for (const table of tables) change(file, `drop trigger full_${table}`);
    expect(cloud.waiting).toContain(message);
    cloud.cut();
    await acknowledged(message);
    expect(cloud.sent.filter((name) => name === message).length).toBeGreaterThan(1);
    expect((await stored(id, "switch_1")).map(([value]) => value)).toEqual([1]);
  });

  it("come and go as the cloud says, whatever comes late; other events are in the device's log", async () => {
    const id = await added("vdevo5");
    const now = Date.now();
    await acknowledged(cloud.push(said("vdevo5", "deviceOnline", now - 3000)));
    expect(online(id)).toBe(true);
    await acknowledged(cloud.push(said("vdevo5", "deviceOffline", now - 1000)));
    await acknowledged(cloud.push(said("vdevo5", "deviceOnline", now - 2000)));
    expect(online(id)).toBe(false);
    await acknowledged(cloud.push({ devId: "vdevo5", productKey: "p", bizCode: "online", bizData: { time: now } }, { protocol: 20 }));
    expect(online(id)).toBe(true);
    await acknowledged(
      cloud.push({ devId: "vdevo5", productKey: "p", bizCode: "nameUpdate", bizData: { devId: "vdevo5", name: "插座" } }, { protocol: 20 }),
    );
    await acknowledged(
      cloud.push({
        bizCode: "deviceEventMessage",
        bizData: { devId: "vdevo5", eventCode: "alarm_heat", outputParams: { t: 90 } },
        ts: now,
      }),
    );
    expect(
      (await logged(id, "event")).map(({ content }) => JSON.parse(content)).map(({ type, content }) => [type, JSON.parse(content)]),
    ).toEqual([
      ["alarm_heat", { eventCode: "alarm_heat", outputParams: { t: 90 } }],
      ["nameUpdate", { name: "插座" }],
    ]);
    await site.gatehouse.services.presence.flush();
    const { data } = await site.ask(deviceStateLog.calls.query, { deviceId: id }, { token });
    expect(data.list.map(({ kind, reason }) => [kind, reason])).toEqual([
      ["online", "reported"],
      ["offline", "reported"],
      ["online", "reported"],
    ]);
  });

  it("are not silenced by what is dated ahead", async () => {
    const id = await added("vdevo5a");
    await acknowledged(cloud.push(said("vdevo5a", "deviceOnline", Date.now() + 86_400_000)));
    expect(online(id)).toBe(true);
    await acknowledged(cloud.push(said("vdevo5a", "deviceOffline")));
    expect(online(id)).toBe(false);
  });

  it("may send no more at once than any device: what is longer is acknowledged, and a fault of their log", async () => {
    const id = await added("vdevo5b");
    const long = "x".repeat(65_536);
    await acknowledged(
      cloud.push({
        bizCode: "deviceEventMessage",
        bizData: { devId: "vdevo5b", eventCode: "noise", outputParams: { long } },
        ts: Date.now(),
      }),
      cloud.push(properties("vdevo5b", { work_mode: long, switch_1: true })),
    );
    expect([await logged(id, "event"), await stored(id, "switch_1"), online(id)]).toEqual([[], [], false]);
    const fault = { topic: "deviceEventMessage", bytes: expect.any(Number), limit: 65_536 };
    expect(await faults(id)).toEqual([["messageTooLong", fault]]);
  });

  it("that report are online, unless the report is old; one that is deleted or has another id is not", async () => {
    const id = await added("vdevo6");
    await acknowledged(cloud.push(properties("vdevo6", { switch_1: true }, Date.now() - 120_000)));
    expect(online(id)).toBe(false);
    await acknowledged(cloud.push(properties("vdevo6", { switch_1: false })));
    expect(online(id)).toBe(true);
    const { slaves, ...whole } = (await site.ask(device.calls.get, { id }, { token })).data;
    const kept = slaves.map((slave) => ({ id: slave.id, no: slave.no, name: slave.name, recipeId: slave.recipeId }));
    const edit = { ...whole, slaves: kept, tuyaId: "vdevo6b", installedOn: "", leaseStart: "", leaseEnd: "" };
    expect((await site.ask(device.calls.put, edit, { token })).code).toBe(0);
    expect(online(id)).toBe(false);
  });

  it("that nobody here has, and messages that cannot be opened or read, are counted and acknowledged", async () => {
    const before = [await figure("tuya_unknown_devices"), await figure("tuya_unreadable")];
    await acknowledged(
      cloud.push(properties("nobodys", { switch_1: true })),
      cloud.push(properties("vdevo1", { switch_1: true }), { secret: "another secret, just as long as it" }),
      cloud.push('{"devId":"vdevo1","status":[{"code"'),
      cloud.push({ bizCode: "spaceCreate", bizData: { spaceId: 1 }, ts: Date.now() }),
    );
    cloud.pushRaw("{torn");
    cloud.pushRaw(JSON.stringify({ messageId: "other-shape", payload: { data: "" } }), "other-shape");
    await acknowledged("other-shape");
    expect([(await figure("tuya_unknown_devices")) - (before[0] ?? 0), (await figure("tuya_unreadable")) - (before[1] ?? 0)]).toEqual([
      1, 4,
    ]);
    expect(await figure("tuya_connected")).toBe(1);
  });

  it("of another model are not heard, and their log says so; nor are those of an organisation that may not work", async () => {
    const other = await inCloud("vdevo7", { model: await addModel("mqtt-json") });
    const companyId = await site.addCompany("Asleep");
    const asleep = await added("vdevo8", { companyId });
    await site.gatehouse.services.db.updateTable("company").set({ enabled: 0 }).where("id", "=", companyId).execute();
    await acknowledged(cloud.push(properties("vdevo7", { switch_1: true })), cloud.push(properties("vdevo8", { switch_1: true })));
    expect([await stored(other, "switch_1"), await stored(asleep, "switch_1"), online(other), online(asleep)]).toEqual([
      [],
      [],
      false,
      false,
    ]);
    expect(await faults(other)).toEqual([["notTuya", { type: "devicePropertyMessage" }]]);
  });

  it("have an id as the cloud gives them; one that was stored before stays until it is edited", async () => {
    const id = await added("vdevo8a");
    const { slaves, ...whole } = (await site.ask(device.calls.get, { id }, { token })).data;
    const kept = slaves.map((slave) => ({ id: slave.id, no: slave.no, name: slave.name, recipeId: slave.recipeId }));
    const edit = { ...whole, slaves: kept, installedOn: "", leaseStart: "", leaseEnd: "" };
    const put = async (tuyaId: string, version: number, language: "zh" | "en" = "en") => {
      const { code, fields } = await site.ask(device.calls.put, { ...edit, tuyaId, version }, { token, language });
      return [code, fields];
    };
    const refusal = (message: string) => [400, [{ path: "tuyaId", message }]];
    expect(await put("a#b", whole.version)).toEqual(refusal("Use 1–64 letters, digits, hyphens or underscores"));
    expect(await put("设备", whole.version, "zh")).toEqual(refusal("涂鸦设备编号由 1～64 位字母、数字、横线或下划线组成"));
    const { id: _, sn: __, ...fields } = edit;
    const posted = await site.ask(
      device.calls.post,
      { ...fields, slaves: [{ no: 1, name: "Main", recipeId }], sn: "UNFIT-1", tuyaId: "a,b" },
      { token },
    );
    expect([posted.code, posted.fields.map(({ path }) => path)]).toEqual([400, ["tuyaId"]]);
    await site.gatehouse.services.db.updateTable("device").set({ tuya_id: "a b" }).where("id", "=", id).execute();
    expect(await put("a b", whole.version)).toEqual([0, []]);
  });

  it("belong to one device alone: no other is saved with their id, and where two have it neither is heard or written to", async () => {
    const id = await inCloud("vdevo9");
    const fields = {
      name: "Twin",
      sn: "TWIN",
      typeId: "type-general",
      industry: "水务",
      modelId,
      slaves: [{ no: 1, name: "Main", recipeId }],
    };
    const refused = await site.ask(device.calls.post, { ...fields, tuyaId: "vdevo9" }, { token, language: "en" });
    expect([refused.code, refused.fields.map(({ path }) => path)]).toEqual([400, ["tuyaId"]]);
    const twin = (await site.ask(device.calls.post, fields, { token })).data.id;
    await site.gatehouse.services.db.updateTable("device").set({ tuya_id: "vdevo9" }).where("id", "=", twin).execute();
    await acknowledged(cloud.push(properties("vdevo9", { switch_1: true })));
    expect([await stored(id, "switch_1"), await stored(twin, "switch_1")]).toEqual([[], []]);
    expect((await command(id, { switch_1: true })).code).toBe(1434);
  });

  describe("commands", () => {
    const obedient = () => {
      cloud.obeys = (devId, commands) =>
        void cloud.push(properties(devId, Object.fromEntries(commands.map(({ code, value }) => [code, value]))));
    };

    it("go by the cloud's API and are confirmed by what the device reports [S7.122]", async () => {
      const id = await inCloud("vdevo10");
      obedient();
      const answer = await command(id, { switch_1: true, temp_current: 21.5, work_mode: "eco" });
      expect([answer.code, answer.message]).toEqual([0, expect.anything()]);
      const commands = [
        { code: "switch_1", value: true },
        { code: "temp_current", value: 215 },
        { code: "work_mode", value: "eco" },
      ];
      expect(cloud.calls.findLast(({ method }) => method === "POST")).toEqual({
        ...{ method: "POST", path: "/v1.0/iot-03/devices/vdevo10/commands" },
        body: { commands },
      });
      expect((await logged(id, "command")).map(({ result }) => result)).toEqual(["ok"]);
    });

    it("are confirmed by the status that is read where the device has nothing new to report", async () => {
      const id = await inCloud("vdevo11");
      cloud.devices.set("vdevo11", { online: true, status: [{ code: "switch_1", value: true }] });
      expect((await command(id, { switch_1: true })).code).toBe(0);
    });

    it("fail with what the cloud answers, with another value, and with silence", async () => {
      const id = await inCloud("vdevo12");
      const answers = async () => {
        const { code, message } = await command(id, { switch_1: true });
        return [code, message];
      };
      cloud.refuse("commands", { code: 2008, msg: "command or value not support" });
      expect(await answers()).toEqual([1432, "The device does not support this function or value (2008 command or value not support)"]);
      cloud.refuse("commands", { code: 999_999, msg: "something new" });
      expect(await answers()).toEqual([1432, "The Tuya cloud rejected the request: 999999 something new"]);
      cloud.refuse("commands", { code: 2001, msg: "device is offline" });
      expect((await answers())[0]).toBe(1302);
      cloud.refuse("commands", "garbage");
      expect((await answers())[0]).toBe(1433);
      cloud.refuse("commands", "silence");
      expect((await answers())[0]).toBe(1433);
      cloud.refuse("commands", undefined);
      expect((await answers())[0]).toBe(1303);
      cloud.obeys = (devId) => void cloud.push(properties(devId, { switch_1: false }));
      expect((await answers())[0]).toBe(1430);
      const results = (await logged(id, "command")).map(({ result }) => result).reverse();
      expect(results).toEqual([
        ...["tuyaRefused", "tuyaRefused", "deviceOffline", "tuyaUnreachable", "tuyaUnreachable", "deviceSilent", "reportDiffers"],
      ]);
    });

    it("that nobody knows the end of are in the operation log, and say so", async () => {
      const id = await inCloud("vdevo12a");
      cloud.refuse("commands", "silence");
      const unanswered = await command(id, { switch_1: true });
      cloud.refuse("commands", undefined);
      cloud.obeys = (devId) => void cloud.push(properties(devId, { switch_1: false }));
      await command(id, { switch_1: true });
      const { data } = await site.ask(deviceEvent.calls.query_user_event, { pageSize: 2 }, { token });
      expect(data.list.map(({ call, code }) => [call, code])).toEqual([
        [device.calls.cmd.path, 1430],
        [device.calls.cmd.path, 1433],
      ]);
      expect(unanswered.message).toBe(
        "The Tuya cloud does not answer, but it may have been carried out: check the device before you try again",
      );
    });

    it("are not sent once their asker was told that they failed: not from the lane, and not behind a token that came late", async () => {
      const id = await inCloud("vdevo12b");
      const behind = await inCloud("vdevo12c");
      const codes = async (asked: readonly ReturnType<typeof command>[]) => (await Promise.all(asked)).map(({ code }) => code);
      const sentTo = (tuyaId: string) => cloud.calls.filter(({ path }) => path.endsWith(`/${tuyaId}/commands`)).length;
      cloud.refuse("vdevo12b/commands", "held");
      const lanes = Array.from({ length: 8 }, () => command(id, { switch_1: true }));
      await until(() => cloud.holding() === 8, "the lanes to be full");
      expect(await codes([...lanes, command(behind, { switch_1: true })])).toEqual(Array(9).fill(1303));
      cloud.refuse("vdevo12b/commands", undefined);
      await until(() => sentTo("vdevo12b") === 8, "the lanes");
      obedient();
      expect(await codes([command(id, { switch_1: false })])).toEqual([0]);
      expect(sentTo("vdevo12c")).toBe(0);
      cloud.endTokens();
      cloud.refuse("token", "held");
      expect(await codes([command(behind, { switch_1: true })])).toEqual([1303]);
      cloud.refuse("token", undefined);
      expect(await codes([command(id, { switch_1: true })])).toEqual([0]);
      expect(sentTo("vdevo12c")).toBe(0);
    });

    it("take a new token where the old one has expired or was taken back, and otherwise share one", async () => {
      const id = await inCloud("vdevo13");
      obedient();
      const before = cloud.tokens.length;
      await Promise.all([command(id, { switch_1: true }), command(id, { switch_1: false })]);
      expect(cloud.tokens.length).toBe(before);
      cloud.endTokens();
      expect((await command(id, { switch_1: true })).code).toBe(0);
      expect([cloud.tokens.length, cloud.turnedAway.at(-1)]).toEqual([before + 1, "1011 /v1.0/iot-03/devices/vdevo13/commands"]);
    });
  });

  describe("a reset", () => {
    const reset = (id: string, asked = token) => site.ask(device.calls.reset_device, { device: id }, { token: asked, language: "en" });

    it("restores the factory settings of that device, and is in the operation log [S7.112]", async () => {
      const id = await inCloud("vdevo14");
      expect((await reset(id)).code).toBe(0);
      expect(cloud.calls.at(-1)).toEqual({ method: "POST", path: "/v1.0/iot-03/devices/vdevo14/actions/reset", body: undefined });
      const { data } = await site.ask(deviceEvent.calls.query_user_event, { pageSize: 1 }, { token });
      expect(data.list).toMatchObject([{ account: "admin", call: device.calls.reset_device.path, code: 0 }]);
    });

    it("tells what the cloud answers, and needs an id in it and a device that is seen", async () => {
      const id = await inCloud("vdevo15");
      cloud.refuse("reset", { code: 28_841_105, msg: "No permissions. This API is not subscribed." });
      const refused = await reset(id);
      expect([refused.code, refused.message]).toEqual([
        1432,
        "The cloud project may not use this device, or is not subscribed to the API service (28841105 No permissions. This API is not subscribed.)",
      ]);
      const without = await added("");
      const companyId = await site.addCompany("Others");
      await site.addUser({ account: "stranger", companyId });
      const stranger = await site.signIn("stranger", "secret1");
      expect([(await reset(without)).code, (await reset(id, stranger)).code, (await reset("none", stranger)).code]).toEqual([
        1434, 404, 404,
      ]);
    });
  });

  it("are read at the start, a batch after the other: who is online, and of those what they have [S7.122]", async () => {
    const many = Array.from({ length: 45 }, (_, at) => `vbatch${String(at).padStart(2, "0")}`);
    const all: string[] = [];
    for (const tuyaId of many) all.push(await added(tuyaId));
    for (const [at, tuyaId] of many.entries())
      cloud.devices.set(tuyaId, { online: at % 2 === 0, status: [{ code: "temp_current", value: at * 10 }] });
    cloud.devices.delete("vbatch44");
    cloud.refuse("batch", "garbage");
    await site.restart();
    token = await site.signIn("admin", adminPassword);
    expect(online(all[0] ?? "")).toBe(false);
    cloud.refuse("batch", undefined);
    const asked = () =>
      cloud.calls.filter(({ path }) => path.includes("device_ids=")).map(({ path }) => path.split("=")[1]?.split(",").length ?? 0);
    await until(async () => (await latest(all[42] ?? "", "temp_current")) === 42, "the last batch");
    expect(Math.max(...asked())).toBeLessThanOrEqual(20);
    expect([online(all[0] ?? ""), online(all[1] ?? ""), online(all[44] ?? "")]).toEqual([true, false, false]);
    expect([await latest(all[2] ?? "", "temp_current"), await latest(all[1] ?? "", "temp_current")]).toEqual([2, undefined]);
  });

  it("are read whatever another is called, and whichever the cloud refuses; what it refuses to all is asked again", async () => {
    const unfit = ["!a#b", "a b", "a&b", "a,b", "设备"];
    for (const [at, tuyaId] of unfit.entries()) {
      const id = await added(`vunfit${at}`);
      await site.gatehouse.services.db.updateTable("device").set({ tuya_id: tuyaId }).where("id", "=", id).execute();
    }
    const others = new Map<string, string>();
    for (const tuyaId of ["vsplit1", "vsplit2", "vsplit3", "vsplit4"]) {
      cloud.devices.set(tuyaId, { online: true, status: [{ code: "temp_current", value: 70 }] });
      others.set(tuyaId, await added(tuyaId));
    }
    cloud.refuse("vsplit2", { code: 1106, msg: "permission deny" });
    cloud.refuse("/v2.0/cloud/thing/batch", { code: 1110, msg: "concurrent request over limit" });
    const from = cloud.calls.length;
    await site.restart();
    token = await site.signIn("admin", adminPassword);
    await until(() => site.gatehouse.services.troubles.standing().some(({ part }) => part === "present status"), "the first refusal");
    cloud.refuse("/v2.0/cloud/thing/batch", undefined);
    const last = others.get("vsplit4") ?? "";
    await until(() => online(last), "the last");
    expect([...others].map(([tuyaId, id]) => [tuyaId, online(id)])).toEqual([
      ["vsplit1", true],
      ["vsplit2", false],
      ["vsplit3", true],
      ["vsplit4", true],
    ]);
    const asked = cloud.calls
      .slice(from)
      .flatMap(({ path }) => (path.includes("device_ids=") ? (path.split("=")[1]?.split(",") ?? []) : []));
    expect(asked.filter((tuyaId) => !/^[0-9A-Za-z_-]+$/.test(tuyaId) || tuyaId === "a")).toEqual([]);
    await until(() => site.gatehouse.services.troubles.standing().every(({ part }) => part !== "present status"), "the end of the trouble");
    cloud.refuse("vsplit2", undefined);
  });

  it("that are added later are read then", async () => {
    cloud.devices.set("vdevo16", { online: true, status: [{ code: "temp_current", value: 180 }] });
    const id = await added("vdevo16");
    await until(async () => (await latest(id, "temp_current")) === 18, "its status");
    expect(online(id)).toBe(true);
  });

  it("are heard again when the queue is back", async () => {
    cloud.away = true;
    cloud.cut();
    await until(async () => (await figure("tuya_connected")) === 0, "the break");
    await until(() => cloud.turnedAway.filter((why) => why === "away").length > 1, "attempts");
    const message = cloud.push(properties("vdevo1", { switch_1: false }));
    cloud.away = false;
    await acknowledged(message);
    expect(await figure("tuya_connected")).toBe(1);
  });
});

describe("without access to the Tuya cloud", () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    token = await site.signIn("admin", adminPassword);
  });
  afterAll(() => site.close());

  it("reset_device and commands say what has to be configured, and models that it is not [S7.112] [S7.122]", async () => {
    const { recipeId, points: own } = await addTemplate(site, token, "Plugs", points);
    const modelId = (await site.ask(deviceModel.calls.post, { name: "Plug", transmission: "tuya" }, { token })).data.id;
    const fields = { name: "P", sn: "PLUG-1", typeId: "type-general", industry: "水务", modelId, tuyaId: "vdevo1" };
    const { id } = (await site.ask(device.calls.post, { ...fields, slaves: [{ no: 1, name: "Main", recipeId }] }, { token })).data;
    const asked = await Promise.all(
      (["zh", "en"] as const).map((language) => site.ask(device.calls.reset_device, { device: id }, { token, language })),
    );
    expect(asked.map(({ code, message }) => [code, message])).toEqual([
      [1431, "未配置涂鸦云：请在服务器设置 TUYA_ACCESS_ID 和 TUYA_ACCESS_SECRET"],
      [1431, "The Tuya cloud is not configured: set TUYA_ACCESS_ID and TUYA_ACCESS_SECRET on the server"],
    ]);
    const values = { [own.switch_1 ?? ""]: true };
    expect((await site.ask(device.calls.cmd, { id, slave: 1, values }, { token })).code).toBe(1431);
    const { data } = await site.ask(deviceModel.calls.query, { search: "Plug" }, { token });
    expect(data.list).toMatchObject([{ transmission: "tuya", spoken: false }]);
  });
});
