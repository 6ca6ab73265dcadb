import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { resources } from "#contract/resources.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { samples } from "./samples.ts";
import { openTenant, type Tenant } from "./tenant.ts";

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema && "shape" in schema ? Object.keys(schema.shape as Record<string, z.ZodType>) : [];

/** What it lists is there while a page looks on: tests/server/devices/messages.test.ts. */
const whileWatched = "/api/device_message/query";
const lists = resources
  .flatMap((resource) => Object.values(resource.calls))
  .filter(({ path, request }) => path !== whileWatched && samples[path] && fieldsOf(request).includes("pageNo"))
  .map((call): [string, Call] => [call.path, call]);
const searched = lists.filter(([, { request }]) => fieldsOf(request).includes("search"));

/** Stands in every row; `z_` would only stand in it if the sign were any other. */
const mark = "Zq_Lists";

let site: Site;
let tenant: Tenant;

beforeAll(async () => {
  site = await openSite();
  tenant = await openTenant(site, mark);
  await site.addUser({ account: `${mark}.branch`, companyId: tenant.ids.branch });
});
afterAll(() => site.close());

interface Page {
  list: unknown[];
  total: number;
  pageNo: number;
  pageSize: number;
}

const ask = async (call: Call, more: object): Promise<Page> => {
  const answer = await site.ask(call, { ...samples[call.path]?.(tenant.ids, "unique"), ...more }, { token: tenant.token });
  expect([call.path, answer.code]).toEqual([call.path, 0]);
  return answer.data as Page;
};

describe("a list of an organisation", () => {
  it.each(lists)("%s answers the last page for a number past the end", async (_path, call) => {
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
