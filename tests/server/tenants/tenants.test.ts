import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { beginsJob, job } from "#contract/resources/job.ts";
import { resources } from "#contract/resources.ts";
import { recordSamples } from "#tests/server/records/recordSamples.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { withNewestVersion } from "./newestVersion.ts";
import { samples, withoutTenant } from "./samples.ts";
import { type Kind, kinds, openTenant, type Tenant } from "./tenant.ts";

const calls: readonly Call[] = resources
  .flatMap((resource) => Object.values(resource.calls))
  .filter(({ access, path }) => access !== "public" && path !== "/api/logout");

/** Whether a field of the request can name a record: an id, or a list of ids. */
const namesRecords = (name: string): boolean => /^(id|ids|.*Id|.*Ids)$/.test(name);
const fieldsOf = (schema: z.ZodType): string[] => Object.keys("shape" in schema ? (schema.shape as object) : {});

/** What answers with data of others at most; a file that is taken away is logged, but changes nothing. */
const shows = (call: Call): boolean => call.kind === "read" || call.answer === "file" || beginsJob(call);

/** Deletions last, so that there is something for the others; a device takes its rules along. */
const order = (call: Call): number => {
  if (shows(call)) return 0;
  if (!/delete|remove/.test(call.path)) return 1;
  return /alarm_trigger|alarm_log|user_weixin|device_video|delete_body|group.*remove/.test(call.path) ? 2 : 3;
};
const sampled = calls.filter(({ path }) => samples[path]).sort((one, other) => order(one) - order(other));

type Replace = (id: string) => string;
const replaced = (value: unknown, replace: Replace): unknown => {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [replace(name), replaced(each, replace)]));
};

const ofShared = (verbs: readonly string[]): Record<string, readonly Kind[]> =>
  Object.fromEntries(
    recordSamples
      .filter(({ kind }) => kind.reach === "shared")
      .flatMap(({ kind, as }) => verbs.map((verb) => [`/api/${kind.resource.name}/${verb}`, [as]])),
  );

let site: Site;
let north: Tenant;
let south: Tenant;
let town: Tenant;
let unique = 0;

beforeAll(async () => {
  site = await openSite();
  north = await openTenant(site, "ZQNORTH");
  south = await openTenant(site, "ZQSOUTH");
  town = await openTenant(site, "ZQTOWN", north.ids.company);
});
afterAll(() => site.close());

const own = (call: Call, tenant: Tenant): object => {
  unique += 1;
  return samples[call.path]?.(tenant.ids, `unique${unique}`) ?? {};
};

const kindsIn = (request: object, tenant: Tenant): Kind[] => {
  const text = JSON.stringify(request);
  return kinds.filter((kind) => text.includes(JSON.stringify(tenant.ids[kind])));
};

const withVersion = (request: object): Promise<object> => withNewestVersion(site.gatehouse.services.db, request);

interface Told {
  code: number | undefined;
  text: string;
}

/** What the job told: its file, else what became of each row, or why there is nothing. Nothing is left of it. */
const askJob = async (call: Call, request: object, token: string): Promise<Told> => {
  const { code, data } = await site.ask(call, request, { token });
  if (code !== 0) return { code, text: "" };
  const { id } = data as { id: string };
  await site.gatehouse.services.jobs.idle();
  const { list } = (await site.ask(job.calls.query, {}, { token })).data;
  const row = list.find((each) => each.id === id);
  // A table that was taken over already answers with the job that did it, which was looked at and is gone.
  if (!row) return { code, text: "" };
  const { message, file } = row;
  const results = (await site.ask(job.calls.results, { id }, { token })).data.list;
  // What was given stands in a result as it was given.
  const given = JSON.stringify(request);
  const rows = results.map((result) => (given.includes(result.record) ? { ...result, record: "" } : result));
  const without = { code: 0, text: message === "" ? JSON.stringify(rows) : message };
  const told = message === "" && file !== "" ? await ask(job.calls.file, { id }, token) : without;
  expect((await site.ask(job.calls.delete, { ids: [id] }, { token })).data).toEqual({ removed: 1 });
  return told;
};

const ask = async (call: Call, request: object, token: string): Promise<Told> => {
  if (beginsJob(call)) return askJob(call, request, token);
  if (call.answer !== "file") {
    const answer = await site.ask(call, await withVersion(request), { token });
    return { code: answer.code, text: JSON.stringify(answer) };
  }
  const body = JSON.stringify(request);
  const headers = { token, "Content-Type": "application/json" };
  const response = await fetch(site.base + call.path, call.method === "GET" ? { headers } : { method: "POST", headers, body });
  const text = await response.text();
  const refused = response.headers.get("content-type")?.includes("json") && text.startsWith('{"code"');
  return { code: refused ? JSON.parse(text).code : 0, text };
};

