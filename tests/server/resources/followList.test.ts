import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";

const { query, add, cancel, top, bottom, sort } = deviceFavorites.calls;
let people: People;
let admin: string;

const db = () => people.site.gatehouse.services.db;
const addDevices = async (ids: readonly string[], company_id: string) => {
  const rows = ids.map((id) => deviceRow({ id, company_id, sn: `SN-${id}`, type_id: "follow-type" }));
  for (let from = 0; from < rows.length; from += 200)
    await db()
      .insertInto("device")
      .values(rows.slice(from, from + 200))
      .execute();
};
const move = (ids: readonly string[], company_id: string) =>
  db().updateTable("device").set({ company_id }).where("id", "in", ids).execute();
const listed = async (token = admin, request: object = {}) => (await people.site.ask(query, request, { token })).data;
const order = async (token = admin, request: object = {}) => (await listed(token, request)).list.map(({ id }) => id);
const code = async (call: typeof add | typeof cancel | typeof top | typeof bottom | typeof sort, request: object, token = admin) =>
  (await people.site.ask(call, request, { token })).code;
const restarted = async () => {
  await people.site.restart();
  admin = await people.site.signIn("admin", "adminpw1");
};

beforeAll(async () => {
  people = await openPeople();
  admin = people.admin;
  const type = { id: "follow-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" };
  await db().insertInto("device_type").values(type).execute();
  await addDevices(["d1", "d2", "d3", "d4"], people.north);
  await addDevices(["s1"], people.south);
});
afterAll(() => people.site.close());
beforeEach(() => db().deleteFrom("device_favorite").execute());

