import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { resources } from "#contract/resources.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const pageSize = 20;
const page = 10_000;
const rows = (page + 1) * pageSize;
const start = Date.UTC(2026, 0, 1);
const period = { from: new Date(start).toISOString(), to: new Date(start + 366 * 86_400_000).toISOString() };

let site: Site;
let token: string;
let deviceId: string;
let pointId: string;

const at = sql`${sql.lit(start)} + n * 1000`;
const numbered = sql`with recursive numbered(n) as (select 1 union all select n + 1 from numbered where n < ${sql.lit(rows)})`;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  const { recipeId, points } = await addTemplate(site, token, "Meter", [{ name: "Level", address: "1", storeMode: 1 }]);
  pointId = points[1] ?? "";
  deviceId = await addDevice(site, token, { sn: "GW-FAR", name: "Meter", recipeId });
  const { db, telemetry } = site.gatehouse.services;
  const of = sql`'row' || n, ${at}, 'root', ${sql.lit(deviceId)}`;
  await sql`insert into device_state_log (id, at, company_id, device_id, online, reason)
    ${numbered} select ${of}, n % 2, 'connected' from numbered`.execute(db);
  await sql`insert into device_event (id, at, company_id, device_id, kind, content, account, result)
    ${numbered} select ${of}, 'event', '{}', '', '' from numbered`.execute(db);
  await sql`insert into alarm_log (id, raised_at, company_id, device_id, slave, rule_name, point_name, point_name_en, unit, level, state,
      content, content_en, processor, remark)
    ${numbered} select ${of}, 1, '', '', '', '', 1, 0, '', '', '', '' from numbered`.execute(db);
  await sql`insert into operation_log (at, account, user_name, company_id, address, call, detail, change, companies, code, milliseconds,
      previous, hash)
    ${numbered} select ${at}, '', '', 'root', '', '/api/device/put', '{}', '', '', 0, 1, '', '' from numbered`.execute(db);
  const series = telemetry.series(deviceId, 1, pointId);
  for (let n = 0; n < rows; n += 1) {
    telemetry.append(series, start + n * 1000, n);
    if (n % 20_000 === 0) await telemetry.committed();
  }
  await telemetry.committed();
}, 120_000);
afterAll(() => site.close());

const ofDevice = () => ({ deviceId, pageSize });
const history = () => ({ deviceId, points: [{ slave: 1, pointId }], aggregation: "raw", ...period, limit: pageSize });
const logs: readonly [call: Call, request: () => object][] = [
  [alarmLog.calls.query, ofDevice],
  [deviceEvent.calls.query, ofDevice],
  [deviceEvent.calls.query_user_event, () => ({ pageSize })],
  [deviceStateLog.calls.query, ofDevice],
  [deviceDataLog.calls.query, history],
  [deviceData.calls.query, () => ({ deviceIds: [deviceId], ...period, limit: pageSize })],
];

interface Answered {
  list?: unknown[];
  rows?: unknown[];
  cursor: string | null;
}

const ask = async (call: Call, request: object): Promise<Answered> => {
  const { code, data, message } = await site.ask(call, request, { token });
  if (code !== 0) throw new Error(`${call.path}: ${code} ${message}`);
  return data as Answered;
};

/** Of many asks in turn, the milliseconds of the quickest of each. */
const quickest = async (call: Call, requests: readonly object[]): Promise<number[]> => {
  const times = requests.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < 20; turn += 1)
    for (const [place, request] of requests.entries()) {
      const begun = performance.now();
      await ask(call, request);
      times[place] = Math.min(times[place] ?? 0, performance.now() - begun);
    }
  return times;
};

/** The cursor behind the page before the ten-thousandth, which is asked for by its number, or by its time where pages have none. */
const farCursor = async (call: Call, request: object): Promise<string> => {
  const newest = rows - 1 - (page - 2) * pageSize;
  const asked = "limit" in request ? { to: new Date(start + newest * 1000 + 1).toISOString() } : { pageNo: page - 1 };
  return (await ask(call, { ...request, ...asked })).cursor ?? "";
};

describe("logs and history", () => {
  it("are these, which take a cursor", () => {
    const taking = resources
      .flatMap(({ calls }) => Object.values(calls))
      .filter(({ request }) => "cursor" in ((request as { shape?: object }).shape ?? {}));
    expect(taking.map(({ path }) => path).sort()).toEqual(logs.map(([{ path }]) => path).sort());
  });

  it.each(logs)("$path: the ten-thousandth page costs what the first does [S7.022]", async (call, request) => {
    const cursor = await farCursor(call, request());
    const far = await ask(call, { ...request(), cursor });
    expect((far.list ?? far.rows)?.length).toBe(pageSize);
    const [first = 0, last = 0] = await quickest(call, [request(), { ...request(), cursor }]);
    expect(last).toBeLessThan(1.6 * first + 2);
  });
});
