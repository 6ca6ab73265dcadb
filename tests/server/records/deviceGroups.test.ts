import { afterAll, beforeAll, expect, it } from "vitest";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { user } from "#contract/resources/user.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const { query, post, put, delete: remove } = deviceGroup.calls;
let site: Site;
let one: string;
let other: string;

beforeAll(async () => {
  site = await openSite();
  await site.addUser({ account: "one" });
  await site.addUser({ account: "other" });
  one = await site.signIn("one", "secret1");
  other = await site.signIn("other", "secret1");
});
afterAll(() => site.close());

const listed = async (token: string, request: object = {}) => (await site.ask(query, request, { token })).data.list;

it("keeps a user's groups from everybody else of the organisation, the administrator included", async () => {
  const { id } = (await site.ask(post, { name: "Pumps", remark: "on Fridays" }, { token: one })).data;
  expect(await listed(one)).toEqual([{ id, name: "Pumps", remark: "on Fridays", devices: 0, version: 1 }]);
  const admin = await site.signIn("admin", "adminpw1");
  for (const token of [other, admin]) {
    expect(await listed(token)).toEqual([]);
    expect((await site.ask(put, { id, name: "Mine", version: 1 }, { token })).code).toBe(404);
    expect((await site.ask(remove, { ids: [id] }, { token })).code).toBe(404);
  }
  expect((await site.ask(post, { name: "Pumps" }, { token: other })).code).toBe(0);
  expect((await site.ask(post, { name: "PUMPS" }, { token: one })).code).toBe(1203);
});

it("finds them by name and remark, sorts them by name, and answers the last page for one past the end", async () => {
  for (const name of ["Boilers", "valves"]) await site.ask(post, { name, remark: "100% off" }, { token: one });
  expect((await listed(one)).map(({ name }) => name)).toEqual(["Boilers", "Pumps", "valves"]);
  expect((await listed(one, { sortField: "name", sortOrder: "desc" })).map(({ name }) => name)).toEqual(["valves", "Pumps", "Boilers"]);
  expect((await listed(one, { search: "FRI" })).map(({ name }) => name)).toEqual(["Pumps"]);
  expect((await listed(one, { search: "%" })).map(({ name }) => name)).toEqual(["Boilers", "valves"]);
  const { data } = await site.ask(query, { pageNo: 9, pageSize: 2 }, { token: one });
  expect([data.pageNo, data.total, data.list.map(({ name }) => name)]).toEqual([2, 3, ["valves"]]);
  expect((await site.ask(query, { sortField: "user_id" }, { token: one })).fields).toMatchObject([{ path: "sortField" }]);
});

it.each([
  ["own", deviceGroup],
  ["of an organisation", deviceCompanyGroup],
])("lists, adds, edits and deletes groups: %s [S1.012]", async (_whose, { calls }) => {
  const names = async () => (await site.ask(calls.query, {}, { token: one })).data.list.map(({ name }) => name);
  const before = await names();
  const { id } = (await site.ask(calls.post, { name: "zz group", remark: "north" }, { token: one })).data;
  expect(await names()).toEqual([...before, "zz group"]);
  const put = await site.ask(calls.put, { id, name: "zz group 2", remark: "south", version: 1 }, { token: one });
  expect([put.code, await names()]).toEqual([0, [...before, "zz group 2"]]);
  expect((await site.ask(calls.get, { id }, { token: one })).data).toMatchObject({ name: "zz group 2", remark: "south" });
  expect((await site.ask(calls.delete, { ids: [id] }, { token: one })).data).toEqual({ removed: 1 });
  expect(await names()).toEqual(before);
});

it("goes with its user", async () => {
  const admin = await site.signIn("admin", "adminpw1");
  const { data } = await site.ask(user.calls.get_child, { search: "one" }, { token: admin });
  await site.ask(user.calls.delete_child, { ids: data.list.map(({ id }) => id) }, { token: admin });
  const left = await site.gatehouse.services.db.selectFrom("device_group").select("name").execute();
  expect(left.map(({ name }) => name)).toEqual(["Pumps"]);
});
