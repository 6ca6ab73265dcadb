import type { ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { declaredFields, encodeFields } from "#contract/kit/wire.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { auth } from "#contract/resources/auth.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { dict } from "#contract/resources/dict.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { sample } from "#contract/resources/sample.ts";
import { resources } from "#contract/resources.ts";
import { documentChecker } from "#tests/contract/documentChecker.ts";
import { isDayName, isTimeName } from "#tests/contract/timeNames.ts";
import { connectDevice, sendTelemetry } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { samples } from "#tests/server/tenants/samples.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";

const calls: readonly Call[] = resources.flatMap((resource) => Object.values(resource.calls));
const reads = calls.filter(({ kind }) => kind === "read");
const files = calls.filter(({ kind, answer }) => kind === "write" && answer === "file");

/** Deletions last, so that there is something for the others; a device takes its rules along. */
const order = ({ path }: Call): number =>
  !/delete|remove/.test(path) ? 0 : /alarm_trigger|alarm_log|device_video|device_template_ui_|delete_body|group.*remove/.test(path) ? 1 : 2;
const writes = calls
  .filter(({ kind, answer, path }) => kind === "write" && answer === "envelope" && samples[path])
  .sort((one, other) => order(one) - order(other));

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const calendarDay = /^(\d{4}-\d\d-\d\d)?$/;

/** Where an answer tells a time otherwise than in UTC by ISO 8601, or a day otherwise than as yyyy-MM-dd. */
function* mistold(value: unknown, name = ""): Generator<[string, unknown]> {
  if (Array.isArray(value)) for (const one of value) yield* mistold(one, name);
  else if (typeof value === "object" && value !== null) for (const [field, part] of Object.entries(value)) yield* mistold(part, field);
  else if (value !== null && isTimeName(name) && !utc.test(String(value))) yield [name, value];
  else if (value !== null && isDayName(name) && !calendarDay.test(String(value))) yield [name, value];
}

interface Heard {
  status: number;
  type: string;
  code: number | undefined;
  body: unknown;
}

describe("what the server answers, against its OpenAPI document", () => {
  let site: Site;
  let tenant: Tenant;
  let admin: string;
  let checker: Ajv2020;
  let document: { paths: Record<string, Record<string, { responses: Record<string, { $ref?: string; content?: object }> }>> };
  let ids: Readonly<Record<"app" | "dict" | "menu" | "job", string>>;

  beforeAll(async () => {
    site = await openSite();
    admin = await site.signIn("admin", adminPassword);
    tenant = await openTenant(site, "north");
    document = await (await fetch(`${site.base}/api/docs`, { headers: { "Accept-Language": "en-US" } })).json();
    checker = documentChecker(document);
    const { token } = tenant;
    await site.addUser({ account: "north.branch", companyId: tenant.ids.branch });
    const point = { recipeId: tenant.ids.recipe, name: "Text", address: "text", valueType: "text" };
    await site.ask(deviceDataRecipe.calls.add_body, point, { token });
    const own = { ...samples[device.calls.put.path]?.(tenant.ids, "north-1"), password: "devicepw" };
    await site.ask(device.calls.put, own, { token });
    const client = await connectDevice(site, "north-1");
    const values = { "40001": 7.5, text: "007" };
    await sendTelemetry(client, "north-1", { ts: "2026-11-01T08:00:00+08:00", slaves: [{ no: 1, values }] });
    await sendTelemetry(client, "north-1", "no JSON");
    await client.publishAsync("gw/north-1/event", '{"type":"door","content":{"open":true}}', { qos: 1 });
    await client.endAsync();
    await site.ask(sample.calls.add, { name: "Sample", age: 7 }, { token: admin });
    const app = { name: "App", platform: "android", path: "https://store.example/app", versionName: "1", versionNumber: "1.2" };
    ids = {
      app: (await site.ask(appVersion.calls.post, app, { token: admin })).data.id,
      dict: (await site.ask(dict.calls.post, { name: "colour", value: "red" }, { token: admin })).data.id,
      job: (await site.ask(deviceEvent.calls.dlexcel_user_event, {}, { token: admin })).data.id,
      menu: (await site.gatehouse.services.db.selectFrom("menu").select("id").executeTakeFirstOrThrow()).id,
    };
    await site.gatehouse.services.jobs.idle();
  });
  afterAll(() => site.close());

  /** Asked in the call's own encoding, with nothing in between. */
  const heard = async (call: Call, request: object, token: string): Promise<Heard> => {
    const headers = { token, "Accept-Language": "en-US" };
    const fields = new URLSearchParams(encodeFields(request));
    const response =
      call.method === "GET"
        ? await fetch(`${site.base}${call.path}?${fields}`, { headers })
        : await fetch(site.base + call.path, { method: "POST", headers, body: fields });
    const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const text = await response.text();
    const body: unknown = type === "application/json" ? JSON.parse(text) : text;
    const code = typeof body === "object" && body !== null && "code" in body ? Number(body.code) : undefined;
    return { status: response.status, type, code, body };
  };

  const validatorOf = (call: Call, { status, type }: Heard): ValidateFunction => {
    const inPath = ["paths", call.path, call.method.toLowerCase(), "responses", String(status)];
    const response = document.paths[call.path]?.[call.method.toLowerCase()]?.responses[status];
    const at = response?.$ref === undefined ? inPath : response.$ref.slice(2).split("/");
    const pointer = [...at, "content", type, "schema"].map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1")));
    const validator = checker.getSchema(`openapi#/${pointer.join("/")}`);
    if (!validator) throw new Error(`${call.path} is not said to answer ${status} ${type}`);
    return validator;
  };
  /** Nothing where the answer is as the document says. */
  const strayed = (call: Call, answer: Heard): unknown => {
    const validator = validatorOf(call, answer);
    return validator(answer.body) ? undefined : { answer, faults: validator.errors };
  };

  /** Requests of reads that name no record of an organisation. */
  const others: Readonly<Record<string, () => object>> = {
    "/api/get_random_code": () => ({ random: "seen" }),
    "/api/check_random_code": () => ({ random: "seen", code: "none" }),
    "/api/alarm_switch/get": () => ({ level: 3 }),
    "/api/app_version/get": () => ({ id: ids.app }),
    "/api/app_version/check_new_version": () => ({ platform: "android", versionNumber: "1.1" }),
    "/api/dict/get": () => ({ id: ids.dict }),
    "/api/menu/get": () => ({ id: ids.menu }),
    "/api/job/results": () => ({ id: ids.job }),
    "/api/job/file": () => ({ id: ids.job }),
    "/api/sheet_import/template": () => ({ kind: "devices" }),
    "/api/sample/login": () => ({ username: "admin", password: adminPassword }),
  };

  it.each([...reads, ...files])(
    "$path answers what it says, with data, its times in UTC, its days as yyyy-MM-dd [S7.025]",
    async (call) => {
      const asked = samples[call.path]?.(tenant.ids, "unique") ?? others[call.path]?.() ?? {};
      const answer = await heard(call, asked, samples[call.path] ? tenant.token : admin);
      expect(strayed(call, answer)).toBeUndefined();
      expect([...mistold(answer.body)]).toEqual([]);
      expect([answer.status, call.answer === "file" && answer.type !== "application/json" ? 0 : (answer.code ?? 0)]).toEqual([200, 0]);
    },
  );

  it("was shown readings, events, alarms and rows of every list that an organisation has", async () => {
    const empty: string[] = [];
    for (const call of reads.filter(({ path }) => samples[path])) {
      const { body } = await heard(call, samples[call.path]?.(tenant.ids, "unique") ?? {}, tenant.token);
      const { data } = body as { data: { list?: unknown[]; rows?: unknown[]; curves?: { ts: unknown[] }[] } };
      if ([data.list, data.rows, data.curves?.[0]?.ts].some((rows) => rows?.length === 0)) empty.push(call.path);
    }
    // They are recorded while a page watches the device.
    expect(empty).toEqual(["/api/device_message/query"]);
  });

  it.each(calls)("$path refuses as it says: a stranger, one without the grant, malformed input and an unknown field", async (call) => {
    if (call.path === "/api/logout") return;
    const powerless = await site.gatehouse.services.sessions.open(await nobody(), "");
    for (const [request, token] of [
      [{}, ""],
      [{}, powerless.token],
      [{ id: 7, ids: "x", pageNo: -1, name: "x".repeat(300), slaves: "{" }, admin],
      [{ straying: "x" }, admin],
    ] as const)
      expect(strayed(call, await heard(call, request, token))).toBeUndefined();
  });
  let nobodyId: string | undefined;
  const nobody = async (): Promise<string> => {
    nobodyId ??= await site.addUser({ account: "powerless", roles: [] });
    return nobodyId;
  };

  it.each(writes)("$path answers what it says, taken or refused", async (call) => {
    const request = samples[call.path]?.(tenant.ids, "unique-name") ?? {};
    const missing = JSON.parse(JSON.stringify(request).replaceAll(tenant.ids.device, "missing").replaceAll(tenant.ids.recipe, "missing"));
    const late = { ...request, ...("version" in request ? { version: 99 } : {}) };
    for (const asked of [missing, late, request]) expect(strayed(call, await heard(call, asked, tenant.token))).toBeUndefined();
  });

  it("describes refusals by business codes, with their data where they have some", async () => {
    const { token } = await openTenant(site, "south");
    const seen = async (call: Call, request: object, by = token): Promise<number | undefined> => {
      const answer = await heard(call, declaredFields(call.request, request), by);
      expect(strayed(call, answer)).toBeUndefined();
      return answer.code;
    };
    const recipe = await site.ask(deviceDataRecipe.calls.post, { name: "Taken" }, { token });
    await site.addUser({ account: "phoned", phone: "13700000077", secondFactor: true });
    const login = async (password: string, random: string): Promise<object> => {
      await site.gatehouse.services.captchas.draw(random);
      return { username: "phoned", password, random, code: await site.gatehouse.services.captchas.peek(random) };
    };
    expect([
      await seen(deviceDataRecipe.calls.post, { name: "Taken" }),
      await seen(deviceDataRecipe.calls.put, { id: recipe.data.id, name: "Late", version: 9 }),
      await seen(auth.calls.login, { username: "phoned", password: "wrong1", random: "none", code: "none" }, ""),
      await seen(auth.calls.login, await login("wrong1", "one"), ""),
      await seen(auth.calls.login, await login("secret1", "two"), ""),
      await seen(sample.calls.login, { username: "admin", password: "wrong1" }, admin),
    ]).toEqual([1203, 1300, 1009, 1018, 1019, 1318]);
  });

  it("describes uploads, taken and refused, and bodies that no call takes", async () => {
    const { upload } = imageFile.calls;
    const send = async (name: string, content: string | Buffer): Promise<Heard> => {
      const body = new FormData();
      body.append("file", new File([new Uint8Array(Buffer.from(content))], name));
      const response = await fetch(site.base + upload.path, { method: "POST", headers: { token: admin }, body });
      const answer = (await response.json()) as { code: number };
      return { status: response.status, type: "application/json", code: answer.code, body: answer };
    };
    const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");
    for (const [name, content, code] of [
      ["a.png", png, 0],
      ["a.png", "no picture", 1329],
      ["a.png", Buffer.alloc(6 * 1_048_576), 413],
    ] as const) {
      const answer = await send(name, content);
      expect([answer.code, strayed(upload, answer)]).toEqual([code, undefined]);
    }
    for (const [type, body, status] of [
      ["application/xml", "<a/>", 415],
      ["application/json", "x".repeat(1_100_000), 413],
    ] as const) {
      const response = await fetch(site.base + device.calls.query.path, {
        method: "POST",
        headers: { token: admin, "Content-Type": type },
        body,
      });
      const answer = { status: response.status, type: "application/json", code: status, body: await response.json() };
      expect([answer.status, strayed(device.calls.query, answer)]).toEqual([status, undefined]);
    }
  });
});
