import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { pageFields } from "#contract/kit/page.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { device } from "#contract/resources/device.ts";
import { deviceChange } from "#contract/resources/deviceChange.ts";
import { dict } from "#contract/resources/dict.ts";
import { job } from "#contract/resources/job.ts";
import { menu } from "#contract/resources/menu.ts";
import { userTempData } from "#contract/resources/userTempData.ts";
import { resources } from "#contract/resources.ts";
import { goodPassword } from "#tests/server/people/people.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { samples } from "./samples.ts";
import { openTenant, type Tenant } from "./tenant.ts";

const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> =>
  schema && "shape" in schema ? (schema.shape as Record<string, z.ZodType>) : {};
const fieldsOf = (schema: z.ZodType | undefined): string[] => Object.keys(shapeOf(schema));

/** What it lists is there while a page looks on: tests/server/devices/messages.test.ts. */
const whileWatched = "/api/device_message/query";
const lists = resources
  .flatMap((resource) => Object.values(resource.calls))
  .filter(({ path, request }) => path !== whileWatched && fieldsOf(request).includes("pageNo"))
  .map((call): [string, Call] => [call.path, call]);
const searched = lists.filter(([path, { request }]) => samples[path] && fieldsOf(request).includes("search"));

/** Stands in every row; `z_` would only stand in it if the sign were any other. */
const mark = "Zq_Lists";

let site: Site;
let tenant: Tenant;
/** Who asks for lists that are not the tenant's, and with what. */
let apart: Readonly<Record<string, { token: string; request?: object }>>;

beforeAll(async () => {
  site = await openSite();
  tenant = await openTenant(site, mark);
  await site.addUser({ account: `${mark}.branch`, companyId: tenant.ids.branch });
  const admin = await site.signIn("admin", adminPassword);
  const app = { name: "Console", platform: "android", path: "https://store.example.cn/app", versionName: "One", versionNumber: "1.0" };
  await site.ask(appVersion.calls.post, app, { token: admin });
  await site.ask(userTempData.calls.post, { key: "layout", value: "{}" }, { token: tenant.token });
  const asked = { ids: [tenant.ids.device], action: { kind: "alarmNotice", on: false } };
  const { data } = await site.ask(deviceChange.calls.post, asked, { token: tenant.token });
  const { db, jobs } = site.gatehouse.services;
  await jobs.idle();
  // Of which a notice tells.
  const left = { id: "left", device_id: tenant.ids.device, company_id: tenant.ids.company, online: 0, reason: "goodbye" } as const;
  await db
    .insertInto("device_state_log")
    .values({ ...left, at: Date.now() - 60_000 })
    .execute();
  apart = {
    [dict.calls.query.path]: { token: admin },
    [menu.calls.query.path]: { token: admin },
    [appVersion.calls.query.path]: { token: admin },
    [device.calls.my.path]: { token: await site.signIn(`${mark}.consumer`, goodPassword) },
    [job.calls.results.path]: { token: tenant.token, request: { id: data.id } },
  };
});
afterAll(() => site.close());

interface Page {
  list: unknown[];
  total: number;
  pageNo: number;
  pageSize: number;
}

const ask = async (call: Call, more: object): Promise<Page> => {
  const { token = tenant.token, request = samples[call.path]?.(tenant.ids, "unique") } = apart[call.path] ?? {};
  const answer = await site.ask(call, { ...request, ...more }, { token });
  expect([call.path, answer.code]).toEqual([call.path, 0]);
  return answer.data as Page;
};

interface JsonSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: (JsonSchema & { const?: unknown })[];
}

/** Values that a client might narrow a list by: of which each choice, and of all else one that no row has. */
const valuesOf = (schema: z.ZodType): unknown[] => {
  const plain = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (plain instanceof z.ZodArray) return valuesOf(plain.element as z.ZodType).map((one) => [one]);
  const { type, format, enum: choices, anyOf } = z.toJSONSchema(plain, { io: "input", unrepresentable: "any" }) as JsonSchema;
  if (type === "boolean") return [true, false];
  if ([format, ...(anyOf ?? []).map((one) => one.format)].includes("date")) return ["1969-01-01", "2099-01-01"];
  if (format === "date-time") return ["1969-01-01T00:00:00Z", "2099-01-01T00:00:00Z"];
  return choices ?? anyOf?.map((one) => one.const) ?? ["zq-nothing"];
};

/** The device's type is related to no other; it has alarms that are open and some that are not. */
const withoutEffect = ["/api/device_type_relation/queryDevice related", "/api/alarm_log/queryDevices open"];

describe("a list of an organisation", () => {
  it.each(lists)("%s is narrowed by each of its filters [S7.021]", async (path, call) => {
    const { token = tenant.token, request = samples[path]?.(tenant.ids, "unique") ?? {} } = apart[path] ?? {};
    const { total } = await ask(call, {});
    const needs = ([name, schema]: [string, z.ZodType]): boolean => name in request && !schema.safeParse(undefined).success;
    const filters = Object.entries(shapeOf(call.request)).filter(([name]) => !(name in pageFields) && name !== "cursor");
    const needed = Object.fromEntries(filters.filter(needs).map(([name]) => [name, request[name as never]]));
    const idle: string[] = [];
    for (const [name, schema] of filters.filter((filter) => !needs(filter))) {
      const found: number[] = [];
      for (const value of valuesOf(schema)) {
        const { code, data } = await site.ask(call, { ...needed, [name]: value }, { token });
        expect([name, value, [0, 400, 404].includes(code)]).toEqual([name, value, true]);
        found.push(code === 0 ? (data as Page).total : 0);
      }
      if (Math.min(...found) >= total) idle.push(`${path} ${name}`);
    }
    expect(idle.filter((filter) => !withoutEffect.includes(filter))).toEqual([]);
  });

  it.each(lists)("%s answers the last page for a number past the end [S7.023]", async (_path, call) => {
    const { total } = await ask(call, { pageSize: 1 });
    expect(total).toBeGreaterThan(0);
    const last = await ask(call, { pageNo: total, pageSize: 1 });
    expect(last).toMatchObject({ total, pageNo: total, pageSize: 1, list: [expect.anything()] });
    expect(await ask(call, { pageNo: total + 1, pageSize: 1 })).toEqual(last);
    expect(await ask(call, { pageNo: 9_999_999, pageSize: 1 })).toEqual(last);
  });

  it.each(searched)(
    "%s is searched by plain text: no sign stands for others, blanks around it and case do not count [S5.082]",
    async (_path, call) => {
      const totalOf = async (search: string) => (await ask(call, { search })).total;
      const found = await totalOf(mark);
      expect(found).toBeGreaterThan(0);
      expect([await totalOf("  zQ_LISTS\u3000"), await totalOf("q_l")]).toEqual([found, found]);
      expect([await totalOf("z_"), await totalOf("zq%ts"), await totalOf("%")]).toEqual([0, 0, 0]);
      expect(await totalOf("   ")).toBe((await ask(call, {})).total);
    },
  );
});
