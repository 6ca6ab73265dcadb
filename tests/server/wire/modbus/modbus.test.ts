import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addTemplate, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { watchDevice } from "#tests/server/watchDevice.ts";
import { type Dtu, dialIn, slaveMemory } from "./dtu.ts";

const registers = [
  { name: "Level", address: "40001", valueType: "uint16", receiveFormula: "x*0.1", sendFormula: "x*10", writable: true },
  { name: "Flow", address: "2", registerType: "holding", valueType: "float32", wordOrder: "little", writable: true },
  { name: "Energy", address: "4", registerType: "holding", valueType: "uint32", byteOrder: "little", wordOrder: "little" },
  { name: "Pump", address: "40009", valueType: "bool", startBit: 2, endBit: 2, writable: true },
  { name: "Valve", address: "40009", valueType: "bool", startBit: 5, endBit: 5, writable: true },
  { name: "Inlet", address: "30003", valueType: "int16" },
  { name: "Fan", address: "00004", valueType: "bool", writable: true },
  { name: "Door", address: "10006", valueType: "bool" },
  { name: "Serial", address: "20", registerType: "holding", valueType: "text", registers: 4 },
  { name: "Counter", address: "30", registerType: "holding", valueType: "uint32", coding: "bcd" },
];

describe("a gateway that dials in and is polled", () => {
  let site: Site;
  let token: string;
  let recipeId: string;
  let points: Record<string, string>;
  let modelId: string;
  const open: Dtu[] = [];

  beforeAll(async () => {
    site = await openSite({ variables: { DTU_PORT: "0" } });
    token = await site.signIn("admin", adminPassword);
    ({ recipeId } = await addTemplate(site, token, "Pumps", registers));
    const rows = await site.gatehouse.services.db.selectFrom("point").select(["id", "name"]).where("recipe_id", "=", recipeId).execute();
    points = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
    modelId = await addModel({});
  });
  afterEach(async () => {
    for (const dtu of open.splice(0)) await dtu.close();
  });
  afterAll(() => site.close());

  const addModel = async (settings: object): Promise<string> => {
    const name = `Model ${Math.random()}`;
    const model = { name, transmission: "modbus-rtu-over-tcp", pollSeconds: 1, timeoutMs: 200, ...settings };
    const answer = await site.ask(deviceModel.calls.post, model, { token });
    expect([answer.code, answer.fields]).toEqual([0, []]);
    return answer.data.id;
  };
  const added = async (sn: string, { model = modelId, slaves = [1], recipe = recipeId } = {}): Promise<string> => {
    const request = {
      ...{ name: sn, sn, password: "devicepw", typeId: "type-general", industry: "水务", modelId: model },
      slaves: slaves.map((no) => ({ no, name: `Slave ${no}`, recipeId: recipe })),
    };
    const answer = await site.ask(device.calls.post, request, { token });
    expect([answer.code, answer.message]).toEqual([0, expect.anything()]);
    return answer.data.id;
  };
  const dial = async (
    options: Partial<Parameters<typeof dialIn>[0]> & Pick<Parameters<typeof dialIn>[0], "registration">,
  ): Promise<Dtu> => {
    const dtu = await dialIn({ port: site.gatehouse.dtuPort ?? 0, slaves: new Map(), ...options });
    open.push(dtu);
    return dtu;
  };
  const latest = async (id: string, slave: number, name: string): Promise<unknown> => latestOf(id, slave, points[name] ?? "");
  const latestOf = async (id: string, slave: number, pointId: string): Promise<unknown> => {
    const period = { from: new Date(0).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
    const asked = { deviceId: id, points: [{ slave, pointId }], ...period, order: "desc", limit: 1 };
    const { data } = await site.ask(deviceDataLog.calls.query, asked, { token });
    return data.rows[0]?.values[0];
  };
  const online = (id: string) => site.gatehouse.services.presence.isConnected(id);
  const faults = async (id: string): Promise<{ code: string; values: object }[]> => {
    const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "fault", pageSize: 100 }, { token });
    return data.list.map(({ content }) => JSON.parse(content));
  };
  const command = (id: string, slave: number, values: Record<string, unknown>) => {
    const byId = Object.fromEntries(Object.entries(values).map(([name, value]) => [points[name], value]));
    return site.ask(device.calls.cmd, { id, slave, values: byId }, { token, language: "en" });
  };

  it("registers with its SN and is read as the data template says: types, bits, orders, each kind of register [S7.120]", async () => {
    const id = await added("DTU-1");
    const memory = slaveMemory();
    memory.holding.writeUInt16BE(215, 0);
    memory.holding.write("000041a0", 4, "hex");
    memory.holding.write("78563412", 8, "hex");
    memory.holding.writeUInt16BE(0b100, 16);
    memory.holding.write("SN-007", 40, "utf8");
    memory.holding.write("00123456", 60, "hex");
    memory.input.writeInt16BE(-40, 4);
    memory.coils[0] = 0b1000;
    memory.discrete[0] = 0b10_0000;
    await dial({ registration: "DTU-1", slaves: new Map([[1, memory]]) });
    await until(async () => (await latest(id, 1, "Counter")) !== undefined && (await latest(id, 1, "Door")) !== undefined, "readings");
    const values = Object.fromEntries(await Promise.all(Object.keys(points).map(async (name) => [name, await latest(id, 1, name)])));
    expect(values).toEqual({
      ...{ Level: 21.5, Flow: 20, Energy: 0x12345678, Pump: 1, Valve: 0, Inlet: -40, Fan: 1, Door: 1, Serial: "SN-007", Counter: 123_456 },
    });
    expect(online(id)).toBe(true);
  });

  it("is written by commands, each with the function of its register, and bits leave the others alone [S7.120]", async () => {
    const id = await added("DTU-2");
    const memory = slaveMemory();
    memory.holding.writeUInt16BE(0b10_0001, 16);
    const dtu = await dial({ registration: "DTU-2\r\n", slaves: new Map([[1, memory]]) });
    await until(() => online(id), "the gateway");
    expect((await command(id, 1, { Level: 30.5, Fan: true, Pump: 1 })).code).toBe(0);
    expect([memory.holding.readUInt16BE(0), memory.holding.readUInt16BE(16), memory.coils[0]]).toEqual([305, 0b10_0101, 0b1000]);
    expect((await command(id, 1, { Flow: 12.5, Valve: 0 })).code).toBe(0);
    expect([memory.holding.toString("hex", 4, 8), memory.holding.readUInt16BE(16)]).toEqual(["00004148", 0b00_0101]);
    expect(dtu.asked.filter(({ fn }) => fn > 4).map(({ fn, address }) => [fn, address])).toEqual([
      ...[
        [5, 3],
        [6, 0],
        [6, 8],
        [16, 2],
        [6, 8],
      ],
    ]);
    await until(async () => (await latest(id, 1, "Level")) === 30.5, "what was written");
  });

  it("has address 0 of each kind of register in one template, each read and written as its letters say", async () => {
    const zeros = [
      { name: "Coil 0", address: "C0", valueType: "bool", writable: true },
      { name: "Discrete 0", address: "DI0", valueType: "bool" },
      { name: "Input 0", address: "IR0", valueType: "int16" },
      { name: "Holding 0", address: "HR0", valueType: "uint16", writable: true },
      { name: "Classic 2", address: "40002", valueType: "uint16" },
      { name: "Short 2", address: "2", valueType: "uint16" },
    ];
    const { recipeId: recipe } = await addTemplate(site, token, "Zeros", zeros);
    const { data } = await site.ask(deviceDataRecipe.calls.list_body, { recipeId: recipe, pageSize: 20 }, { token });
    const ids = new Map(data.list.map(({ id, name }) => [name, id]));
    const id = await added("DTU-0", { recipe });
    const memory = slaveMemory();
    memory.coils[0] = 0b1;
    memory.discrete[0] = 0b10;
    memory.input.writeInt16BE(-7, 0);
    for (const [register, value] of [41, 42, 43].entries()) memory.holding.writeUInt16BE(value, 2 * register);
    const dtu = await dial({ registration: "DTU-0", slaves: new Map([[1, memory]]) });
    const read = (name: string) => latestOf(id, 1, ids.get(name) ?? "");
    const all = () => Promise.all(zeros.map(({ name }) => read(name)));
    await until(async () => (await all()).every((value) => value !== undefined), "readings");
    expect(await all()).toEqual([1, 0, -7, 41, 42, 43]);
    const values = { [ids.get("Coil 0") ?? ""]: 0, [ids.get("Holding 0") ?? ""]: 99 };
    expect((await site.ask(device.calls.cmd, { id, slave: 1, values }, { token, language: "en" })).code).toBe(0);
    expect([memory.coils[0], memory.holding.readUInt16BE(0), memory.input.readInt16BE(0), memory.discrete[0]]).toEqual([0, 99, -7, 0b10]);
    const written = dtu.asked.filter(({ fn }) => fn > 4).map(({ fn, address }) => `${fn} ${address}`);
    expect(written.sort()).toEqual(["5 0", "6 0"]);
    await until(async () => (await read("Holding 0")) === 99 && (await read("Coil 0")) === 0, "what was written");
  });

  it("refuses a command with what its slave says, or that it says nothing", async () => {
    const id = await added("DTU-3", { slaves: [1, 2] });
    const slaves = new Map([[1, slaveMemory()]]);
    await dial({ registration: "DTU-3", slaves, refuses: ({ fn }) => (fn === 6 ? 3 : fn === 5 ? 7 : undefined) });
    await until(() => online(id), "the gateway");
    const refused = async (slave: number, values: Record<string, unknown>) => {
      const { code, message } = await command(id, slave, values);
      return [code, message];
    };
    expect(await refused(1, { Level: 1 })).toEqual([1423, expect.stringContaining("exception 03")]);
    expect(await refused(1, { Fan: 1 })).toEqual([1425, expect.stringContaining("07")]);
    expect(await refused(2, { Level: 1 })).toEqual([1420, expect.stringContaining("did not respond")]);
    const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "command", pageSize: 10 }, { token });
    expect(data.list.map(({ result }) => result).sort()).toEqual(["slaveException", "slaveSilent", "slaveValue"]);
  });

  it("is read through whatever its line does to the answers: torn, glued to noise, echoed, lost, flipped", async () => {
    const id = await added("DTU-4");
    const memory = slaveMemory();
    memory.holding.writeUInt16BE(100, 0);
    let turn = 0;
    const dtu = await dial({
      registration: "DTU-4",
      slaves: new Map([[1, memory]]),
      way: (answer) => {
        turn += 1;
        if (turn % 5 === 0) return [];
        if (turn % 5 === 1) return [...answer].map((byte) => Buffer.from([byte]));
        if (turn % 5 === 2) return [Buffer.from("heartbeat"), Buffer.concat([Buffer.from([1, 3, 0xff]), answer, Buffer.from("\0\0")])];
        if (turn % 5 === 3) return [Buffer.concat([answer.subarray(0, 3), Buffer.from([(answer[3] ?? 0) ^ 4]), answer.subarray(4)])];
        return [Buffer.from("0103000000017bc8", "hex"), answer];
      },
    });
    for (const level of [100, 200, 300]) {
      memory.holding.writeUInt16BE(level, 0);
      await until(async () => (await latest(id, 1, "Level")) === level / 10, `level ${level}`, 20_000);
    }
    dtu.way = (answer) => [answer];
  });

  it("whose slave is silent reads its neighbours on, asks it seldom and says so in its log", async () => {
    const id = await added("DTU-5", { slaves: [1, 2] });
    const memory = slaveMemory();
    const dtu = await dial({ registration: "DTU-5", slaves: new Map([[1, memory]]) });
    await until(async () => (await faults(id)).some(({ code }) => code === "slaveSilent"), "the fault");
    const from = dtu.asked.length;
    await until(() => dtu.asked.slice(from).filter(({ unit }) => unit === 1).length > 12, "readings of the neighbour");
    expect(dtu.asked.slice(from).filter(({ unit }) => unit === 2).length).toBeLessThan(6);
    expect((await faults(id)).filter(({ code }) => code === "slaveSilent").map(({ values }) => values)).toEqual([{ slave: 2 }]);
  });

  it("whose slave's answers cannot be read says so in its log and live, with the bytes that came; a heartbeat is none of them", async () => {
    const id = await added("DTU-5-2", { model: await addModel({ heartbeat: "4842" }) });
    const memory = slaveMemory();
    const dtu = await dial({ registration: "DTU-5-2", slaves: new Map([[1, memory]]), way: () => [Buffer.from("HBHB")] });
    await until(async () => (await faults(id)).some(({ code }) => code === "slaveSilent"), "the silence");
    expect((await faults(id)).map(({ code }) => code)).not.toContain("slaveGarbled");
    const live = () => site.ask(deviceMessage.calls.query, { deviceId: id }, { token });
    const { socket } = await watchDevice(site, token, id);
    dtu.way = (answer) => [answer.subarray(0, 4)];
    await until(async () => (await faults(id)).some(({ code }) => code === "slaveGarbled"), "the fault");
    await until(async () => (await live()).data.list.some(({ hex }) => hex?.startsWith("0103")), "the bytes");
    socket.disconnect();
  });

  it("whose slave never answers one of its reads is asked for all others, again and again, and seldom for that one", async () => {
    await added("DTU-5-1");
    const dtu = await dial({ registration: "DTU-5-1", slaves: new Map([[1, slaveMemory()]]) });
    const dead = await until(() => dtu.asked[0], "the first read");
    dtu.way = (answer, { fn }) => (fn === dead.fn ? [] : [answer]);
    const countOf = (fn: number) => dtu.asked.filter((asked) => asked.fn === fn).length;
    const others = [1, 2, 3, 4].filter((fn) => fn !== dead.fn);
    await until(() => others.every((fn) => countOf(fn) >= 6), "six rounds of the others", 30_000);
    expect(countOf(dead.fn)).toBeLessThan(2 * Math.max(...others.map(countOf)));
    const [before, otherwise] = [countOf(dead.fn), Math.max(...others.map(countOf))];
    await until(() => others.every((fn) => countOf(fn) >= otherwise + 6), "six more", 30_000);
    expect(countOf(dead.fn) - before).toBeLessThan(6);
  });

  it("whose slave lacks a register reads the others, and its log names that one", async () => {
    const id = await added("DTU-6");
    const memory = slaveMemory();
    const lacks = ({ fn, address, count }: { fn: number; address: number; count: number }) =>
      fn === 3 && address <= 4 && address + count > 4 ? 2 : undefined;
    await dial({ registration: "DTU-6", slaves: new Map([[1, memory]]), refuses: lacks });
    await until(async () => (await latest(id, 1, "Flow")) === 0 && (await latest(id, 1, "Pump")) === 0, "the others");
    await until(async () => (await faults(id)).length > 0, "the fault");
    expect((await faults(id)).map(({ code, values }) => [code, values])).toEqual([
      ["slaveAddress", { slave: 1, address: "4", code: "02" }],
    ]);
  });

  it("registers with bytes that are its SN in hexadecimal, with its password, and without one only where its model lets it", async () => {
    const strict = await addModel({ registration: "password" });
    const [hex, secret] = [await added("A1FF00B2"), await added("DTU-7", { model: strict })];
    await dial({ registration: Buffer.from("a1ff00b2", "hex") });
    await until(() => online(hex), "the gateway of bytes");
    const wrong = ["DTU-7", "DTU-7,wrong", "NOBODY", "A1FF00B2,wrong"];
    const strangers = await Promise.all(wrong.map((registration) => dial({ registration })));
    await until(() => strangers.every(({ socket }) => socket.closed), "the refusals");
    expect([online(hex), online(secret)]).toEqual([true, false]);
    await dial({ registration: "DTU-7,devicepw" });
    await until(() => online(secret), "the gateway with its password");
  });

  it("that is of another model is not let in by its SN, though it might sign in otherwise", async () => {
    const http = await addModel({ transmission: "http-push" });
    const id = await added("DTU-8", { model: http });
    const dtu = await dial({ registration: "DTU-8" });
    await until(() => dtu.socket.closed, "the refusal");
    const second = await dial({ registration: "DTU-8,devicepw" });
    await until(() => second.socket.closed, "the second refusal");
    expect(online(id)).toBe(false);
  });

  it("is taken over by a newer connection, follows its template, and is let go with its password, model or device", async () => {
    const { recipeId: own } = await addTemplate(site, token, "Own", [{ name: "P", address: "40001", valueType: "uint16" }]);
    const id = await added("DTU-9", { recipe: own });
    const memories = new Map([[1, slaveMemory()]]);
    const older = await dial({ registration: "DTU-9", slaves: memories });
    await until(() => older.asked.length > 0, "the first poll");
    const dtu = await dial({ registration: "DTU-9", slaves: memories });
    await until(() => older.socket.closed, "the takeover");
    expect(online(id)).toBe(true);
    await until(() => dtu.asked.length > 0, "the poll of the newer one");
    await site.ask(deviceDataRecipe.calls.add_body, { recipeId: own, name: "Q", address: "40021", valueType: "uint16" }, { token });
    await until(() => dtu.asked.some(({ address }) => address === 20), "the new point");
    const { data: row } = await site.ask(device.calls.get, { id }, { token });
    const slaves = row.slaves.map(({ no, name, recipeId: recipe }) => ({ no, name, recipeId: recipe }));
    expect((await site.ask(device.calls.put, { ...row, slaves, password: "another1" }, { token })).code).toBe(0);
    await until(() => dtu.socket.closed, "the change of the password");
    await until(() => !online(id), "the gateway to be offline");
    const third = await dial({ registration: "DTU-9", slaves: memories });
    await until(() => online(id), "the gateway again");
    await site.ask(device.calls.delete, { ids: [id] }, { token });
    await until(() => third.socket.closed, "the deletion");
  });
});
