import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { ProtoWriter } from "#server/wire/sparkplug/protoWriter.ts";
import { addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { watchDevice } from "#tests/server/watchDevice.ts";
import { decodePayload, type Edge, type EdgeOptions, edgeNode, encodePayload, type HeardCommand, type Metric, rebirth } from "./edge.ts";

const points = [
  { name: "Level", address: "Tank/Level", valueType: "float64", decimals: 1, receiveFormula: "x*0.1", sendFormula: "x*10", writable: true },
  { name: "Pump", address: "Pump/Run", valueType: "bool", writable: true },
  { name: "Meter", address: "Meter/Total", valueType: "uint64" },
  { name: "Label", address: "Label", valueType: "text", writable: true },
  { name: "Speed", address: "40007", nameEn: "Pump/Speed", valueType: "int16", writable: true },
  { name: "Fan", address: "Relays", valueType: "bool", startBit: 1, endBit: 1, writable: true },
  { name: "Heater", address: "Relays", valueType: "bool", startBit: 4, endBit: 4, writable: true },
];

const replyMs = 1500;

describe("an edge node that speaks Sparkplug B", () => {
  let site: Site;
  let token: string;
  let recipeId: string;
  let ids: Record<string, string>;
  let modelId: string;
  const open: { stop(): void }[] = [];

  beforeAll(async () => {
    site = await openSite({ replyMs });
    token = await site.signIn("admin", adminPassword);
    ({ recipeId } = await addTemplate(site, token, "Tanks", points));
    const rows = await site.gatehouse.services.db.selectFrom("point").select(["id", "name"]).where("recipe_id", "=", recipeId).execute();
    ids = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
    modelId = await addModel("sparkplug-b");
  });
  afterEach(() => {
    for (const edge of open.splice(0)) edge.stop();
  });
  afterAll(() => site.close());

  const addModel = async (transmission: string): Promise<string> => {
    const answer = await site.ask(deviceModel.calls.post, { name: `Model ${transmission}`, transmission }, { token });
    expect([answer.code, answer.fields]).toEqual([0, []]);
    return answer.data.id;
  };
  const added = async (sn: string, { model = modelId, slaves = ["Main"] } = {}): Promise<string> => {
    const request = {
      ...{ name: sn, sn, password: "devicepw", typeId: "type-general", industry: "水务", modelId: model },
      slaves: slaves.map((name, at) => ({ no: at + 1, name, recipeId })),
    };
    const answer = await site.ask(device.calls.post, request, { token });
    expect([answer.code, answer.message]).toEqual([0, expect.anything()]);
    return answer.data.id;
  };
  const edge = async (options: EdgeOptions): Promise<Edge> => {
    const opened = await edgeNode(site, options);
    open.push(opened);
    return opened;
  };
  const client = async (sn: string, options: IClientOptions = {}): Promise<MqttClient> => {
    const opened = await mqtt.connectAsync(`mqtt://127.0.0.1:${site.gatehouse.mqttPort}`, {
      ...{ username: sn, password: "devicepw", protocolVersion: 4, reconnectPeriod: 0, ...options },
    });
    open.push({ stop: () => opened.end(true) });
    return opened;
  };
  const stored = async (id: string, slave: number, name: string): Promise<[unknown, number][]> => {
    const period = { from: new Date(0).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
    const asked = { deviceId: id, points: [{ slave, pointId: ids[name] }], ...period, order: "asc", limit: 50 };
    const { data } = await site.ask(deviceDataLog.calls.query, asked, { token });
    return data.rows.map(({ values, ts }) => [values[0], Date.parse(ts)]);
  };
  const latest = async (id: string, slave: number, name: string): Promise<unknown> => (await stored(id, slave, name)).at(-1)?.[0];
  const online = (id: string) => site.gatehouse.services.presence.isConnected(id);
  const logged = async (id: string, kind: "fault" | "event" | "command") => {
    const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind, pageSize: 100 }, { token });
    return data.list;
  };
  const faults = async (id: string): Promise<[string, object][]> =>
    (await logged(id, "fault")).map(({ content }) => JSON.parse(content)).map(({ code, values }) => [code, values]);
  const command = (id: string, slave: number, values: Record<string, unknown>) => {
    const byId = Object.fromEntries(Object.entries(values).map(([name, value]) => [ids[name], value]));
    return site.ask(device.calls.cmd, { id, slave, values: byId }, { token, language: "en" });
  };
  const asksForBirths = ({ commands }: Edge) =>
    commands.filter(({ device: to, metrics }) => to === undefined && metrics.some(({ name, value }) => name === rebirth && value === true));
  const level = (value: number, more: Partial<Metric> = {}): Metric => ({ name: "Tank/Level", type: "Double", value, ...more });
  const born = async (sn: string, id: string, ...metrics: Metric[]): Promise<Edge> => {
    const node = await edge({ sn });
    node.nodeBirth();
    node.deviceBirth("1", [level(0, { alias: 1 }), ...metrics]);
    await until(async () => (await latest(id, 1, "Level")) === 0, "the birth");
    return node;
  };
  /** Does what it is told, and reports it. */
  const obedient = (node: Edge): void => {
    node.obeys = ({ device: to, metrics }: HeardCommand) => {
      const report = metrics.map(({ name = null, type, value }): Metric => ({ name, type, value }));
      if (to === undefined) node.nodeData(report);
      else node.deviceData(to, report);
    };
  };

  it("is read: births and data, by name, English name and alias, its own metrics and those of its devices by number and name [S7.119]", async () => {
    const id = await added("SP-1", { slaves: ["Main", "Boiler"] });
    const node = await edge({ sn: "SP-1" });
    node.nodeBirth([
      { name: rebirth, type: "Boolean", value: false },
      { name: "Label", type: "String", value: "岸边" },
    ]);
    node.deviceBirth("1", [level(215, { alias: 1 }), { name: "Pump/Run", alias: 2, type: "Boolean", value: true }]);
    node.deviceBirth("Boiler", [level(300), { name: "Pump/Speed", type: "Int16", value: -40 }]);
    await until(async () => (await latest(id, 2, "Speed")) === -40, "the births");
    const read = (slave: number, ...names: string[]) => Promise.all(names.map((name) => latest(id, slave, name)));
    expect([await read(1, "Level", "Pump", "Label"), await read(2, "Level")]).toEqual([[21.5, 1, "岸边"], [30]]);
    node.deviceData("1", [{ name: null, alias: 1, type: "Double", value: 222 }]);
    node.nodeData([{ name: "Label", type: "String", value: "桥边" }]);
    await until(async () => (await latest(id, 1, "Label")) === "桥边", "the data");
    expect(await read(1, "Level", "Pump")).toEqual([22.2, 1]);
    expect([online(id), await faults(id), asksForBirths(node)]).toEqual([true, [], []]);
  });

  it("keeps 64-bit numbers whole, readings of the past at their own time, and no value for what is null", async () => {
    const id = await added("SP-2");
    const node = await born(
      "SP-2",
      id,
      { name: "Meter/Total", type: "UInt64", value: null },
      { name: "Label", type: "String", value: null },
    );
    const past = Date.now() - 86_400_000;
    node.deviceData("1", [level(100, { timestamp: past, isHistorical: true })]);
    await until(async () => (await stored(id, 1, "Level")).length === 2, "the past");
    const [first, second] = await stored(id, 1, "Level");
    expect([first, second?.[0]]).toEqual([[10, past], 0]);
    expect([await latest(id, 1, "Meter"), await latest(id, 1, "Label"), await faults(id)]).toEqual([undefined, undefined, []]);
    const total = new ProtoWriter().text(1, "Meter/Total").whole(4, 8).whole(11, 18_446_744_073_709_551_615n).end();
    const raw = await client("SP-2");
    await raw.publishAsync("spBv1.0/g/NBIRTH/SP-2", new ProtoWriter().bytes(2, total).whole(3, 0).end(), { qos: 1 });
    expect(await latest(id, 1, "Meter")).toBe("18446744073709551615");
  });

  it("is written to: the command is done when the device reports what was written [S7.119]", async () => {
    const id = await added("SP-3", { slaves: ["Main", "Boiler"] });
    const node = await born("SP-3", id, { name: "Relays", type: "UInt16", value: 0 });
    node.deviceBirth("Boiler", [{ name: "Pump/Speed", alias: 9, type: "Int32", value: 0 }]);
    await until(async () => (await latest(id, 2, "Speed")) === 0, "the second device");
    obedient(node);
    expect((await command(id, 1, { Level: 30.5, Fan: 1, Heater: 1 })).code).toBe(0);
    expect((await command(id, 2, { Speed: -7 })).code).toBe(0);
    expect(
      node.commands.map(({ device: to, metrics }) => [
        to,
        metrics.map(({ name, alias, type, value }) => [name, alias && Number(alias), type, value]),
      ]),
    ).toEqual([
      [
        "1",
        [
          ["Tank/Level", 1, "Double", 305],
          ["Relays", undefined, "UInt16", 0b1_0010],
        ],
      ],
      ["Boiler", [["Pump/Speed", 9, "Int32", -7]]],
    ]);
    await until(async () => (await latest(id, 1, "Level")) === 30.5, "what was written");
    expect((await logged(id, "command")).map(({ result }) => result)).toEqual(["ok", "ok"]);
  });

  it("is written to itself where the metric is its own, with the data type of the point where none was born", async () => {
    const id = await added("SP-4");
    const node = await edge({ sn: "SP-4" });
    node.nodeBirth([level(1, {})]);
    await until(async () => (await latest(id, 1, "Level")) === 0.1, "the birth");
    obedient(node);
    const { socket } = await watchDevice(site, token, id);
    expect((await command(id, 1, { Level: 2, Pump: true, Label: "x" })).code).toBe(0);
    const { data } = await site.ask(deviceMessage.calls.query, { deviceId: id, direction: "down" }, { token });
    expect(data.list.map(({ place }) => place)).toEqual(["NCMD"]);
    socket.disconnect();
    expect(node.commands.map(({ device: to, metrics }) => [to, metrics.map(({ name, type, value }) => [name, type, value])])).toEqual([
      [
        undefined,
        [
          ["Tank/Level", "Double", 20],
          ["Pump/Run", "Boolean", true],
          ["Label", "Text", "x"],
        ],
      ],
    ]);
  });

  it("says by its silence, by another value, by a death or by not listening why a command was not done", async () => {
    const id = await added("SP-5");
    const node = await born("SP-5", id, { name: "Label", type: "DataSet", value: { numOfColumns: 0, columns: [], types: [], rows: [] } });
    const outcome = async (values: Record<string, unknown>) => (await command(id, 1, values)).code;
    const { socket } = await watchDevice(site, token, id);
    expect(await outcome({ Level: 1 })).toBe(1303);
    node.obeys = () => node.deviceData("1", [level(77)]);
    expect(await outcome({ Level: 2 })).toBe(1430);
    expect(await outcome({ Label: "x" })).toBe(1429);
    node.deviceDeath("1");
    await until(async () => (await logged(id, "event")).length === 1, "the death");
    expect(await outcome({ Level: 2 })).toBe(1302);
    const results = (await logged(id, "command")).map(({ result }) => result);
    expect(results.sort()).toEqual(["deviceOffline", "deviceSilent", "metricUnfit", "reportDiffers"]);
    const deaf = await client("SP-5");
    const publish = (type: string, metrics: Metric[], seq: number) =>
      deaf.publishAsync(`spBv1.0/g/${type}/SP-5`, Buffer.from(encodePayload({ seq, metrics })), { qos: 1 });
    await publish("NBIRTH", [level(5)], 0);
    expect(await outcome({ Level: 2 })).toBe(1351);
    const { data } = await site.ask(deviceMessage.calls.query, { deviceId: id, direction: "down" }, { token });
    socket.disconnect();
    const shown = data.list.map(({ place, outcome: came }) => [place, came]).toReversed();
    expect(shown).toEqual([
      ...[["DCMD/1", "taken"] as const, ["DCMD/1", "taken"] as const, ["DCMD/1", "failed"] as const, ["DCMD/1", "failed"] as const],
      ["NCMD", "failed"],
    ]);
  });

  it("goes offline with its line, with its death, and comes back with its birth [S7.119]", async () => {
    const id = await added("SP-6");
    const first = await born("SP-6", id);
    expect(online(id)).toBe(true);
    first.cut();
    await until(() => !online(id), "the broken line");
    const second = await edge({ sn: "SP-6" });
    await until(() => online(id), "the new line");
    second.stop();
    await until(() => !online(id), "the goodbye");
    const third = await client("SP-6");
    const publish = (type: string, metrics: Metric[]) =>
      third.publishAsync(`spBv1.0/g/${type}/SP-6`, Buffer.from(encodePayload({ seq: 0, metrics })), { qos: 1 });
    const number = (value: number): Metric => ({ name: "bdSeq", type: "UInt64", value });
    await publish("NBIRTH", [number(4)]);
    await publish("NDEATH", [number(3)]);
    expect(online(id)).toBe(true);
    await publish("NDEATH", [number(4)]);
    await until(() => !online(id), "the death");
    expect((await command(id, 1, { Level: 1 })).code).toBe(1302);
    await publish("NBIRTH", [number(5)]);
    await until(() => online(id), "the birth");
  });

  it("has a device behind it die: its log says so, and commands to it are refused", async () => {
    const id = await added("SP-7", { slaves: ["Main", "Boiler"] });
    const node = await born("SP-7", id);
    node.deviceBirth("2", [level(10)]);
    node.deviceDeath("2");
    const [row] = await until(async () => {
      const rows = await logged(id, "event");
      return rows.length > 0 && rows;
    }, "the row");
    expect(JSON.parse(row?.content ?? "")).toEqual({ type: "DDEATH", content: "2" });
    obedient(node);
    expect([(await command(id, 2, { Level: 1 })).code, (await command(id, 1, { Level: 1 })).code, online(id)]).toEqual([1302, 0, true]);
  });

  it("is asked for its births once, however much it lacks, and what it sends meanwhile is kept", async () => {
    const id = await added("SP-8");
    const node = await edge({ sn: "SP-8" });
    for (const value of [1, 2, 3]) node.deviceData("1", [level(value), { name: null, alias: 40 + value, type: "Int32", value: 1 }]);
    await until(async () => (await latest(id, 1, "Level")) === 0.3, "the readings");
    await until(() => asksForBirths(node).length > 0, "the request");
    node.nodeBirth();
    node.deviceBirth("1", [level(4)]);
    node.deviceData("1", [level(5)], { seq: 0 });
    await until(async () => (await latest(id, 1, "Level")) === 0.5, "the data after the births");
    expect(asksForBirths(node)).toHaveLength(1);
    expect((await faults(id)).map(([code]) => code)).toEqual(["unborn"]);
  });

  it("of which a message is torn, sent twice or out of order stores each reading once and says what was wrong", async () => {
    const id = await added("SP-9");
    const node = await client("SP-9");
    const at = Date.now() - 60_000;
    const data = (seq: number) => Buffer.from(encodePayload({ seq, timestamp: at + seq * 1000, metrics: [level(seq)] }));
    const publish = (type: string, payload: Buffer) => node.publishAsync(`spBv1.0/g/${type}`, payload, { qos: 1 });
    await publish("NBIRTH/SP-9", Buffer.from(encodePayload({ seq: 0, timestamp: at, metrics: [level(0)] })));
    for (const seq of [1, 1, 3, 2, 4]) await publish("NDATA/SP-9", data(seq));
    await publish("NDATA/SP-9", data(5).subarray(0, 12));
    await publish("DDATA/SP-9/nobody", data(5));
    expect((await stored(id, 1, "Level")).map(([value]) => value)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    await until(async () => (await faults(id)).length === 4, "the faults");
    expect((await faults(id)).sort()).toEqual([
      ["sequenceGap", { expected: 2, seq: 1 }],
      ["sparkplug", {}],
      ["unborn", { type: "DDATA" }],
      ["unknownSlave", { slave: "nobody", address: "Tank/Level" }],
    ]);
  });

  it("is taken over by a newer connection, and the death of the older one is not its own", async () => {
    const id = await added("SP-10");
    const older = await born("SP-10", id);
    const newer = await born("SP-10", id);
    await older.closed;
    newer.deviceData("1", [level(42)]);
    await until(async () => (await latest(id, 1, "Level")) === 4.2, "the newer one's data");
    obedient(newer);
    expect([online(id), (await command(id, 1, { Level: 5 })).code, older.commands]).toEqual([true, 0, []]);
    await site.gatehouse.services.presence.flush();
    const { db } = site.gatehouse.services;
    const rows = await db.selectFrom("device_state_log").select("reason").where("device_id", "=", id).orderBy("at").orderBy("id").execute();
    expect(rows.map(({ reason }) => reason)).toEqual(["connected", "replaced"]);
  });

  it("may publish and subscribe to nothing but its own, and is told that the server is there", async () => {
    const id = await added("SP-11");
    await added("SP-12");
    const node = await client("SP-11");
    const state = new Promise<[string, string, boolean]>((resolve) =>
      node.once("message", (topic, payload, { retain }) => resolve([topic, payload.toString(), retain])),
    );
    const asked = ["spBv1.0/STATE/+", "spBv1.0/g/DCMD/SP-11/#", "spBv1.0/g/DCMD/SP-12/#", "spBv1.0/#", "#"];
    const granted = await new Promise((resolve) =>
      node.subscribe(asked, { qos: 1 }, (_error, _granted, packet) => resolve(packet?.granted.map(Number))),
    );
    expect(granted).toEqual([1, 1, 128, 128, 128]);
    const [topic, text, retain] = await state;
    expect([topic, JSON.parse(text), retain]).toEqual(["spBv1.0/STATE/gatehouse", { online: true, timestamp: expect.any(Number) }, true]);
    const payload = Buffer.from(encodePayload({ seq: 0, metrics: [level(1)] }));
    for (const foreign of ["spBv1.0/g/NBIRTH/SP-12", "spBv1.0/g/NCMD/SP-11", "spBv1.0/STATE/gatehouse"])
      await node.publishAsync(foreign, payload, { qos: 1 });
    await until(async () => (await faults(id)).length === 3, "the faults");
    expect((await faults(id)).map(([code]) => code)).toEqual(["foreignTopic", "foreignTopic", "foreignTopic"]);
    const many = Array.from({ length: 40 }, (_, at) => `spBv1.0/g${at}/NCMD/SP-11`);
    const limited = await new Promise<number[]>((resolve) =>
      node.subscribe(many, { qos: 0 }, (_error, _granted, packet) => resolve(packet?.granted.map(Number) ?? [])),
    );
    expect(limited.filter((qos) => qos === 0)).toHaveLength(30);
  });

  it("is what its model says: of another model its messages are refused, and JSON is heard of this one, too [S3.037]", async () => {
    const json = await added("SP-13", { model: await addModel("mqtt-json") });
    const other = await edge({ sn: "SP-13" });
    other.nodeBirth([level(1)]);
    await until(async () => (await faults(json)).length > 0, "the refusal");
    expect([await faults(json), await latest(json, 1, "Level"), asksForBirths(other)]).toEqual([[["notSparkplug", {}]], undefined, []]);
    const id = await added("SP-14");
    const plain = await connectDevice(site, "SP-14");
    open.push({ stop: () => plain.end(true) });
    await sendTelemetry(plain, "SP-14", { values: { "Tank/Level": 7 } });
    expect(await latest(id, 1, "Level")).toBe(0.7);
  });

  it("is let go when its password changes, its organisation is disabled or it is deleted, and follows a move", async () => {
    const id = await added("SP-15");
    const first = await born("SP-15", id);
    const { data: row } = await site.ask(device.calls.get, { id }, { token });
    const slaves = row.slaves.map(({ no, name, recipeId: recipe }) => ({ no, name, recipeId: recipe }));
    expect((await site.ask(device.calls.put, { ...row, slaves, password: "another1" }, { token })).code).toBe(0);
    await first.closed;
    await until(() => !online(id), "the gateway to be offline");
    await expect(client("SP-15")).rejects.toThrow("Bad username or password");
    const second = await edge({ sn: "SP-15", password: "another1" });
    second.nodeBirth([level(8)]);
    await until(async () => (await latest(id, 1, "Level")) === 0.8, "the second birth");
    const companyId = await site.addCompany("Elsewhere");
    expect((await site.ask(device.calls.change_user, { ids: [id], companyId }, { token })).code).toBe(0);
    second.nodeData([level(9)]);
    await until(async () => (await latest(id, 1, "Level")) === 0.9, "data after the move");
    expect((await site.ask(company.calls.disable, { ids: [companyId] }, { token })).code).toBe(0);
    await second.closed;
    expect((await site.ask(company.calls.enable, { ids: [companyId] }, { token })).code).toBe(0);
    const third = await edge({ sn: "SP-15", password: "another1" });
    await site.ask(device.calls.delete, { ids: [id] }, { token });
    await third.closed;
  });

  it("that speaks to a decoder of its own finds the request for its births as any host would make it", async () => {
    await added("SP-16");
    const node = await client("SP-16");
    const heard = new Promise<Buffer>((resolve) => node.once("message", (_topic, payload) => resolve(payload)));
    await node.subscribeAsync("spBv1.0/g/NCMD/SP-16", { qos: 0 });
    await node.publishAsync("spBv1.0/g/NDATA/SP-16", Buffer.from(encodePayload({ seq: 3, metrics: [] })), { qos: 1 });
    const { metrics, seq } = decodePayload(await heard);
    expect([metrics?.map(({ name, type, value }) => [name, type, value]), Number(seq ?? 0)]).toEqual([[[rebirth, "Boolean", true]], 0]);
  });
});