describe("the follow list", () => {
  it("takes up what is followed, once, behind what is followed already [S4.076]", async () => {
    const { site } = people;
    expect((await site.ask(add, { ids: ["d2"] }, { token: admin })).data).toEqual({ added: 1 });
    expect((await site.ask(add, { ids: ["d3", "d2", "d3", "d1"] }, { token: admin })).data).toEqual({ added: 2 });
    const { list, total } = await listed();
    expect([list.map(({ id, name, place }) => [id, name, place]), total]).toEqual([
      [
        ["d2", "d2", 1],
        ["d3", "d3", 2],
        ["d1", "d1", 3],
      ],
      3,
    ]);
    expect(Math.abs(Date.parse(list[0]?.followedAt ?? "") - Date.now())).toBeLessThan(60_000);
  });

  it("loses what is unfollowed, and what was not followed stays so [S4.077]", async () => {
    await code(add, { ids: ["d1", "d2", "d3"] });
    expect((await people.site.ask(cancel, { ids: ["d1", "d3", "d4"] }, { token: admin })).data).toEqual({ removed: 2 });
    expect(await order()).toEqual(["d2"]);
  });

  it("keeps a device that is pinned to the top there over a restart [S4.078]", async () => {
    await code(add, { ids: ["d1", "d2", "d3"] });
    expect(await code(top, { id: "d3" })).toBe(0);
    await restarted();
    expect(await order()).toEqual(["d3", "d1", "d2"]);
  });

  it("keeps a device that is pinned to the bottom there over a restart [S4.079]", async () => {
    await code(add, { ids: ["d1", "d2", "d3"] });
    expect(await code(bottom, { id: "d1" })).toBe(0);
    await restarted();
    expect(await order()).toEqual(["d2", "d3", "d1"]);
  });

  it("keeps the order that it is brought into over a restart [S4.080]", async () => {
    await code(add, { ids: ["d1", "d2", "d3", "d4"] });
    const moved = [];
    for (const [id, place] of [
      ["d4", 2],
      ["d1", 2],
      ["d2", 9],
      ["d3", 1],
    ] as const) {
      expect(await code(sort, { id, place })).toBe(0);
      moved.push(await order());
    }
    expect(moved).toEqual([
      ["d1", "d4", "d2", "d3"],
      ["d4", "d1", "d2", "d3"],
      ["d4", "d1", "d3", "d2"],
      ["d3", "d4", "d1", "d2"],
    ]);
    await restarted();
    expect(await order()).toEqual(["d3", "d4", "d1", "d2"]);
  });

  it("is followed, left, listed and brought into order by its calls, each user alone [S7.105]", async () => {
    await code(add, { ids: ["d1", "d2"] }, people.northOwner);
    await code(top, { id: "d2" }, people.northOwner);
    expect([await order(people.northOwner), await order()]).toEqual([["d2", "d1"], []]);
    await code(add, { ids: ["d3", "d1"] });
    await code(bottom, { id: "d3" });
    await code(cancel, { ids: ["d1"] }, people.northOwner);
    expect([await order(people.northOwner), await order()]).toEqual([["d2"], ["d1", "d3"]]);
  });

  it("is searched, filtered, sorted and paged, each device with its place of the whole", async () => {
    await code(add, { ids: ["d3", "d1", "d2", "s1"] });
    await db().updateTable("device").set({ open_alarms: 2, online: 1, activated_at: 1 }).where("id", "=", "d2").execute();
    const places = async (request: object) => (await listed(admin, request)).list.map(({ id, place }) => `${id} ${place}`);
    expect(await places({ sortField: "name" })).toEqual(["d1 2", "d2 3", "d3 1", "s1 4"]);
    expect(await places({ sortField: "place", sortOrder: "desc" })).toEqual(["s1 4", "d2 3", "d1 2", "d3 1"]);
    expect(await places({ sortField: "openAlarms", sortOrder: "desc", pageSize: 1 })).toEqual(["d2 3"]);
    expect(await places({ sortField: "companyName" })).toEqual(["d3 1", "d1 2", "d2 3", "s1 4"]);
    for (const sortField of ["sn", "presence", "typeName", "communicationTime", "followedAt"])
      expect([sortField, (await places({ sortField })).length]).toEqual([sortField, 4]);
    expect(await places({ search: "D2" })).toEqual(["d2 3"]);
    expect(await places({ presence: "online" })).toEqual(["d2 3"]);
    expect(await places({ alarmed: "false" })).toEqual(["d3 1", "d1 2", "s1 4"]);
    expect(await listed(admin, { pageSize: 3, pageNo: 2 })).toMatchObject({ total: 4, pageNo: 2, list: [{ id: "s1", place: 4 }] });
    await db().updateTable("device").set({ open_alarms: 0, online: 0, activated_at: null }).where("id", "=", "d2").execute();
  });

  it("is told by the device list and the device", async () => {
    const { site } = people;
    await code(add, { ids: ["d2"] });
    const { list } = (await site.ask(device.calls.query, { search: "d" }, { token: admin })).data;
    expect(list.filter(({ followed }) => followed).map(({ id }) => id)).toEqual(["d2"]);
    const followed = async (id: string, token: string) => (await site.ask(device.calls.get, { id }, { token })).data.followed;
    expect([await followed("d2", admin), await followed("d1", admin), await followed("d2", people.northOwner)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("answers a device of others as one that is not there, and follows none of those named beside it", async () => {
    const owner = people.northOwner;
    await code(add, { ids: ["d1"] }, owner);
    for (const id of ["s1", "missing"]) {
      expect(await code(add, { ids: ["d2", id] }, owner)).toBe(404);
      expect(await code(cancel, { ids: ["d1", id] }, owner)).toBe(404);
      expect(await code(top, { id }, owner)).toBe(404);
      expect(await code(bottom, { id }, owner)).toBe(404);
      expect(await code(sort, { id, place: 1 }, owner)).toBe(404);
    }
    expect(await code(top, { id: "d2" }, owner)).toBe(404);
    expect(await order(owner)).toEqual(["d1"]);
  });

  it("hides a device that went to another organisation, and has it again in its place when it is back", async () => {
    const owner = people.northOwner;
    await code(add, { ids: ["d1", "d2", "d3"] }, owner);
    await move(["d2"], people.south);
    expect(await listed(owner)).toMatchObject({
      total: 2,
      list: [
        { id: "d1", place: 1 },
        { id: "d3", place: 2 },
      ],
    });
    expect(await code(top, { id: "d2" }, owner)).toBe(404);
    expect(await code(sort, { id: "d1", place: 2 }, owner)).toBe(0);
    expect(await order(owner)).toEqual(["d3", "d1"]);
    await move(["d2"], people.north);
    expect(await order(owner)).toEqual(["d2", "d3", "d1"]);
  });

  it("of an end user has the devices that are bound to them", async () => {
    const { site, northOwner: owner } = people;
    const userId = await site.addUser({ account: "north.consumer", companyId: people.north, type: 3, roles: ["role-user"] });
    const consumer = await site.signIn("north.consumer", "secret1");
    const bind = () => site.ask(deviceUserBind.calls.auth, { deviceId: "d1", userId, state: 0 }, { token: owner });
    expect((await bind()).code).toBe(0);
    expect(await code(add, { ids: ["d2"] }, consumer)).toBe(404);
    expect(await code(add, { ids: ["d1"] }, consumer)).toBe(0);
    expect(await order(consumer)).toEqual(["d1"]);
    expect((await site.ask(deviceUserBind.calls.removeAuth, { deviceId: "d1", userId }, { token: owner })).code).toBe(0);
    expect(await listed(consumer)).toMatchObject({ total: 0, list: [] });
    await bind();
    expect(await order(consumer)).toEqual(["d1"]);
  });

  it("ends at its limit, where those that are hidden give way, the oldest first", async () => {
    const owner = people.northOwner;
    const many = Array.from({ length: limits.follow }, (_, index) => `m${String(index).padStart(4, "0")}`);
    await addDevices(many, people.north);
    expect(await code(add, { ids: many.slice(0, 3) }, owner)).toBe(0);
    await db().updateTable("device_favorite").set({ followed_at: 5 }).where("device_id", "=", "m0001").execute();
    await move(many.slice(0, 2), people.south);
    const rest = many.slice(3);
    expect((await people.site.ask(add, { ids: [...rest, "d1"] }, { token: owner })).data).toEqual({ added: 998 });
    expect((await listed(owner)).total).toBe(999);
    await move(many.slice(0, 2), people.north);
    expect((await listed(owner)).total).toBe(1000);
    expect((await order(owner)).slice(0, 2)).toEqual(["m0000", "m0002"]);
    const refused = await people.site.ask(add, { ids: ["d2"] }, { token: owner, language: "en" });
    expect([refused.code, refused.message]).toEqual([413, "You can follow at most 1000 devices; unfollow some first"]);
    expect(await code(add, { ids: ["d1"] }, owner)).toBe(0);
  });

  it("goes with its device", async () => {
    await addDevices(["gone"], people.north);
    await code(add, { ids: ["gone", "d1"] });
    expect((await people.site.ask(device.calls.delete, { ids: ["gone"] }, { token: admin })).code).toBe(0);
    expect(await order()).toEqual(["d1"]);
  });
});
