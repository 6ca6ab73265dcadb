import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { menu } from "#contract/resources/menu.ts";
import { type PermissionItem, role, userRole } from "#contract/resources/role.ts";
import { type MenuItem, user } from "#contract/resources/user.ts";
import { goodPassword, lastLogged, openPeople, type People } from "./people.ts";

let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
let count = 0;
const newRole = async (token: string): Promise<string> => {
  count += 1;
  const answer = await ask(role.calls.post, { name: `Role ${count}`, description: "d" }, { token });
  if (answer.code !== 0) throw new Error(answer.message);
  return answer.data.id;
};
const member = async (token: string, roleIds: string[]): Promise<{ id: string; token: string }> => {
  count += 1;
  const account = `member${count}`;
  const answer = await ask(user.calls.add_child, { account, userName: account, password: goodPassword, roleIds }, { token });
  if (answer.code !== 0) throw new Error(answer.message);
  return { id: answer.data.id, token: await people.site.signIn(account, goodPassword) };
};
const permission = async (id: string, token = people.admin) => (await ask(role.calls.permission, { id }, { token })).data;
const authorize = async (id: string, items: { menuId: string; actions: string[] }[], token = people.admin) =>
  ask(role.calls.authorize, { id, version: (await permission(id, token)).version, items }, { token });
const flat = (items: readonly PermissionItem[]): PermissionItem[] => items.flatMap((item) => [item, ...flat(item.children)]);
const paths = (items: readonly MenuItem[]): string[] => items.flatMap((item) => [item.path, ...paths(item.children)]);
const menuOf = async (token: string): Promise<string[]> => paths((await ask(user.calls.menu_tree, {}, { token })).data);

const list = { menuId: "devices.list", actions: ["/api/device/query", "/api/device/post"] };
const sound = { menuId: "alarms.sound", actions: [] };

