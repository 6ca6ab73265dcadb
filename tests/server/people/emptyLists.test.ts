import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { user } from "#contract/resources/user.ts";
import { resources } from "#contract/resources.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { samples } from "#tests/server/tenants/samples.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";

const listsOf = (request: z.ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).flatMap(([name, type]) => (typeof type === "object" && type.type === "array" ? [name] : []));
};

const lists = resources
  .flatMap(({ calls }) => Object.values(calls))
  .flatMap((call) => listsOf(call.request).map((field) => ({ path: call.path, field, call })));

describe("an empty list", () => {
  let site: Site;
  let token: string;
  let tenant: Tenant;
  beforeAll(async () => {
    site = await openSite();
    token = await site.signIn("admin", adminPassword);
    tenant = await openTenant(site, "EMPTY");
  });
  afterAll(() => site.close());

  it.each(lists)("of $path, $field, is no fault of the server", async ({ call, path, field }) => {
    const request = { ...samples[path]?.(tenant.ids, `e${lists.findIndex((each) => each.call === call)}`), [field]: [] };
    expect([200, 400]).toContain((await site.ask(call, request, { token })).status);
  });

  it("of types lets no user through, as one of other types does", async () => {
    const total = async (types: readonly number[]) => (await site.ask(user.calls.get_child, { types }, { token })).data.total;
    expect([await total([]), await total([4])]).toEqual([0, 0]);
    expect(await total([1])).toBeGreaterThan(0);
  });

  it("of roles is given to a user who has none, and to one who has some", async () => {
    const id = await site.addUser({ account: "roleless", roles: [] });
    const other = await site.addUser({ account: "someroles", roles: ["role-staff"] });
    for (const each of [id, other])
      expect((await site.ask(user.calls.edit_child_role, { id: each, roleIds: [], version: 1 }, { token })).code).toBe(0);
  });
});