/** Everything that is kept, apart from what every call leaves behind. */
const kept = async (): Promise<string> => {
  const { db } = site.gatehouse.services;
  const tables = await db.introspection.getTables();
  const contents = [];
  for (const { name } of tables) {
    if (["operation_log", "operation_record", "session"].includes(name)) continue;
    contents.push([
      name,
      await db
        .selectFrom(name as "device")
        .selectAll()
        .execute(),
    ]);
  }
  return JSON.stringify(contents);
};

describe("every call and the records of other organisations", () => {
  it("is asked of every call that can name a record", () => {
    // One row of the log is asked for in tests/server/log/operationFile.test.ts; the ID of a model is its maker's, those of an account WeChat's.
    // A job is its asker's alone: tests/server/devices/change.test.ts.
    const elsewhere = [
      ...["/api/auth/file/upload", "/api/device_change/undo", "/api/device_data/delete"],
      ...["/api/device_event/query_user_event", "/api/device_model/post", "/api/company_weixin/post"],
    ];
    const unsampled = calls.filter(
      ({ path, request }) =>
        !samples[path] &&
        !elsewhere.includes(path) &&
        !withoutTenant.includes(path.split("/")[2] ?? "") &&
        fieldsOf(request).some(namesRecords),
    );
    expect(unsampled.map(({ path }) => path)).toEqual([]);
  });

  it.each(calls.filter(shows))("$path shows nothing of the neighbour", async (call) => {
    const request = { ...own(call, north), ...("pageSize" in ((call.request as { shape?: object }).shape ?? {}) ? { pageSize: 200 } : {}) };
    const shown = await ask(call, request, north.token);
    expect(shown.text.includes("ZQSOUTH")).toBe(false);
    for (const kind of kinds) expect([kind, shown.text.includes(south.ids[kind])]).toEqual([kind, false]);
  });

  it.each(sampled)("$path answers a record of the neighbour as one that does not exist, and touches nothing [S6.038]", async (call) => {
    const before = await kept();
    const request = own(call, north);
    const named = kindsIn(request, north);
    expect(named).not.toEqual([]);
    for (const kind of named) {
      const of = (id: string) => replaced(request, (value) => (value === north.ids[kind] ? id : value)) as object;
      const foreign = await ask(call, of(south.ids[kind]), north.token);
      const missing = await ask(call, of("missing"), north.token);
      expect([kind, foreign.text.includes("ZQSOUTH")]).toEqual([kind, false]);
      expect([kind, foreign]).toEqual([kind, missing]);
      if (!shows(call)) expect([kind, foreign.code]).not.toEqual([kind, 0]);
    }
    expect((await kept()) === before).toBe(true);
  });

  it.each(sampled.filter(({ request }) => fieldsOf(request).includes("version")))(
    "$path refuses what was changed since it was read",
    async (call) => {
      const before = await kept();
      const request = await withVersion(own(call, north));
      const late = { ...request, version: ("version" in request ? Number(request.version) : 0) + 1 };
      expect((await site.ask(call, late, { token: north.token })).code).toBe(1300);
      expect((await kept()) === before).toBe(true);
    },
  );

  /** What organisations above share with those below them is seen and used there. */
  const shared: Readonly<Record<string, readonly Kind[]>> = {
    ...ofShared(["get"]),
    "/api/user/add_child": ["role"],
    "/api/user/add_child_company": ["role"],
    "/api/user/edit_child_role": ["role"],
    "/api/device/query": ["deviceType"],
    "/api/device/query_mini": ["recipe"],
    "/api/device/list_recipe_slave_sn": ["recipe"],
    "/api/device/post": ["deviceType", "recipe", "preset"],
    "/api/device/put": ["deviceType", "recipe", "preset"],
    "/api/device/update_device_type": ["category"],
    "/api/device_data_recipe/get": ["recipe"],
    "/api/device_data_recipe/list_body": ["recipe"],
    "/api/device_data_recipe/get_body": ["point"],
    "/api/device_data_recipe/use": ["recipe"],
    "/api/device_data_recipe/try_registers": ["recipe", "point"],
    "/api/device_data_recipe/poll_plan": ["recipe"],
    "/api/device_data_recipe/copy": ["recipe"],
    "/api/device_template/copy": ["deviceTemplate"],
    "/api/device_template/query_device": ["preset"],
    "/api/device_template_ui/query": ["preset"],
    "/api/device_template_ui/post": ["preset"],
    "/api/device_template/post": ["recipe"],
    "/api/device_template/put": ["recipe"],
    "/api/device_data_recipe_app/query": ["recipe"],
    "/api/device_data_recipe_app/get": ["appRecipe"],
    "/api/device_data_recipe_app_cmd/query": ["appRecipe"],
    "/api/device_data_recipe_app_cmd/get": ["appCommand"],
    "/api/device_argument/query": ["recipe"],
    "/api/device_argument/post": ["recipe", "point"],
    "/api/device_argument/put": ["point"],
    "/api/device_argument/send": ["parameters"],
    "/api/alarm_trigger/post": ["alarmType"],
    "/api/alarm_trigger/put": ["alarmType"],
    "/api/alarm_trigger_template/query": ["recipe"],
    "/api/alarm_trigger_template/post": ["recipe", "point"],
    "/api/alarm_trigger_template/put": ["recipe", "point"],
    "/api/device_data_recipe/update_body_type": ["pointCategory"],
    "/api/device_type/do_default": ["category"],
    "/api/device_type_relation/get": ["category"],
    "/api/device_type_relation/put": ["deviceType"],
    "/api/device_type_relation/queryDevice": ["deviceType"],
    "/api/order/query": ["recipe"],
    "/api/order/post": ["recipe", "point"],
    "/api/order/put": ["point"],
    "/api/order/send": ["order"],
    "/api/order/send_by_sn": ["order"],
    "/api/device_recipe_picture/query_body": ["iconGroup"],
    "/api/device_recipe_picture/get_body": ["icon"],
  };
  /** Whoever would change what is shared is told that they may not. */
  const changing: Readonly<Record<string, readonly Kind[]>> = {
    ...ofShared(["put", "delete"]),
    "/api/device_type_relation/put": ["category"],
    "/api/device_data_recipe_body_type/edit": ["pointCategory"],
    "/api/device_data_recipe_app/post": ["spare"],
    "/api/device_data_recipe_app/put": ["appRecipe"],
    "/api/device_data_recipe_app/delete": ["appRecipe"],
    "/api/device_data_recipe_app_cmd/post": ["appRecipe"],
    "/api/device_data_recipe_app_cmd/put": ["appCommand"],
    "/api/device_data_recipe_app_cmd/delete": ["appCommand"],
    "/api/device_data_recipe/put": ["recipe"],
    "/api/device_data_recipe/delete": ["recipe"],
    "/api/device_data_recipe/add_body": ["recipe"],
    "/api/device_data_recipe/put_body": ["point"],
    "/api/device_data_recipe/put_bodies": ["recipe"],
    "/api/device_data_recipe/delete_body": ["point"],
    "/api/device_data_recipe/update_body_type": ["point"],
    "/api/device_data_recipe/top": ["point"],
    "/api/device_data_recipe/down": ["point"],
    "/api/device_data_recipe/orderby": ["point"],
    "/api/device_recipe_picture/add_body": ["iconGroup"],
    "/api/device_recipe_picture/put_body": ["icon"],
    "/api/device_recipe_picture/delete_body": ["icon"],
  };

  it.each(sampled)("$path answers a record of the organisation above as one that does not exist", async (call) => {
    const before = await kept();
    const request = own(call, town);
    for (const kind of kindsIn(request, town)) {
      if (shared[call.path]?.includes(kind)) continue;
      const of = (id: string) => replaced(request, (value) => (value === town.ids[kind] ? id : value)) as object;
      const above = await ask(call, of(north.ids[kind]), town.token);
      expect([kind, above.text.includes("ZQNORTH")]).toEqual([kind, false]);
      if (changing[call.path]?.includes(kind)) expect([kind, above.code]).toEqual([kind, 403]);
      else expect([kind, above]).toEqual([kind, await ask(call, of("missing"), town.token)]);
    }
    expect((await kept()) === before).toBe(true);
  });

  it.each(sampled)("$path takes the organisation's own records", async (call) => {
    const told = await ask(call, own(call, north), north.token);
    const refused = told.code !== undefined && [400, 401, 403, 404, 500].includes(told.code);
    expect(refused ? told.text : "taken").toBe("taken");
  });
});
