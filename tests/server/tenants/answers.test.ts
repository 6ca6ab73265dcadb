import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { declaredFields, encodeFields } from "#contract/kit/wire.ts";
import { device } from "#contract/resources/device.ts";
import { resources } from "#contract/resources.ts";
import { use } from "#tests/server/devices/kept.ts";
import { addressOf, adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { withNewestVersion } from "./newestVersion.ts";
import { ownSamples } from "./ownSamples.ts";
import { samples } from "./samples.ts";
import { openTenant, type Tenant } from "./tenant.ts";

const calls: readonly Call[] = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ path }) => path !== "/api/logout");
const closed = calls.filter(({ access }) => access !== "public");

/** Reads, then writes, then what deletes; a device takes its rules along. */
const order = ({ kind, path }: Call): number => {
  if (kind === "read") return 0;
  if (!/delete|remove/.test(path)) return 1;
  return /alarm_trigger|alarm_log|user_weixin|device_video|device_template_ui_|delete_body|group.*remove/.test(path) ? 2 : 3;
};
const asked = calls.filter(({ path }) => samples[path] ?? ownSamples[path]).sort((one, other) => order(one) - order(other));

/** What is refused for what it asks for, however it is asked. */
const refused: Readonly<Record<string, number>> = {
  "/api/login": 1009,
  "/api/device/cmd": 1302,
  "/api/tuya/device/reset_device/{device}": 1431,
  "/api/role/authorize": 1323,
  "/api/device_data_log/dlexcel": 1350,
  "/api/user_weixin/bind": 1440,
  "/api/alarm_user_weixin/bind": 1440,
};

interface Came {
  status: number;
  type: string;
  body: Readonly<Record<string, unknown>>;
}

let site: Site;
let tenant: Tenant;
/** What each call answered that was asked as it may be. */
const came = new Map<string, Came>();

const ask = async (call: Call, request: object, token: string): Promise<Came> => {
  const headers = { token, "Content-Type": "application/json", "Accept-Language": "en-US" };
  const isGet = call.method === "GET";
  const address = isGet ? addressOf(call.path, encodeFields(declaredFields(call.request, request))) : call.path;
  const response = await fetch(site.base + address, isGet ? { headers } : { method: "POST", headers, body: JSON.stringify(request) });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, body: type.includes("json") ? ((await response.json()) as Came["body"]) : {} };
};

beforeAll(async () => {
  site = await openSite();
  const admin = await site.signIn("admin", adminPassword);
  tenant = await openTenant(site, "ZQTOLD");
  const { id, sn, version, slaves, ...fields } = (await site.ask(device.calls.get, { id: tenant.ids.device }, { token: tenant.token }))
    .data;
  const days = { installedOn: "2026-08-30", leaseStart: "2026-09-01", leaseEnd: "2027-08-31" };
  const kept = slaves.map((slave) => ({ id: slave.id, no: slave.no, name: slave.name, recipeId: slave.recipeId }));
  const told = { ...fields, ...days, id, sn, version, slaves: kept, password: "Kestrel72x" };
  const { code, message } = await site.ask(device.calls.put, told, { token: tenant.token });
  if (code !== 0) throw new Error(message);
  await use(site, { id, sn, companyId: tenant.ids.company, password: "Kestrel72x" });
  for (const [place, call] of asked.entries()) {
    const sample = samples[call.path]?.(tenant.ids, `unique${place}`) ?? ownSamples[call.path]?.(tenant.mark) ?? {};
    const request = await withNewestVersion(site.gatehouse.services.db, sample);
    came.set(call.path, await ask(call, request, samples[call.path] ? tenant.token : admin));
  }
});
afterAll(() => site.close());

const cameOf = ({ path }: Call): Came => came.get(path) ?? { status: 0, type: "", body: {} };
const envelope = { code: expect.any(Number), data: expect.anything(), message: expect.any(String) };

describe("an answer", () => {
  it.each(asked)("of $path is code, data and message, 0 where it was done [S7.019]", (call) => {
    const { status, type, body } = cameOf(call);
    if (call.answer === "file" && status === 200 && !type.includes("json")) return;
    expect(Object.keys(body).sort()).toEqual(["code", "data", "message"]);
    const answers = [call.path, body.code, typeof body.message];
    const removes = [1301, 0].includes(Number(body.code)) && order(call) > 1;
    expect(answers).toEqual([call.path, removes ? body.code : (refused[call.path] ?? 0), "string"]);
  });

  it.each(closed)("of $path is code, data and message, and the code is not 0 where it is refused", async (call) => {
    const { body } = await ask(call, {}, "");
    expect(body).toEqual({ ...envelope, code: 401, data: null });
  });
});

describe("a list", () => {
  const lists = asked.filter(({ request }) => "pageNo" in ((request as { shape?: object }).shape ?? {}));

  it.each(lists)("of $path is list, total, pageNo and pageSize, the first page of 20 where it is not said [S7.020]", (call) => {
    const request = samples[call.path]?.(tenant.ids, "unique") ?? ownSamples[call.path]?.(tenant.mark) ?? {};
    const pageSize = "pageSize" in request ? request.pageSize : 20;
    const { data } = cameOf(call).body;
    expect(data).toMatchObject({ list: expect.any(Array), total: expect.any(Number), pageNo: 1, pageSize });
    const { list, total } = data as { list: unknown[]; total: number };
    expect(list).toHaveLength(Math.min(total, Number(pageSize)));
  });
});

/** All that an answer's data holds, each with the name of its field. */
const fieldsIn = (value: unknown, name = ""): [name: string, value: unknown][] => {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, name));
  if (typeof value !== "object" || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([field, each]) => fieldsIn(each, field));
};

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
const millisecondsOf2001 = 1e12;

/** Readings and places of a period, thousands of them, whose instants are milliseconds in UTC. */
const series = [
  "/api/device_data/query",
  "/api/device_data_log/query",
  "/api/device_data_log/query_mutil",
  "/api/device_location_track/query",
];

describe("ids and times", () => {
  it.each(asked.filter(({ path }) => !series.includes(path)))(
    "of $path are texts: ids whatever they hold, instants in UTC, days as yyyy-MM-dd",
    (call) => {
      for (const [name, value] of fieldsIn(cameOf(call).body.data)) {
        const told = [call.path, name, value];
        if (/^ids?$|Ids?$/.test(name) && value !== null) expect(told).toEqual([call.path, name, expect.any(String)]);
        if (/At$|^at$|^ts$|Time$/.test(name) && value !== null && value !== "")
          expect([...told, isInstant(String(value))]).toEqual([...told, true]);
        if (/On$|^lease(Start|End)$|^day$/.test(name) && value !== "") expect([...told, isDay(String(value))]).toEqual([...told, true]);
        if (typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value))
          expect([...told, isInstant(value) || isDay(value)]).toEqual([...told, true]);
        if (typeof value === "number") expect([...told, value < millisecondsOf2001]).toEqual([...told, true]);
      }
    },
  );

  it("are in the answers that were looked through", () => {
    const all = [...came.values()].flatMap(({ body }) => fieldsIn(body.data));
    const count = (fits: (text: string) => boolean) => all.filter(([, value]) => typeof value === "string" && fits(value)).length;
    expect([count(isInstant) > 50, count(isDay) > 10, all.filter(([name]) => name === "id").length > 50]).toEqual([true, true, true]);
  });
});