describe("roles", () => {
  it("are named sets of menu items and actions; whoever holds one gets exactly those, from the next call on [S1.030] [S2.189] [S6.032] [S7.006] [S7.055]", async () => {
    const id = await newRole(people.admin);
    const { token } = await member(people.admin, [id]);
    expect(await menuOf(token)).toEqual([]);
    expect((await ask(device.calls.query, {}, { token })).code).toBe(403);
    expect((await authorize(id, [list])).code).toBe(0);
    expect(await menuOf(token)).toEqual(["/devices", "/devices/list"]);
    expect((await ask(user.calls.my, {}, { token })).data.paths).toEqual(list.actions);
    expect((await ask(device.calls.query, {}, { token })).code).toBe(0);
    expect((await authorize(id, [{ ...list, actions: ["/api/device/post"] }, sound])).code).toBe(0);
    expect(await menuOf(token)).toEqual(["/devices", "/devices/list", "/alarms", "/alarms/sound"]);
    expect((await ask(device.calls.query, {}, { token })).code).toBe(403);
    expect(JSON.parse((await lastLogged(people.site, "/api/role/authorize")).change)).toEqual({
      "alarms.sound": [null, []],
      "devices.list": [["/api/device/post", "/api/device/query"], ["/api/device/post"]],
    });
  });

  it("of one user add up [S6.004]", async () => {
    const [one, two] = [await newRole(people.admin), await newRole(people.admin)];
    await authorize(one, [{ ...list, actions: ["/api/device/query"] }]);
    await authorize(two, [{ ...list, actions: ["/api/device/post"] }, sound]);
    const { token } = await member(people.admin, [one, two]);
    expect(await menuOf(token)).toEqual(["/devices", "/devices/list", "/alarms", "/alarms/sound"]);
    expect((await ask(user.calls.my, {}, { token })).data.paths.sort()).toEqual(["/api/device/post", "/api/device/query"]);
  });

  it("have name, description and permission tree, which are kept and shown [S3.065] [S2.110]", async () => {
    const id = await newRole(people.admin);
    expect((await ask(role.calls.put, { id, name: "Renamed", description: "new", version: 1 }, { token: people.admin })).code).toBe(0);
    expect((await ask(role.calls.put, { id, name: "Late", version: 1 }, { token: people.admin })).code).toBe(1300);
    const { data } = await ask(userRole.calls.query_user, { name: "RENAMED" }, { token: people.admin });
    expect(data.list).toMatchObject([{ id, name: "Renamed", description: "new", users: 0, builtin: false, modifiable: true }]);
    await authorize(id, [list]);
    const held = flat((await permission(id)).items).filter((item) => item.held);
    expect(held.map((item) => [item.id, item.actions.filter((action) => action.held).map(({ path }) => path)])).toEqual([
      ["devices.list", list.actions],
    ]);
  });

  it("give nobody what the giver does not hold, and keep what lies beyond the giver", async () => {
    const id = await newRole(people.northOwner);
    const offered = flat((await permission(id, people.northOwner)).items).map((item) => item.id);
    expect(offered).toContain("devices.list");
    expect(offered).not.toContain("system.menus");
    const beyond = await authorize(id, [{ menuId: "system.menus", actions: ["/api/menu/post"] }], people.northOwner);
    expect(beyond.code).toBe(1323);
    await authorize(id, [{ menuId: "system.menus", actions: ["/api/menu/query"] }]);
    expect((await authorize(id, [list], people.northOwner)).code).toBe(0);
    const kept = flat((await permission(id)).items).filter((item) => item.held);
    expect(kept.map((item) => item.id)).toEqual(["devices.list", "system.menus"]);
  });

  it("grant only actions that the menu item has", async () => {
    const id = await newRole(people.admin);
    expect((await authorize(id, [{ menuId: "alarms.sound", actions: ["/api/device/delete"] }])).code).toBe(404);
    expect((await authorize(id, [{ menuId: "missing", actions: [] }])).code).toBe(404);
  });

  it("of another organisation answer like missing ones", async () => {
    const id = await newRole(people.northOwner);
    for (const call of [role.calls.permission, role.calls.put, role.calls.authorize]) {
      const request = { name: "x", version: 1, items: [] };
      const foreign = await ask(call, { ...request, id }, { token: people.southOwner });
      expect([call.path, foreign.code]).toEqual([call.path, 404]);
      expect(foreign).toEqual(await ask(call, { ...request, id: "missing" }, { token: people.southOwner }));
    }
    const { data } = await ask(userRole.calls.query_user, { pageSize: 100 }, { token: people.southOwner });
    expect(data.list.map((row) => row.id)).not.toContain(id);
    const given = await ask(
      user.calls.add_child,
      { account: "thief", userName: "t", password: goodPassword, roleIds: [id] },
      { token: people.southOwner },
    );
    expect(given.code).toBe(404);
  });

  it("that can be given are those of the organisation and of those above it, within the giver's own rights", async () => {
    const own = await newRole(people.northOwner);
    const { data } = await ask(userRole.calls.query_child_user, {}, { token: people.northOwner });
    const ids = data.list.map((row) => row.id);
    expect(ids).toEqual(expect.arrayContaining([own, "role-owner", "role-staff"]));
    expect(ids).not.toContain("role-administrator");
    expect((await ask(userRole.calls.query_child_user, { companyId: people.south }, { token: people.northOwner })).code).toBe(404);
  });

  it("are deleted when nobody holds them, and the product's own never", async () => {
    const id = await newRole(people.admin);
    const { id: userId } = await member(people.admin, [id]);
    const used = await ask(role.calls.delete, { ids: [id] }, { token: people.admin, language: "en" });
    expect([used.code, used.message]).toEqual([1301, "Cannot be deleted: in use by 1 user. Remove it first"]);
    await ask(user.calls.delete_child, { ids: [userId] }, { token: people.admin });
    expect((await ask(role.calls.delete, { ids: [id] }, { token: people.admin })).data).toEqual({ removed: 1 });
    expect((await ask(role.calls.delete, { ids: ["role-staff"] }, { token: people.admin })).code).toBe(1322);
  });

  const seeing = "/api/user_role/query_user";
  const clerkOf = async (token: string, more: { menuId: string; actions: string[] }[] = []): Promise<string> => {
    const id = await newRole(token);
    const changing = ["put", "delete", "authorize", "permission"].map((verb) => `/api/role/${verb}`);
    const answer = await authorize(id, [{ menuId: "role.list", actions: [seeing, ...changing] }, list, ...more], token);
    if (answer.code !== 0) throw new Error(answer.message);
    return (await member(token, [id])).token;
  };

  it("are neither renamed nor emptied by somebody with fewer rights than one of their holders, whoever gives those", async () => {
    const clerk = await clerkOf(people.northOwner);
    const id = await newRole(people.northOwner);
    await authorize(id, [list], people.northOwner);
    const change = async () => [
      (await ask(role.calls.put, { id, name: "Emptied", version: (await permission(id)).version }, { token: clerk })).code,
      (await authorize(id, [], clerk)).code,
      (await permission(id, clerk)).modifiable,
    ];
    const { id: keeper } = await member(people.northOwner, [id, "role-staff"]);
    expect(await change()).toEqual([1333, 1333, false]);
    expect((await ask(role.calls.delete, { ids: [id] }, { token: clerk })).code).toBe(1333);
    expect(flat((await permission(id)).items).flatMap((item) => (item.held ? [item.id] : []))).toEqual([list.menuId]);
    const give = (roleIds: string[], version: number) =>
      ask(user.calls.edit_child_role, { id: keeper, roleIds, version }, { token: people.northOwner });
    expect((await give([id], 1)).code).toBe(0);
    expect(await change()).toEqual([0, 0, true]);
  });

  it("are not changed by somebody of a lower type than one of their holders, though they may do the same", async () => {
    const clerk = await clerkOf(people.northOwner);
    const id = await newRole(people.northOwner);
    await people.site.addUser({ account: "northern.administrator", type: 0, companyId: people.north, roles: [id] });
    expect((await authorize(id, [], clerk)).code).toBe(1333);
    expect((await authorize(id, [], people.admin)).code).toBe(0);
  });

  it("are given over a version of the user: of two who give roles at once the second is told of the first", async () => {
    const { id } = await member(people.northOwner, []);
    const give = (roleIds: string[], version: number, token: string) =>
      ask(user.calls.edit_child_role, { id, roleIds, version }, { token });
    expect((await give(["role-staff"], 1, people.northOwner)).code).toBe(0);
    const late = await give(["role-repairman"], 1, people.admin);
    expect([late.code, late.data]).toMatchObject([1300, { by: "north.owner", version: 2 }]);
    expect((await give(["role-repairman"], 2, people.admin)).code).toBe(0);
    expect((await ask(user.calls.edit_child_role, { id, roleIds: [] }, { token: people.admin })).fields).toMatchObject([
      { path: "version" },
    ]);
  });

  it("cannot be changed so that whoever changes them locks themselves out", async () => {
    expect((await authorize("role-administrator", [list])).code).toBe(1326);
    expect(await menuOf(people.admin)).toContain("/role/list");
  });

  it("tell a refused reader that there is no permission, and show no rows [S6.023] [S6.025] [S6.030]", async () => {
    const { token } = await member(people.admin, [await newRole(people.admin)]);
    for (const call of [userRole.calls.query_user, user.calls.get_child, user.calls.query, user.calls.update])
      expect(await ask(call, {}, { token, language: "zh" })).toMatchObject({ code: 403, message: "您没有权限访问", data: null });
  });
});

