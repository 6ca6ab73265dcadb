import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

describe("from a device's message to the stored reading", () => {
  let site: Site;
  let token: string;
  let points: Record<string, string>;
  let id: string;
  const sn = "GW-0001";

  beforeAll(async () => {
    site = await openSite();
    token = await site.signIn("admin", adminPassword);
    const template = await addTemplate(site, token, "Cold room", [
      {
        name: "温度",
        nameEn: "temperature",
        address: "40001",
        decimals: 1,
        unit: "°C",
        receiveFormula: "x/10",
        sendFormula: "x*10",
        writable: true,
        valueType: "int16",
      },
      { name: "比值", nameEn: "ratio", address: "40002", receiveFormula: "100/x", decimals: 2 },
      { name: "状态", nameEn: "state", address: "40003", storeMode: 2, valueType: "uint16", writable: true },
      { name: "即时", nameEn: "live", address: "40004", storeMode: 0 },
      { name: "只读", nameEn: "fixed", address: "40005" },
    ]);
    points = template.points;
    id = await addDevice(site, token, { sn, name: "Cold room 1", recipeId: template.recipeId });
  });
  afterAll(() => site.close());

  const latest = async (address: string): Promise<{ value: number | string | null; ts: string | null } | undefined> => {
    const { data } = await site.ask(device.calls.get, { id }, { token });
    return data.slaves[0]?.points.find((point) => point.address === address);
  };
  const rows = async (address: string, from = 0, to = Date.UTC(2040, 0, 1)): Promise<{ ts: number; value: unknown }[]> => {
    const { data } = await site.ask(
      deviceDataLog.calls.query,
      {
        deviceId: id,
        points: [{ slave: 1, pointId: points[address] }],
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        order: "asc",
        limit: 10_000,
      },
      { token },
    );
    return data.rows.map(({ ts, values }) => ({ ts: Date.parse(ts), value: values[0] }));
  };
  const faults = async (): Promise<string[]> => {
    const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "fault", pageSize: 200 }, { token });
    return data.list.map(({ content }) => content);
  };

  it("stores what is acknowledged, by address or English name, one object or an array, with ts in ms or ISO [S7.113] [S7.114] [S3.043]", async () => {
    const client = await connectDevice(site, sn);
    const start = Date.UTC(2026, 0, 1);
    await sendTelemetry(client, sn, { ts: start, slaves: [{ no: 1, values: { 40001: 215 } }] });
    await sendTelemetry(client, sn, [
      { ts: start + 1000, slaves: [{ no: 1, values: { temperature: 216 } }] },
      { ts: new Date(start + 2000).toISOString(), slaves: [{ no: 1, values: { 40001: "217" } }] },
    ]);
    expect(await rows("40001")).toEqual([
      { ts: start, value: 21.5 },
      { ts: start + 1000, value: 21.6 },
      { ts: start + 2000, value: 21.7 },
    ]);
    await client.endAsync();
  });

  it("takes values alone for slave 1 at arrival time [S7.115]", async () => {
    const client = await connectDevice(site, sn);
    const before = Date.now();
    await sendTelemetry(client, sn, { values: { 40001: 220 } });
    const now = await latest("40001");
    expect(now?.value).toBe(22);
    expect(Date.parse(now?.ts ?? "")).toBeGreaterThanOrEqual(before);
    await client.endAsync();
  });

  it("keeps late and repeated readings at their own time and does not roll the latest back [S7.124]", async () => {
    const client = await connectDevice(site, sn);
    const late = { ts: Date.UTC(2025, 5, 1), slaves: [{ no: 1, values: { 40001: 100 } }] };
    await sendTelemetry(client, sn, late);
    await sendTelemetry(client, sn, late);
    await sendTelemetry(client, sn, { ...late, ts: late.ts - 5000 });
    expect((await latest("40001"))?.value).toBe(22);
    expect(await rows("40001", late.ts - 10_000, late.ts + 10_000)).toEqual([
      { ts: late.ts - 5000, value: 10 },
      { ts: late.ts, value: 10 },
    ]);
    await client.endAsync();
  });

  it("stores a reading of 2036 at its arrival and says so in the device's log [S7.125]", async () => {
    const client = await connectDevice(site, sn);
    const before = Date.now();
    await sendTelemetry(client, sn, { ts: Date.UTC(2036, 0, 1), slaves: [{ no: 1, values: { 40005: 7 } }] });
    const [row] = await rows("40005");
    expect(row?.value).toBe(7);
    expect(row?.ts).toBeGreaterThanOrEqual(before);
    expect(row?.ts).toBeLessThanOrEqual(Date.now());
    await until(async () => (await faults()).some((content) => content.includes("future")), "the fault");
    await client.endAsync();
  });

  it("counts what cannot be read, keeps its raw bytes, and goes on: malformed JSON, NaN, infinity, division by zero [S7.123] [S3.079]", async () => {
    const client = await connectDevice(site, sn);
    await sendTelemetry(client, sn, '{"values": {"40001": ');
    await sendTelemetry(client, sn, '{"values": {"40001": NaN}}');
    await sendTelemetry(client, sn, '{"values": {"40002": 1e999}}');
    await sendTelemetry(client, sn, { values: { 40002: "Infinity" } });
    await sendTelemetry(client, sn, { values: { 40002: 0 } });
    await sendTelemetry(client, sn, { values: { 40002: 8 } });
    const values = (await rows("40002")).map(({ value }) => value);
    // What could not be read within one millisecond is one mark.
    expect([new Set(values.slice(0, -1)), values.at(-1)]).toEqual([new Set([null]), 12.5]);
    const kept = await until(async () => {
      const all = await faults();
      return all.length >= 6 && all;
    }, "six faults");
    expect(kept.filter((content) => content.includes('"json"'))).toHaveLength(1);
    expect(kept.filter((content) => content.includes("notFinite")).length).toBeGreaterThanOrEqual(3);
    expect(kept.some((content) => content.includes('{\\"values\\": {\\"40001\\": '))).toBe(true);
    await client.endAsync();
  });

  it("writes history by store mode: every reading, changes only, none [S3.041] [S4.081] [S4.082] [S4.083]", async () => {
    const client = await connectDevice(site, sn);
    const start = Date.UTC(2026, 1, 1);
    for (const [at, value] of [5, 5, 6, 6, 5].entries()) {
      await sendTelemetry(client, sn, {
        ts: start + at * 1000,
        slaves: [{ no: 1, values: { 40001: value * 10, 40003: value, 40004: value } }],
      });
    }
    const during = async (address: string) => (await rows(address, start, start + 60_000)).map(({ value }) => value);
    expect(await during("40001")).toEqual([5, 5, 6, 6, 5]);
    expect(await during("40003")).toEqual([5, 6, 5]);
    expect(await during("40004")).toEqual([]);
    expect((await latest("40004"))?.value).toBe(5);
    await client.endAsync();
  });

  it("draws no gap where only changes are stored: the value held; elsewhere silence is a gap", async () => {
    const client = await connectDevice(site, sn);
    const start = Date.UTC(2026, 2, 1);
    for (const [after, value] of [
      [0, 1],
      [60_000, 1],
      [7_200_000, 2],
    ] as const) {
      await sendTelemetry(client, sn, { ts: start + after, slaves: [{ no: 1, values: { 40001: value * 10, 40003: value } }] });
    }
    const { data } = await site.ask(
      deviceDataLog.calls.query_mutil,
      {
        deviceId: id,
        points: ["40001", "40003"].map((address) => ({ slave: 1, pointId: points[address] })),
        from: new Date(start).toISOString(),
        to: new Date(start + 10_000_000).toISOString(),
      },
      { token },
    );
    expect(data.curves.map(({ value }) => value)).toEqual([
      [1, null, 1, null, 2],
      [1, 2],
    ]);
    await client.endAsync();
  });

  it("refuses an unknown SN and a wrong password", async () => {
    await expect(connectDevice(site, "GW-9999")).rejects.toThrow(/Not authorized|Bad username/);
    await expect(connectDevice(site, sn, "wrong-one")).rejects.toThrow(/Not authorized|Bad username/);
  });

  it("lets a device publish and subscribe to its own topics only [S6.051]", async () => {
    const client = await connectDevice(site, sn);
    await client.publishAsync("gw/GW-0002/telemetry", '{"values":{"40001":1}}', { qos: 1 });
    await until(async () => (await faults()).some((content) => content.includes("foreignTopic")), "the fault");
    const [granted] = await client.subscribeAsync("gw/GW-0002/command").catch(() => [{ qos: 128 }]);
    expect(granted?.qos).toBe(128);
    await client.endAsync(true);
  });

  it("is online while it is connected and offline afterwards, activated from the first connection on [S4.041] [S4.043]", async () => {
    const client = await connectDevice(site, sn);
    const presence = async () => (await site.ask(device.calls.query, { search: sn }, { token })).data.list[0]?.presence;
    await until(async () => (await presence()) === "online", "online");
    await client.endAsync();
    await until(async () => (await presence()) === "offline", "offline");
    const { data } = await site.ask(device.calls.get, { id }, { token });
    expect(data.activatedAt).not.toBeNull();
  });

  it("writes a point by a command, run back through the sending formula, and answers the device's reply [S7.095] [S7.117] [S3.044]", async () => {
    const client = await connectDevice(site, sn);
    await client.subscribeAsync(`gw/${sn}/command`, { qos: 1 });
    const received: unknown[] = [];
    client.on("message", (_topic, payload) => {
      const command = JSON.parse(payload.toString());
      received.push(command.values);
      const code = command.values["40003"] === 9 ? 5 : 0;
      client.publish(`gw/${sn}/command/reply`, JSON.stringify({ id: command.id, code, message: code ? "not now" : "set" }), { qos: 1 });
    });
    const write = (values: object) => site.ask(device.calls.cmd, { id, slave: 1, values }, { token, language: "en" });
    const answer = await write({ [points["40001"] ?? ""]: 18.5 });
    expect([answer.code, answer.data.message]).toEqual([0, "set"]);
    expect(received).toEqual([{ 40001: 185 }]);
    const refused = await write({ [points["40003"] ?? ""]: 9 });
    expect([refused.code, refused.message]).toEqual([1304, "The device rejected the command: not now"]);
    const readOnly = await write({ [points["40005"] ?? ""]: 1 });
    expect([readOnly.code, readOnly.message]).toEqual([1305, "Data point fixed is read-only"]);
    expect((await write({ [points["40003"] ?? ""]: 70_000 })).code).toBe(1306);
    await client.endAsync();
    await until(async () => !site.gatehouse.broker.isConnected(sn), "the end of the connection");
    expect((await write({ [points["40001"] ?? ""]: 18 })).code).toBe(1302);
    const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "command" }, { token });
    expect(data.list.length).toBeGreaterThanOrEqual(3);
  });

  it("raises one alarm, releases it, and has it processed by a person", async () => {
    const { data: one } = await site.ask(device.calls.get, { id }, { token });
    const rule = await site.ask(
      alarmTrigger.calls.post,
      { name: "Too warm", recipeId: one.slaves[0]?.recipeId, pointId: points["40001"], condition: "above", a: 8, max: 6, level: 3 },
      { token },
    );
    expect(rule.code).toBe(0);
    const client = await connectDevice(site, sn);
    for (const value of [50, 90, 95, 70, 90]) await sendTelemetry(client, sn, { values: { 40001: value } });
    const open = await site.ask(alarmLog.calls.query, { deviceId: id }, { token, language: "en" });
    expect(open.data.list.map(({ state, releasedAt, level }) => ({ state, releasedAt, level }))).toEqual([
      { state: 0, releasedAt: null, level: 3 },
    ]);
    await sendTelemetry(client, sn, { values: { 40001: 55 } });
    const [released] = (await site.ask(alarmLog.calls.query, { deviceId: id }, { token })).data.list;
    expect(released?.releasedAt).not.toBeNull();
    const processed = await site.ask(alarmLog.calls.recover, { ids: [released?.id], state: 1, remark: "door closed" }, { token });
    expect(processed.data).toEqual({ processed: 1 });
    const again = await site.ask(alarmLog.calls.recover, { ids: [released?.id], state: 2, remark: "no" }, { token });
    expect(again.code).toBe(1307);
    await client.endAsync();
  });
});
