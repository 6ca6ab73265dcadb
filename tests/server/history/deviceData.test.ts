import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { job } from "#contract/resources/job.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { dataFileJob } from "#server/history/dataFile.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const start = Date.UTC(2026, 0, 1);
const period = { from: new Date(start).toISOString(), to: new Date(start + 3_600_000).toISOString() };
let site: Site;
let token: string;
let one: string;
let two: string;
let points: Record<string, string>;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  const template = await addTemplate(site, token, "Pumps", [
    { name: "温度", nameEn: "temperature", address: "40001", valueType: "float64", max: 50 },
    { name: "压力", nameEn: "pressure", address: "40002" },
  ]);
  points = template.points;
  one = await addDevice(site, token, { sn: "GW-D1", name: "Pump one", recipeId: template.recipeId });
  two = await addDevice(site, token, { sn: "GW-D2", name: "Pump two", recipeId: template.recipeId });
  for (const sn of ["GW-D1", "GW-D2"]) {
    const client = await connectDevice(site, sn);
    await sendTelemetry(
      client,
      sn,
      Array.from({ length: 30 }, (_, n) => ({ ts: start + n * 60_000, slaves: [{ no: 1, values: { 40001: n * 2, 40002: n } }] })),
    );
    await client.endAsync();
  }
});
afterAll(() => site.close());

const asked = async (request: object) => {
  const answer = await site.ask(deviceData.calls.query, { deviceIds: [one, two], ...period, ...request }, { token });
  expect(answer.code).toBe(0);
  return answer.data;
};
const all = async (request: object) => {
  const rows = [];
  let cursor: string | null | undefined;
  do {
    const page = await asked({ ...request, ...(cursor ? { cursor } : {}) });
    rows.push(...page.rows);
    ({ cursor } = page);
  } while (cursor !== null);
  return rows;
};
const fileOf = (id: string) =>
  fetch(`${site.base}${job.calls.file.path}`, {
    method: "POST",
    headers: { token, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ id }),
  });
const ended = async (id: string) => {
  await site.gatehouse.services.jobs.idle();
  return (await site.ask(job.calls.query, {}, { token })).data.list.find((row) => row.id === id);
};

