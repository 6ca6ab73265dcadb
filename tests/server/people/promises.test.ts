import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { dict } from "#contract/resources/dict.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { user } from "#contract/resources/user.ts";
import { openPeople, type People } from "./people.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);

describe("what is promised of people's calls", () => {
  it("names the user and its menu by the token header alone [S7.027]", async () => {
    const headers = { token: people.northOwner };
    for (const path of [user.calls.my.path, user.calls.menu_tree.path]) {
      const body = new URLSearchParams({ userId: "user-admin" });
      const named = await fetch(people.site.base + path, { method: "POST", headers, body });
      expect([path, named.status]).toEqual([path, 400]);
    }
    const mine = await ask(user.calls.my, {}, { token: people.northOwner });
    expect(mine.data.account).toBe("north.owner");
    const menu = await ask(user.calls.menu_tree, {}, { token: people.northOwner });
    expect(menu.data.some(({ path }) => path === "/company")).toBe(true);
    expect(JSON.stringify(menu.data)).not.toContain("/system/menus");
    expect((await ask(user.calls.menu_tree)).code).toBe(401);
  });

  it("answers the own organisation with its name [S7.036]", async () => {
    expect((await ask(company.calls.get_my, {}, { token: people.southOwner })).data.name).toBe("South");
  });

  it("logs every changing call, refused ones too: who, from where, what, with what result and what changed [S6.053] [S7.091] [S2.065]", async () => {
    await ask(dict.calls.post, { name: "n", value: "v" }, { token: people.admin });
    await ask(dict.calls.post, { name: "n", value: "w" }, { token: people.northOwner });
    const { data } = await ask(deviceEvent.calls.query_user_event, { call: "/api/dict/post" }, { token: people.admin });
    expect(data.list).toMatchObject([
      { account: "north.owner", companyName: "North", address: "127.0.0.1", code: 403, change: "" },
      { account: "admin", companyName: "Gatehouse", address: "127.0.0.1", code: 0, detail: expect.stringContaining('"value":"v"') },
    ]);
    expect(JSON.parse(data.list[1]?.change ?? "")).toMatchObject({ value: [null, "v"] });
    const north = await ask(deviceEvent.calls.query_user_event, { call: "/api/dict/post", pageSize: 1000 }, { token: people.northOwner });
    expect(north.data.list).toMatchObject([{ account: "north.owner", companyName: "North" }]);
  });

  it("shows no log to who may not query it [S6.013]", async () => {
    await people.site.addUser({ account: "nolog", type: 1, companyId: people.north, roles: ["role-staff"] });
    const token = await people.site.signIn("nolog", "secret1");
    expect(await ask(deviceEvent.calls.query_user_event, {}, { token })).toMatchObject({
      code: 403,
      message: "您没有权限访问",
      data: null,
    });
  });

  it("sends every page with a strict policy and no inline script [S6.050]", async () => {
    const policy = (await fetch(`${people.site.base}/api/docs`)).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self'(;| )/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(policy).toContain("frame-ancestors");
  });

  it("keeps a device's password as a hash and never shows it [S6.052]", async () => {
    const recipe = await ask(deviceDataRecipe.calls.post, { name: "T" }, { token: people.northOwner });
    const fields = { name: "Pump", sn: "PUMP-77", typeId: "type-general", industry: "水务", password: "device-secret-1" };
    const made = await ask(
      device.calls.post,
      { ...fields, slaves: [{ no: 1, name: "One", recipeId: recipe.data.id }] },
      { token: people.northOwner },
    );
    expect(made.code).toBe(0);
    const { password_hash } = await people.site.gatehouse.services.db
      .selectFrom("device")
      .select("password_hash")
      .where("id", "=", made.data.id)
      .executeTakeFirstOrThrow();
    expect(password_hash).not.toContain("device-secret-1");
    expect(JSON.stringify((await ask(device.calls.get, { id: made.data.id }, { token: people.northOwner })).data)).not.toContain(
      "device-secret-1",
    );
  });
});
