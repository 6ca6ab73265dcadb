import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { resources } from "#contract/resources.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const every = resources.flatMap((resource) =>
  Object.entries(resource.calls).map(([verb, call]) => ({ name: `${resource.name}/${verb}`, call })),
);
const closed = every.filter(({ call }) => call.access !== "public");
const granted = every.filter(({ call }) => call.access === "granted");
const writes = every.filter(({ call }) => call.kind === "write" && !call.preference);

/** Lists that can be sorted, with what they say they can be sorted by. */
const sorted = every.flatMap(({ name, call }) => {
  const shape = call.request instanceof z.ZodObject ? call.request.shape : {};
  if (!("sortField" in shape)) return [];
  const asked = z.toJSONSchema(z.object({ sortField: shape.sortField })).properties?.sortField;
  const fields = typeof asked === "object" ? (asked.enum ?? []) : [];
  return [{ name, call, names: Object.keys(shape), fields: fields.map(String).filter((field) => field !== "") }];
});

const malformed: readonly object[] = [
  {},
  { id: { $ne: "" }, ids: "not a list", pageNo: -1, pageSize: "many", name: ["x"], values: 7 },
  { id: "x".repeat(100_000), random: "\u0000", username: "'; drop table user; --" },
];

describe("every call of the contract", () => {
  let site: Site;
  let admin: string;
  let nobody: string;

  beforeAll(async () => {
    site = await openSite();
    admin = await site.signIn("admin", "adminpw1");
    await site.addUser({ account: "powerless", roles: [] });
    nobody = await site.signIn("powerless", "secret1");
  });
  afterAll(() => site.close());

  it.each(closed)("$name refuses a stranger with 401 [S6.034]", async ({ call }) => {
    const answer = await site.ask(call);
    expect([answer.status, answer.code]).toEqual([401, 401]);
    const forged = await site.ask(call, {}, { token: "forged" });
    expect([forged.status, forged.code]).toEqual([401, 401]);
  });

  it.each(granted)("$name refuses who does not hold it, even when the page is bypassed [S6.033]", async ({ call }) => {
    const answer = await site.ask(call, {}, { token: nobody });
    expect(answer.code).toBe(call.path === "/api/device/cmd" ? 1314 : 403);
  });

  it.each(every)("$name answers malformed input with a clear code and never a fault", async ({ call }) => {
    if (call.path === "/api/logout") return;
    for (const [at, request] of malformed.entries()) {
      const answer = await site.ask(call, request, { token: admin });
      expect([at, answer.code, answer.status]).not.toEqual([at, 500, 500]);
      if (call.answer === "envelope") expect([at, typeof answer.message]).toEqual([at, "string"]);
    }
  });

  it.each(every)("$name takes JSON as well as its own encoding [S7.004]", async ({ call }) => {
    if (call.method === "GET" || call.path === "/api/logout") return;
    const response = await fetch(site.base + call.path, {
      method: "POST",
      headers: { token: admin, "Content-Type": "application/json" },
      body: "{}",
    });
    expect(response.status).not.toBe(500);
    const broken = await fetch(site.base + call.path, {
      method: "POST",
      headers: { token: admin, "Content-Type": "application/json" },
      body: "{",
    });
    expect(broken.status).toBe(400);
  });

  it.each(sorted)(
    "$name is sorted by each field that it states and by no other, and an empty one is none",
    async ({ call, names, fields }) => {
      const needed = { recipeId: "x", groupId: "x", deviceId: "x", userId: "x", id: "1" };
      const asked = Object.fromEntries(Object.entries(needed).filter(([name]) => names.includes(name)));
      const codeOf = async (sortField: string) => (await site.ask(call, { ...asked, sortField }, { token: admin })).code;
      const plain = (await site.ask(call, asked, { token: admin })).code;
      for (const field of ["", ...fields]) expect([field, await codeOf(field)]).toEqual([field, plain]);
      const refused = await site.ask(call, { ...asked, sortField: "password_hash" }, { token: admin });
      expect([refused.status, refused.fields.map(({ path }) => path)]).toEqual([400, ["sortField"]]);
    },
  );

  it("refuses a body that is too large with 413 and says so in the asker's language", async () => {
    const { device } = await import("#contract/resources/device.ts");
    const answer = await site.ask(device.calls.post, { name: "x".repeat(2_000_000) }, { token: admin, language: "en" });
    expect([answer.status, answer.code, answer.message]).toEqual([413, 413, "The submitted content is too large: at most 1 MB"]);
  });

  it("answers an address that is no call with 404 in the envelope", async () => {
    const response = await fetch(`${site.base}/api/no/such/call`, { method: "POST" });
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 404, data: null, message: "没有接口 /api/no/such/call，请检查路径" },
    ]);
  });

  it.each(writes)("$name leaves a row in the operation log, refused or not", async ({ call }) => {
    const rows = async (of: Call): Promise<number> => {
      await site.gatehouse.services.refusedCalls.flush();
      const { count } = await site.gatehouse.services.db
        .selectFrom("operation_log")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("call", "=", of.path)
        .executeTakeFirstOrThrow();
      return count;
    };
    const before = await rows(call);
    await site.ask(call, {}, { token: call.path === "/api/logout" ? "" : admin });
    expect(await rows(call)).toBe(before + 1);
  });

  it("answers a foreign id exactly like one that does not exist [S6.038]", async () => {
    const { device } = await import("#contract/resources/device.ts");
    const { deviceDataRecipe } = await import("#contract/resources/deviceDataRecipe.ts");
    const mine = await site.addCompany("Mine");
    const other = await site.addCompany("Other");
    await site.addUser({ account: "mine", companyId: mine });
    await site.addUser({ account: "other", companyId: other });
    const [own, stranger] = [await site.signIn("mine", "secret1"), await site.signIn("other", "secret1")];
    const recipe = await site.ask(deviceDataRecipe.calls.post, { name: "Template" }, { token: own });
    const made = await site.ask(
      device.calls.post,
      { name: "Pump", sn: "PUMP-1", typeId: "type-general", industry: "水务", slaves: [{ no: 1, name: "One", recipeId: recipe.data.id }] },
      { token: own },
    );
    expect([recipe.code, made.code]).toEqual([0, 0]);
    const single = granted.filter(
      ({ call }) => call.path.startsWith("/api/device/") && "id" in ((call.request as { shape?: object }).shape ?? {}),
    );
    expect(single.length).toBeGreaterThan(1);
    for (const { call } of single) {
      const request = {
        version: 1,
        slave: 1,
        values: {},
        name: "x",
        sn: "SN-99",
        typeId: "type-general",
        industry: "a",
        slaves: [{ no: 1, name: "One", recipeId: recipe.data.id }],
      };
      const foreign = await site.ask(call, { ...request, id: made.data.id }, { token: stranger });
      const missing = await site.ask(call, { ...request, id: "missing" }, { token: stranger });
      expect([call.path, foreign.code]).toEqual([call.path, 404]);
      expect(foreign).toEqual(missing);
    }
    const listed = await site.ask(device.calls.query, {}, { token: stranger });
    expect(listed.data.total).toBe(0);
  });
});