describe("the data manager", () => {
  it("lists what is stored of several devices by cursor, none twice, and takes it away as a file [S2.104]", async () => {
    const rows = await all({ limit: 7 });
    expect(rows.length).toBe(120);
    expect(new Set(rows.map(({ deviceId, pointId, ts }) => `${deviceId} ${pointId} ${ts}`)).size).toBe(120);
    expect(rows[0]).toMatchObject({
      deviceName: "Pump one",
      sn: "GW-D1",
      name: "温度",
      ts: new Date(start + 29 * 60_000).toISOString(),
      value: 58,
      beyond: "max",
    });
    const { data } = await site.ask(
      deviceData.calls.dlexcel,
      { deviceIds: [one, two], ...period, format: "csv", language: "en" },
      { token },
    );
    expect(await ended(data.id)).toMatchObject({ kind: "dataFile", state: "done" });
    const lines = (await (await fileOf(data.id)).text()).trim().split("\r\n");
    expect(lines.length).toBe(121);
    expect(lines[1]).toMatch(/^2026-01-01T08:00:00\+08:00,Pump one,GW-D1,1,[^,]+,temperature,0,,$/);
  });

  it("says in the file which device went meanwhile, and has the readings of the others", async () => {
    const { services } = site.gatehouse;
    const { type_id } = await services.db.selectFrom("device").select("type_id").where("id", "=", one).executeTakeFirstOrThrow();
    await services.db
      .insertInto("device")
      .values(deviceRow({ id: "gone", sn: "GW-GONE", name: "Gone", type_id, company_id: "root" }))
      .execute();
    const { id: userId } = await services.db.selectFrom("user").select("id").where("account", "=", "admin").executeTakeFirstOrThrow();
    const asker = await services.sessions.callerOf(userId, "test");
    if (!asker) throw new Error("nobody asks");
    let lines: string[] = [];
    const ofAll = { deviceIds: [one, "gone", two], ...period, point: "40002" };
    await dataFileJob.run(
      {
        ...{ id: "job", language: "en", at: start, cursor: undefined },
        request: { ...ofAll, kind: "stored", format: "csv", language: "en" },
        caller: async () => asker,
        report: async ({ done }) => {
          if (done === 1) await services.db.deleteFrom("device").where("id", "=", "gone").execute();
        },
        async keepFile({ body }) {
          lines = (await text(body as Readable)).trim().split("\r\n");
        },
      },
      {
        ...{ ...services, licensing: services },
        failed(fault) {
          throw fault;
        },
      },
    );
    expect(lines.length).toBe(62);
    expect(lines[31]).toBe(",Gone,GW-GONE,,,,,,the device was deleted or transferred: not all of its readings are here");
    expect(lines[32]).toContain("Pump two");
  });

  it("narrows by data point, value, limits and what could not be read", async () => {
    expect((await all({ point: "PRESS" })).every(({ pointId }) => pointId === points["40002"])).toBe(true);
    expect((await all({ deviceIds: [one], point: "40001", least: 10, most: 14 })).map(({ value }) => value)).toEqual([14, 12, 10]);
    expect((await all({ deviceIds: [one], kind: "beyond" })).map(({ value }) => value)).toEqual([58, 56, 54, 52]);
    const client = await connectDevice(site, "GW-D1");
    await sendTelemetry(client, "GW-D1", { values: { 40001: "much" } });
    await client.endAsync();
    const now = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
    const faults = async () => (await site.ask(deviceEvent.calls.query, { deviceId: one, kind: "fault" }, { token })).data.total;
    await expect.poll(faults).toBe(1);
    expect((await all({ kind: "invalid", ...now })).map(({ deviceName, name, value }) => [deviceName, name, value])).toEqual([
      ["Pump one", "温度", null],
    ]);
    const request = { deviceIds: [one], ...now, kind: "invalid", format: "csv", language: "en" };
    const { data } = await site.ask(deviceData.calls.dlexcel, request, { token });
    await ended(data.id);
    const [, line] = (await (await fileOf(data.id)).text()).trim().split("\r\n");
    expect(line?.match(/temperature/g)).toHaveLength(2);
    expect(line).not.toContain("温度");
  });

  it("lists what could not be read by cursor, each once, while newer ones come [S7.022]", async () => {
    const { db } = site.gatehouse.services;
    const fault = (at: number, address: string) =>
      db
        .insertInto("device_event")
        .values({
          ...{ id: `fault-${at}-${address}`, device_id: two, company_id: "root", kind: "fault", at, account: "", result: "" },
          content: JSON.stringify({ code: "type", values: { slave: 1, address } }),
        })
        .execute();
    for (const at of [start + 1000, start + 2000, start + 3000]) for (const address of ["40001", "40002"]) await fault(at, address);
    const walked: string[] = [];
    let cursor: string | null = null;
    let newer = start + 10_000;
    do {
      const page: Awaited<ReturnType<typeof asked>> = await asked({ kind: "invalid", limit: 1, ...(cursor ? { cursor } : {}) });
      walked.push(...page.rows.map(({ ts, pointId }) => `${ts} ${pointId}`));
      ({ cursor } = page);
      await fault(newer, "40001");
      newer += 1000;
    } while (cursor !== null);
    expect([walked.length, new Set(walked).size]).toEqual([6, 6]);
    expect((await site.ask(deviceData.calls.query, { deviceIds: [two], ...period, kind: "invalid", cursor: "#6" }, { token })).code).toBe(
      400,
    );
    await db.deleteFrom("device_event").where("device_id", "=", two).where("kind", "=", "fault").execute();
  });

  it("deletes a period for who types the name, from curves as well, leaves the rest, and says so in the log", async () => {
    const cut = { deviceIds: [one], from: period.from, to: new Date(start + 10 * 60_000).toISOString() };
    expect((await site.ask(deviceData.calls.count, cut, { token })).data).toEqual({
      readings: 20,
      points: 2,
      devices: ["Pump one"],
      confirm: "Pump one",
    });
    expect((await site.ask(deviceData.calls.delete, { ...cut, confirm: "Pump two" }, { token })).fields.map(({ path }) => path)).toEqual([
      "confirm",
    ]);
    expect((await all({})).length).toBe(120);
    const { data } = await site.ask(deviceData.calls.delete, { ...cut, confirm: "Pump one" }, { token });
    expect(await ended(data.id)).toMatchObject({ kind: "dataErasure", state: "done", failed: 0 });
    expect((await all({})).length).toBe(100);
    const curves = await site.ask(
      deviceDataLog.calls.query_mutil,
      { deviceId: one, points: [{ slave: 1, pointId: points["40001"] }], aggregation: "hour", ...period },
      { token },
    );
    expect(curves.data.curves[0]).toMatchObject({ min: [20], count: [20] });
    const log = (await site.ask(deviceEvent.calls.query_user_event, { call: deviceData.calls.delete.path }, { token })).data.list;
    expect(log.map(({ code }) => code)).toEqual([0, 0, 400]);
    expect(JSON.parse(log[0]?.detail ?? "")).toMatchObject({ deviceId: one, readings: 20, from: cut.from, to: cut.to });
  });

  it("asks for the organisation's name where several devices lose readings, and refuses a device of others as one that is not there", async () => {
    const cut = { deviceIds: [one, two], ...period };
    const { data } = await site.ask(deviceData.calls.count, cut, { token });
    const company = await site.gatehouse.services.db
      .selectFrom("company")
      .select("name")
      .where("id", "=", "root")
      .executeTakeFirstOrThrow();
    expect([data.readings, data.confirm]).toEqual([100, company.name]);
    const companyId = await site.addCompany("Far");
    await site.addUser({ account: "far", companyId, roles: ["role-administrator"] });
    const far = await site.signIn("far", "secret1");
    for (const call of Object.values(deviceData.calls)) {
      const of = (id: string) => site.ask(call, { deviceIds: [id], ...period, confirm: "Pump one", format: "csv" }, { token: far });
      expect([call.path, (await of(one)).code]).toEqual([call.path, 404]);
      expect(await of(one)).toEqual(await of("missing"));
    }
    expect((await site.ask(device.calls.get, { id: one }, { token })).data.slaves[0]?.points[0]?.value).toBe(58);
  });

  it("deletes the readings of several devices, and says of each how many they were", async () => {
    const cut = { deviceIds: [one, two], from: new Date(start + 20 * 60_000).toISOString(), to: period.to };
    const { data: counted } = await site.ask(deviceData.calls.count, cut, { token });
    expect(counted).toMatchObject({ readings: 40, points: 4, devices: ["Pump one", "Pump two"] });
    const { data } = await site.ask(deviceData.calls.delete, { ...cut, confirm: counted.confirm }, { token });
    expect(await ended(data.id)).toMatchObject({ state: "done", done: 2, failed: 0 });
    const { list } = (await site.ask(job.calls.results, { id: data.id }, { token })).data;
    expect(list.map(({ record, message }) => [record, message])).toEqual([
      ["Pump one", "20"],
      ["Pump two", "20"],
    ]);
    const log = (await site.ask(deviceEvent.calls.query_user_event, { call: deviceData.calls.delete.path }, { token })).data.list;
    expect(log.slice(0, 3).map(({ detail }) => JSON.parse(detail || "{}").readings)).toEqual([20, 20, undefined]);
    expect(await all({ from: cut.from })).toEqual([]);
  });
});
