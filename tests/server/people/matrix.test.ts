import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { company } from "#contract/resources/company.ts";
import { user } from "#contract/resources/user.ts";
import { resources } from "#contract/resources.ts";
import { builtinRoles } from "#server/menu/seed.ts";
import { goodPassword, openPeople, type People } from "./people.ts";

const calls = resources.flatMap((resource) => Object.values(resource.calls));
const closed = calls.filter(({ access, path }) => access !== "public" && path !== "/api/logout");
const granted = closed.filter(({ access }) => access === "granted");
const refusal = (call: Call): number => (call.path === "/api/device/cmd" ? 1314 : 403);

/** Calls that the platform's own organisation keeps: others are refused even where a role grants them. */
const platformOnly = /^\/api\/(menu|sys|license)\/|^\/api\/(dict|app_version)\/(post|put|delete|upload)$/;

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const code = async (call: Call, token: string): Promise<number | undefined> => {
  if (call.answer === "file") {
    const response = await fetch(people.site.base + call.path, { method: call.method, headers: { token } });
    return response.headers.get("content-type")?.includes("json") ? ((await response.json()) as { code?: number }).code : undefined;
  }
  return (await people.site.ask(call, {}, { token })).code;
};

describe("every call and every user type", () => {
  it.each(builtinRoles)("type $type may make exactly the calls that its role grants, and no other", async ({ id, type }) => {
    const account = `matrix${type}`;
    await people.site.addUser({ account, type, companyId: people.north, roles: [id] });
    const token = await people.site.signIn(account, "secret1");
    const { data } = await people.site.ask(user.calls.my, {}, { token });
    const held = new Set(data.paths);
    expect([type, held.has("/api/menu/post")]).toEqual([type, type === 0]);
    for (const call of granted) {
      const answered = await code(call, token);
      const may = held.has(call.path) && !platformOnly.test(call.path);
      if (may) expect([call.path, answered]).not.toEqual([call.path, refusal(call)]);
      // A platform call with a faulty request may be told of its faults: nothing is done and nothing is shown.
      else if (held.has(call.path)) expect([call.path, answered === 403 || answered === 400]).toEqual([call.path, true]);
      else expect([call.path, answered]).toEqual([call.path, refusal(call)]);
    }
  });

  const stopped: readonly [string, (userId: string, companyId: string) => Promise<unknown>][] = [
    ["a disabled user", (userId) => people.site.ask(user.calls.disable, { ids: [userId] }, { token: people.admin })],
    ["a deleted user", (userId) => people.site.ask(user.calls.delete_child, { ids: [userId] }, { token: people.admin })],
    ["a user of a disabled organisation", (_, id) => people.site.ask(company.calls.disable, { ids: [id] }, { token: people.admin })],
    [
      "a user of an expired organisation",
      async (_, id) => {
        const { data } = await people.site.ask(company.calls.get, { id }, { token: people.admin });
        const request = { id, parentId: "root", name: data.name, version: data.version, expiresAt: "2020-01-01T00:00:00.000Z" };
        return people.site.ask(company.calls.put, request, { token: people.admin });
      },
    ],
  ];

  it.each(stopped)("refuses the open session of %s with 401, on every call", async (name, stop) => {
    const made = await people.site.ask(company.calls.post, { parentId: "root", name: name.slice(-18) }, { token: people.admin });
    const account = name.replaceAll(" ", "-");
    const fields = { account, userName: "u", type: 5, password: goodPassword, roleIds: ["role-owner"], companyId: made.data.id };
    const child = await people.site.ask(user.calls.add_child_company, fields, { token: people.admin });
    expect([made.code, child.code]).toEqual([0, 0]);
    const token = await people.site.signIn(account, goodPassword);
    expect((await people.site.ask(user.calls.my, {}, { token })).code).toBe(0);
    await stop(child.data.id, made.data.id);
    for (const call of closed) expect([call.path, await code(call, token)]).toEqual([call.path, 401]);
    await expect(people.site.signIn(account, goodPassword)).rejects.toThrow("1018");
  });
});
