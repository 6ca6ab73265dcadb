import { afterAll, beforeAll, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { user } from "#contract/resources/user.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";

let site: Site;
let root: string;
let north: Tenant;
let town: Tenant;

beforeAll(async () => {
  site = await openSite();
  root = await site.signIn("admin", "adminpw1");
  north = await openTenant(site, "north");
  town = await openTenant(site, "town", north.ids.company);
});
afterAll(() => site.close());

const counts = ({ children, users, devices }: { children: number; users: number; devices: number }) => [children, users, devices];

/** Children, users and devices of the organisation alone, and with all that is below it: as the tree has them. */
const ofNode = async (parentId: string, id: string, token = root) => {
  const { list } = (await site.ask(company.calls.query_tree, { parentId, pageSize: 100 }, { token })).data;
  const node = list.find((one) => one.id === id);
  return node && [counts(node), counts(node.whole)];
};

it("counts in the tree what an organisation has itself and what it has with all that is below it", async () => {
  // North has two branches beside town, which has two of its own; each of both has a keeper, a member of staff and a consumer.
  expect(await ofNode("root", north.ids.company)).toEqual([
    [3, 3, 1],
    [5, 6, 2],
  ]);
  expect(await ofNode(north.ids.company, town.ids.company)).toEqual([
    [2, 3, 1],
    [2, 3, 1],
  ]);
  expect(await ofNode(north.ids.company, north.ids.branch)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  const mine = (await site.ask(company.calls.query_tree, {}, { token: north.token })).data.list[0];
  expect(mine && [counts(mine), counts(mine.whole)]).toEqual([
    [3, 3, 1],
    [5, 6, 2],
  ]);
});

it("says the same of an organisation alone, in the list, and of what a search finds at several levels at once", async () => {
  const whole = { children: 5, users: 6, roles: 2, devices: 2 };
  expect((await site.ask(company.calls.get, { id: north.ids.company }, { token: root })).data).toMatchObject({ roles: 1, whole });
  const { list } = (await site.ask(company.calls.query, { name: "company" }, { token: root })).data;
  expect(list.map((row) => [row.name, row.whole.users])).toEqual([
    ["north company", 6],
    ["town company", 3],
  ]);
  const found = (await site.ask(company.calls.query_tree, { name: "company" }, { token: root })).data.list;
  expect(found.map((row) => [row.name, row.whole.users])).toEqual([
    ["north company", 6],
    ["town company", 3],
  ]);
});

it("keeps counting right while devices move and go, and users come and go", async () => {
  const { data } = await site.ask(device.calls.get, { id: town.ids.device }, { token: root });
  const { name, sn, typeId, modelId, industry, slaves, version } = data;
  const fields = {
    name,
    sn,
    typeId,
    modelId,
    industry,
    slaves: slaves.map(({ no, name: each, recipeId }) => ({ no, name: each, recipeId })),
  };
  const moved = await site.ask(device.calls.put, { ...fields, id: data.id, version, companyId: north.ids.branch }, { token: root });
  expect(moved.code).toBe(0);
  expect(await ofNode(north.ids.company, town.ids.company)).toEqual([
    [2, 3, 0],
    [2, 3, 0],
  ]);
  expect(await ofNode(north.ids.company, north.ids.branch)).toEqual([
    [0, 0, 1],
    [0, 0, 1],
  ]);
  await site.ask(device.calls.delete, { ids: [data.id] }, { token: root });
  await site.ask(user.calls.delete_child, { ids: [town.ids.staff] }, { token: root });
  expect(await ofNode("root", north.ids.company)).toEqual([
    [3, 3, 1],
    [5, 5, 1],
  ]);
});