describe("the menu", () => {
  const fields = <M extends object>(more: M = {} as M) => {
    count += 1;
    return { path: `/extra/screen${count}`, name: `屏 ${count}`, nameEn: `Screen ${count}`, ...more };
  };
  const got = async (id: string) => (await ask(menu.calls.get, { id }, { token: people.admin })).data;

  it("keeps path, names, icon, flags, actions and place, and delivers them [S3.024] [S3.025] [S2.122] [S7.056]", async () => {
    const given = fields({
      parentId: "devices",
      icon: "cube",
      hidden: true,
      affix: true,
      noCache: true,
      sort: 7,
      actionList: ["/api/device/query"],
    });
    const { data } = await ask(menu.calls.post, given, { token: people.admin });
    expect(await got(data.id)).toMatchObject({ ...given, depth: 1, builtin: false, version: 1 });
    const tree = (await ask(user.calls.menu_tree, {}, { token: people.admin })).data;
    const item = tree.find(({ id }) => id === "devices")?.children.find(({ id }) => id === data.id);
    expect(item).toMatchObject({
      path: given.path,
      name: given.name,
      nameEn: given.nameEn,
      icon: "cube",
      hidden: true,
      noCache: true,
      leaf: true,
      meta: { affix: true },
      actionList: ["/api/device/query"],
    });
    const put = await ask(menu.calls.put, { ...given, id: data.id, version: 1, actionList: [], sort: 1 }, { token: people.admin });
    expect(put.code).toBe(0);
    expect(await got(data.id)).toMatchObject({ actionList: [], sort: 1, version: 2 });
  });

  it("lets an action that an item drops go from every role [S6.003]", async () => {
    const given = fields({ actionList: ["/api/device/query", "/api/device/post"] });
    const { data } = await ask(menu.calls.post, given, { token: people.admin });
    const id = await newRole(people.admin);
    await authorize(id, [{ menuId: data.id, actions: given.actionList as string[] }]);
    const { token } = await member(people.admin, [id]);
    expect(await menuOf(token)).toEqual([given.path]);
    const put = await ask(menu.calls.put, { ...given, id: data.id, version: 1, actionList: ["/api/device/post"] }, { token: people.admin });
    expect(put.code).toBe(0);
    expect((await ask(user.calls.my, {}, { token })).data.paths).toEqual(["/api/device/post"]);
    expect((await ask(menu.calls.delete, { ids: [data.id] }, { token: people.admin })).data).toEqual({ removed: 1 });
    expect(await menuOf(token)).toEqual([]);
  });

  it("takes no action from those who may do more than whoever edits it, neither by an edit nor by a removal", async () => {
    const menuCalls = ["post", "put", "delete", "query", "get"].map((verb) => `/api/menu/${verb}`);
    const clerkRole = await newRole(people.admin);
    await authorize(clerkRole, [{ menuId: "system.menus", actions: menuCalls }, list]);
    const { token: clerk } = await member(people.admin, [clerkRole]);
    const given = fields({ actionList: ["/api/device/query", "/api/device/cmd"] });
    const { data } = await ask(menu.calls.post, given, { token: people.admin });
    const dropping = (actionList: string[], token: string) =>
      ask(menu.calls.put, { ...given, id: data.id, version: 1, actionList }, { token });
    const id = await newRole(people.admin);
    await authorize(id, [{ menuId: data.id, actions: ["/api/device/cmd"] }]);
    await member(people.admin, [id]);
    expect((await dropping(["/api/device/query"], clerk)).code).toBe(1333);
    expect((await ask(menu.calls.delete, { ids: [data.id] }, { token: clerk })).code).toBe(1333);
    expect(await got(data.id)).toMatchObject({ actionList: given.actionList, version: 1 });
    // The administrators have it by the list of devices, too.
    expect((await dropping(["/api/device/cmd"], clerk)).code).toBe(0);
    expect((await ask(menu.calls.delete, { ids: [data.id] }, { token: people.admin })).code).toBe(0);
  });

  it("holds a path once, no rings, no unknown calls, and its own items for good", async () => {
    const given = fields({ parentId: "devices" });
    const { data } = await ask(menu.calls.post, given, { token: people.admin });
    expect((await ask(menu.calls.post, fields({ path: "/devices/list" }), { token: people.admin })).code).toBe(1203);
    expect((await ask(menu.calls.post, fields({ path: "no slash" }), { token: people.admin })).code).toBe(400);
    expect((await ask(menu.calls.post, fields({ parentId: "missing" }), { token: people.admin })).code).toBe(404);
    expect((await ask(menu.calls.post, fields({ actionList: ["/api/no/such"] }), { token: people.admin })).code).toBe(1323);
    const { version, ...devices } = await got("devices");
    expect((await ask(menu.calls.put, { ...devices, parentId: data.id, version }, { token: people.admin })).code).toBe(1325);
    expect((await ask(menu.calls.delete, { ids: ["devices.list"] }, { token: people.admin })).code).toBe(1322);
    const inner = await ask(menu.calls.post, fields({ parentId: data.id }), { token: people.admin });
    expect((await ask(menu.calls.delete, { ids: [data.id] }, { token: people.admin })).code).toBe(1301);
    expect((await ask(menu.calls.delete, { ids: [data.id, inner.data.id] }, { token: people.admin })).code).toBe(0);
  });

  it("is listed in the tree's order and found by name, English name and path [S2.109]", async () => {
    const { data } = await ask(menu.calls.query, { pageSize: 1000 }, { token: people.admin });
    const at = (id: string) => data.list.findIndex((row) => row.id === id);
    expect(at("devices")).toBeLessThan(at("devices.list"));
    expect(data.list[at("devices.list")]?.depth).toBe(1);
    const found = await ask(menu.calls.query, { name: "DEVICE LIST" }, { token: people.admin });
    expect(found.data.list.map((row) => row.id)).toEqual(["devices.list"]);
  });

  it("is the platform's: an administrator of a tenant may hold the calls and is refused all the same", async () => {
    await people.site.addUser({ account: "tenant.admin", type: 0, companyId: people.north });
    const token = await people.site.signIn("tenant.admin", "secret1");
    for (const [call, request] of [
      [menu.calls.query, {}],
      [menu.calls.get, { id: "devices" }],
      [menu.calls.post, fields()],
      [menu.calls.put, { ...fields(), id: "devices", version: 1 }],
      [menu.calls.delete, { ids: ["devices"] }],
    ] as const)
      expect([call.path, (await ask(call, request, { token })).code]).toEqual([call.path, 403]);
  });
});
