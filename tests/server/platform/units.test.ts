import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { user } from "#contract/resources/user.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";

const { query, get, post, put, delete: remove } = deviceUnitType.calls;
let people: People;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const celsius = { name: "Celsius", symbol: "°C", category: "Temperature" };
const listed = async (token: string, request: object = {}) => {
  const { data } = await people.site.ask(query, request, { token });
  return data.list.map(({ name }) => name);
};

describe("data units", () => {
  it("are added, found, edited and deleted, and each change is in the operation log [S7.061]", async () => {
    const { site, admin: token } = people;
    const { data } = await site.ask(post, celsius, { token });
    await site.ask(post, { name: "Kilowatt", symbol: "kW", category: "Power" }, { token });
    expect(await listed(token)).toEqual(["Kilowatt", "Celsius"]);
    expect(await listed(token, { sortField: "name", sortOrder: "asc" })).toEqual(["Celsius", "Kilowatt"]);
    for (const request of [{ search: " °c " }, { search: "CELS" }, { category: "temp" }])
      expect(await listed(token, request)).toEqual(["Celsius"]);
    const change = { ...celsius, id: data.id, version: 1, symbol: "℃" };
    expect((await site.ask(put, change, { token })).code).toBe(0);
    expect(JSON.parse((await lastLogged(site, put.path)).change)).toEqual({ symbol: ["°C", "℃"] });
    expect((await site.ask(put, change, { token })).code).toBe(1300);
    expect((await site.ask(get, { id: data.id }, { token })).data).toEqual({
      ...{ ...celsius, id: data.id, symbol: "℃", companyName: "Gatehouse", changeable: true, version: 2 },
    });
    await site.restart();
    people = { ...people, admin: await site.signIn("admin", "adminpw1") };
    expect(await listed(people.admin)).toEqual(["Kilowatt", "Celsius"]);
    expect((await site.ask(remove, { ids: [data.id] }, { token: people.admin })).data).toEqual({ removed: 1 });
    expect((await site.ask(get, { id: data.id }, { token: people.admin })).code).toBe(404);
  });

  it("need a name and a symbol, of a length that a data point takes", async () => {
    const { site, admin: token } = people;
    const faults = async (fields: object) => (await site.ask(post, fields, { token })).fields.map(({ path }) => path);
    expect(await faults({})).toEqual(["name", "symbol"]);
    expect(await faults({ name: " ", symbol: "a".repeat(21) })).toEqual(["name", "symbol"]);
    expect(await faults({ name: "Long", symbol: "字".repeat(20) })).toEqual([]);
    expect((await site.ask(post, { name: "LONG", symbol: "l" }, { token })).code).toBe(1203);
  });

  it("belong to an organisation, are seen below it and changed by it and above alone", async () => {
    const { site, admin, northOwner, southOwner } = people;
    const shared = (await site.ask(post, { name: "Shared", symbol: "s" }, { token: admin })).data.id;
    const own = (await site.ask(post, { name: "Own", symbol: "o" }, { token: northOwner })).data.id;
    const seen = (await site.ask(query, { pageSize: 100 }, { token: northOwner })).data.list;
    expect(Object.fromEntries(seen.map((row) => [row.name, row.changeable]))).toMatchObject({ Shared: false, Own: true });
    expect(await listed(southOwner)).not.toContain("Own");
    expect(await listed(admin)).toContain("Own");
    const edit = (id: string) => ({ id, name: "Taken", symbol: "t", version: 1 });
    expect((await site.ask(put, edit(shared), { token: northOwner })).code).toBe(403);
    expect((await site.ask(put, edit(own), { token: southOwner })).code).toBe(404);
    expect((await site.ask(put, edit("missing"), { token: southOwner })).code).toBe(404);
    expect((await site.ask(remove, { ids: [own, shared] }, { token: northOwner })).code).toBe(403);
    expect((await site.ask(get, { id: own }, { token: northOwner })).code).toBe(0);
  });

  it("go with their organisation, which they do not keep from being deleted", async () => {
    const { site, admin } = people;
    const made = await site.ask(company.calls.post, { parentId: "root", name: "Short-lived" }, { token: admin });
    await site.addUser({ account: "short", companyId: made.data.id, roles: ["role-owner"] });
    const token = await site.signIn("short", "secret1");
    const unit = (await site.ask(post, { name: "Mine", symbol: "m" }, { token })).data.id;
    const users = await site.ask(user.calls.get_child, { search: "short" }, { token: admin });
    await site.ask(user.calls.delete_child, { ids: users.data.list.map(({ id }) => id) }, { token: admin });
    expect((await site.ask(company.calls.delete, { ids: [made.data.id] }, { token: admin })).code).toBe(0);
    expect((await site.ask(get, { id: unit }, { token: admin })).code).toBe(404);
  });
});
