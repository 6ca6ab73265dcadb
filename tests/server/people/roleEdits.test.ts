import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RequestOf } from "#contract/kit/call.ts";
import { type PermissionItem, role } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { goodPassword, openPeople, type People } from "./people.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = async (call, request, asked) => people.site.ask(call, request, asked);
const done = <Data>(answer: { code: number; message: string; data: Data }): Data => {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
  return answer.data;
};
const newRole = async (token: string, name: string, companyId?: string): Promise<string> =>
  done(await ask(role.calls.post, { name, description: "", companyId }, { token })).id;
const permission = async (id: string, token: string) => done(await ask(role.calls.permission, { id }, { token }));
const authorize = async (id: string, items: RequestOf<typeof role.calls.authorize>["items"], token: string) =>
  done(await ask(role.calls.authorize, { id, version: (await permission(id, token)).version, items }, { token }));
const flat = (items: readonly PermissionItem[]): PermissionItem[] => items.flatMap((item) => [item, ...flat(item.children)]);
/** Menu items that the role holds, with their actions. */
const heldBy = async (id: string) =>
  Object.fromEntries(
    flat((await permission(id, people.admin)).items)
      .filter(({ held }) => held)
      .map((item) => [item.id, item.actions.filter(({ held }) => held).map(({ path }) => path)]),
  );

describe("a save of what a role may do", () => {
  const list = { menuId: "devices.list", actions: ["/api/device/query"] };
  const roles = { menuId: "role.list", actions: ["permission", "authorize"].map((verb) => `/api/role/${verb}`) };
  /** Has no actions: who holds it sees the item, and that is all. */
  const sound = { menuId: "alarms.sound", actions: [] };
  const clerkWith = async (name: string, items: (typeof list)[]): Promise<string> => {
    const id = await newRole(people.northOwner, name);
    await authorize(id, [roles, ...items], people.northOwner);
    const child = { account: name, userName: name, password: goodPassword, roleIds: [id] };
    done(await ask(user.calls.add_child, child, { token: people.northOwner }));
    return people.site.signIn(name, goodPassword);
  };

  it("leaves menu items without actions that the saver does not hold", async () => {
    const clerk = await clerkWith("clerk.without", [list]);
    const id = await newRole(people.northOwner, "Listeners");
    await authorize(id, [list, sound], people.northOwner);
    await authorize(id, [], clerk);
    expect(await heldBy(id)).toEqual({ "alarms.sound": [] });
  });

  it("takes those that the saver holds and left out", async () => {
    const clerk = await clerkWith("clerk.with", [list, sound]);
    const id = await newRole(people.northOwner, "Former listeners");
    await authorize(id, [list, sound], people.northOwner);
    await authorize(id, [list], clerk);
    expect(await heldBy(id)).toEqual({ "devices.list": list.actions });
  });
});

describe("a role of a lower organisation", () => {
  it("is renamed among the names of its own organisation, not among those of who renames it", async () => {
    const { northOwner: token, town } = people;
    await newRole(token, "Day shift");
    await newRole(token, "Night shift", town);
    const id = await newRole(token, "Shift", town);
    const rename = (name: string, version: number) => ask(role.calls.put, { id, name, version }, { token });
    expect((await rename("NIGHT shift", 1)).code).toBe(1203);
    expect((await rename("Day shift", 1)).code).toBe(0);
    expect((await rename("day SHIFT", 2)).code).toBe(0);
  });
});
