import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "./fleet.ts";
import { fileOf, head, upload } from "./imports/tables.ts";
import { adminPassword, openSite, type Site } from "./site.ts";
import { xlsxCells } from "./xlsxCells.ts";

const sn = "00012345678901234567";
const [signed, unsigned] = ["9223372036854775807", "18446744073709551615"];
const start = Date.UTC(2026, 10, 20);
const period = { from: new Date(start).toISOString(), to: new Date(start + 3_600_000).toISOString() };

let site: Site;
let token: string;
let id: string;
let points: Record<string, string>;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  const template = await addTemplate(site, token, "Meters", [
    { name: "有符号", nameEn: "Signed", address: "s", valueType: "int64" },
    { name: "无符号", nameEn: "Unsigned", address: "u", valueType: "uint64" },
  ]);
  ({ points } = template);
  id = await addDevice(site, token, { sn, name: "Meter", recipeId: template.recipeId });
  const rule = { name: "Full", recipeId: template.recipeId, pointId: points.u, condition: "above", a: 5, level: 3 };
  expect((await site.ask(alarmTrigger.calls.post, rule, { token })).code).toBe(0);
});
afterAll(() => site.close());

const answered = async (call: Call, request: object) => {
  const answer = await site.ask(call, request, { token, language: "en" });
  expect(answer.code).toBe(0);
  return answer.data;
};
const fileNow = async (call: Call, request: object): Promise<Buffer> => {
  const headers = { token, "Accept-Language": "en-US" };
  const response = await fetch(site.base + call.path, { method: "POST", headers, body: new URLSearchParams(encodeFields(request)) });
  return Buffer.from(await response.arrayBuffer());
};
const fileLater = async (call: typeof deviceData.calls.dlexcel | typeof device.calls.dlexcel, request: object): Promise<Buffer> => {
  const begun = (await answered(call, request)) as { id: string };
  await site.gatehouse.services.jobs.idle();
  return fileOf(site, token, begun.id);
};

it("keeps every digit of an SN and of 64-bit counters, sent as numbers and as text, in calls, messages and files [S3.078]", async () => {
  const socket = io(site.base, { query: { token, lang: "en" }, transports: ["websocket"], reconnection: false });
  const heard: string[] = [];
  socket.on("message", (text: string) => heard.push(text));
  await new Promise<void>((resolve) => socket.on("connect", () => resolve()));
  await new Promise((resolve) => socket.emit("subscibe_device_on", { token, deviceId: id }, resolve));

  const client = await connectDevice(site, sn);
  const message = (ts: number, s: string, u: string) => `{"ts": ${ts}, "slaves": [{"no": 1, "values": {"s": ${s}, "u": ${u}}}]}`;
  await sendTelemetry(client, sn, message(start, "-9223372036854775808", "9007199254740993"));
  await sendTelemetry(client, sn, message(start + 1000, signed, unsigned));
  await sendTelemetry(client, sn, message(start + 2000, `"${signed}"`, `"${unsigned}"`));
  await client.endAsync();

  const chosen = { deviceId: id, points: [points.s, points.u].map((pointId) => ({ slave: 1, pointId })), ...period };
  const [one, table, curves, stored, alarms] = await Promise.all([
    site.ask(device.calls.get, { id }, { token }),
    site.ask(deviceDataLog.calls.query, { ...chosen, order: "asc" }, { token }),
    site.ask(deviceDataLog.calls.query_mutil, { ...chosen, columns: 600 }, { token }),
    site.ask(deviceData.calls.query, { deviceIds: [id], ...period }, { token }),
    site.ask(alarmLog.calls.query, { deviceId: id }, { token }),
  ]);
  const values = [
    ["-9223372036854775808", "9007199254740993"],
    [signed, unsigned],
    [signed, unsigned],
  ];
  expect([one.data.sn, one.data.slaves[0]?.points.map(({ value }) => value)]).toEqual([sn, [signed, unsigned]]);
  expect(table.data.rows.map((row) => row.values)).toEqual(values);
  expect(curves.data.curves.map(({ value }) => value)).toEqual([values.map(([s]) => s), values.map(([, u]) => u)]);
  expect(stored.data.rows.map(({ sn: of, value }) => [of, value])).toEqual(
    [signed, signed, "-9223372036854775808", unsigned, unsigned, "9007199254740993"].map((value) => [sn, value]),
  );
  expect(alarms.data.list.map(({ deviceSn, value }) => [deviceSn, value])).toEqual([[sn, "9007199254740993"]]);
  await until(() => heard.some((text) => text.includes(`"value":"${unsigned}"`)), "the counters over the socket");
  expect(heard.some((text) => text.includes(`"value":"${signed}"`))).toBe(true);
  expect(heard.some((text) => text.includes(`"deviceSn":"${sn}"`))).toBe(true);
  socket.disconnect();

  const whole = [sn, ...values.flat()];
  const missing = (text: string): string[] => whole.filter((digits) => !text.includes(digits));
  for (const call of [
    (format: string) => fileNow(deviceDataLog.calls.dlexcel, { ...chosen, format }),
    (format: string) => fileLater(deviceData.calls.dlexcel, { deviceIds: [id], ...period, format }),
  ]) {
    expect(missing((await call("csv")).toString("utf8"))).toEqual([]);
    const cells = xlsxCells(await call("xlsx")).flat();
    expect(whole.filter((digits) => !cells.includes(digits))).toEqual([]);
  }
});

it("gives an SN of twenty digits away in a table of devices, and takes it back as it was [S3.078]", async () => {
  expect((await fileLater(device.calls.dlexcel, { format: "csv" })).toString("utf8")).toMatch(new RegExp(`^${sn},`, "m"));
  const file = await fileLater(device.calls.dlexcel, { format: "xlsx" });
  const taken = (await upload(site, token, file)).data;
  expect(await head(site, token, taken.id)).toMatchObject({ total: 1, same: 1, faulty: 0 });
});
