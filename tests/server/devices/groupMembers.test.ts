import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { company } from "#contract/resources/company.ts";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";

const own = deviceGroupMember.calls;
const organisation = deviceCompanyGroup.calls;

let people: People;
let admin: string;
let north: string;
let south: string;
let recipeId: string;

const db = () => people.site.gatehouse.services.db;
const done = async <C extends Call>(call: C, request: object, token = admin) => {
  const answer = await people.site.ask(call, request, { token });
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
  return answer.data;
};
const code = async (call: Call, request: object, token = admin) => (await people.site.ask(call, request, { token })).code;
const fields = (id: string, companyId: string) => ({
  ...{ name: id, sn: `SN-${id}`, typeId: "group-type", industry: "water", companyId },
  slaves: [
    { no: 1, name: `${id} inlet`, recipeId },
    { no: 2, name: `${id} outlet`, recipeId },
  ],
});
const slavesOf = async (deviceId: string) => (await done(deviceSlave.calls.query, { deviceId })).list;
const add = async (id: string, companyId: string) => (await done(device.calls.post, fields(id, companyId))).id;

let n1: string;
let n2: string;
let s1: string;

beforeAll(async () => {
  people = await openPeople();
  admin = people.admin;
  const type = { id: "group-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" };
  await db().insertInto("device_type").values(type).execute();
  recipeId = (await done(deviceDataRecipe.calls.post, { name: "Pump points" })).id;
  await people.site.addUser({ account: "north.one", companyId: people.north, roles: ["role-administrator"] });
  await people.site.addUser({ account: "south.one", companyId: people.south, roles: ["role-administrator"] });
  north = await people.site.signIn("north.one", "secret1");
  south = await people.site.signIn("south.one", "secret1");
});
afterAll(() => people.site.close());
beforeEach(async () => {
  await db().deleteFrom("device").execute();
  await db().deleteFrom("device_group").execute();
  await db().deleteFrom("device_company_group").execute();
  n1 = await add("n1", people.north);
  n2 = await add("n2", people.north);
  s1 = await add("s1", people.south);
});

const ownGroup = async (token: string, name = "Mine") => (await done(deviceGroup.calls.post, { name }, token)).id;
const companyGroup = async (token: string, name = "Ours") => (await done(organisation.post, { name }, token)).id;
const held = async (id: string, token: string, request: object = {}) => {
  const { list } = await done(organisation.query_group_slave, { id, ...request }, token);
  return list.map(({ name, slaveName }) => [name, slaveName]);
};
const heldByOwn = async (id: string, token: string) => (await done(own.query, { id }, token)).list.map(({ name }) => name);

describe("personal groups", () => {
  it("hold what is put into them once, lose what is taken out, and say how many they hold over a restart", async () => {
    const id = await ownGroup(north);
    expect(await done(own.add, { id, deviceIds: [n2, n1, n2] }, north)).toEqual({ added: 2 });
    expect(await done(own.add, { id, deviceIds: [n1] }, north)).toEqual({ added: 0 });
    expect(await heldByOwn(id, north)).toEqual(["n1", "n2"]);
    await people.site.restart();
    for (const [account, set] of [
      [
        "admin",
        (token: string) => {
          admin = token;
        },
      ],
      [
        "north.one",
        (token: string) => {
          north = token;
        },
      ],
      [
        "south.one",
        (token: string) => {
          south = token;
        },
      ],
    ] as const)
      set(await people.site.signIn(account, account === "admin" ? "adminpw1" : "secret1"));
    expect((await done(deviceGroup.calls.query, {}, north)).list.map(({ devices }) => devices)).toEqual([2]);
    expect(await done(own.remove, { id, deviceIds: [n1, n2] }, north)).toEqual({ removed: 2 });
    expect(await heldByOwn(id, north)).toEqual([]);
  });

  it("take no device that their user does not see, and nobody else's group takes or shows any [S7.062]", async () => {
    const id = await ownGroup(north);
    await done(own.add, { id, deviceIds: [n1] }, north);
    expect(await code(own.add, { id, deviceIds: [n2, s1] }, north)).toBe(404);
    expect(await heldByOwn(id, north)).toEqual(["n1"]);
    for (const token of [admin, south])
      for (const [call, request] of [
        [own.query, { id }],
        [own.add, { id, deviceIds: [n2] }],
        [own.remove, { id, deviceIds: [n1] }],
        [deviceGroup.calls.get, { id }],
      ] as const)
        expect([call.path, await code(call, request, token)]).toEqual([call.path, 404]);
    expect((await done(own.query_groups, { id: n1 }, admin)).own).toEqual([]);
    expect((await done(device.calls.query, { groupId: id }, admin)).total).toBe(0);
    expect((await done(device.calls.query, { groupId: id }, north)).list.map(({ name }) => name)).toEqual(["n1"]);
  });

  it("of an end user hold only devices that they have", async () => {
    const account = "north.consumer";
    const userId = await people.site.addUser({ account, type: 3, companyId: people.north, roles: ["role-administrator"] });
    const bind = (state: number, version = 0) => done(deviceUserBind.calls.auth, { deviceId: n1, userId, state, version }, north);
    await bind(1);
    const token = await people.site.signIn(account, "secret1");
    const id = await ownGroup(token);
    expect(await code(own.add, { id, deviceIds: [n2] }, token)).toBe(404);
    await done(own.add, { id, deviceIds: [n1] }, token);
    expect(await heldByOwn(id, token)).toEqual(["n1"]);
    const ours = await companyGroup(north);
    await done(organisation.add_to_group, { id: ours, deviceIds: [n1] }, north);
    expect((await done(organisation.query, {}, token)).total).toBe(0);
    expect(await code(organisation.query_group_slave, { id: ours }, token)).toBe(404);
    expect(await code(organisation.post, { name: "Theirs" }, token)).toBe(403);
    expect((await done(device.calls.query, { companyGroupId: ours }, token)).total).toBe(0);
    expect((await done(own.query_groups, { id: n1 }, token)).organisation).toEqual([]);
    await bind(3, 1);
    expect(await heldByOwn(id, token)).toEqual([]);
    expect((await done(deviceGroup.calls.query, {}, token)).list.map(({ devices }) => devices)).toEqual([0]);
  });
});

describe("groups of organisations", () => {
  it("hold whole devices and single slaves; a whole device takes the place of its slaves [S1.012] [S7.063]", async () => {
    const id = await companyGroup(north);
    const [inlet, outlet] = await slavesOf(n1);
    expect(await done(organisation.add_to_group, { id, deviceIds: [n2], slaveIds: [inlet?.id, outlet?.id] }, north)).toEqual({ added: 3 });
    expect(await held(id, north)).toEqual([
      ["n1", "n1 inlet"],
      ["n1", "n1 outlet"],
      ["n2", ""],
    ]);
    expect(await held(id, north, { search: "OUTLET" })).toEqual([["n1", "n1 outlet"]]);
    const [row] = (await done(organisation.query, {}, north)).list;
    expect([row?.devices, row?.slaves, row?.companyName]).toEqual([2, 2, "North"]);
    expect(await done(own.query_groups, { id: n1 }, north)).toEqual({
      own: [],
      organisation: [
        {
          ...{ id, name: "Ours" },
          slaves: [
            { no: 1, name: "n1 inlet" },
            { no: 2, name: "n1 outlet" },
          ],
        },
      ],
    });
    expect(await done(organisation.remove_from_group, { id, slaveIds: [outlet?.id] }, north)).toEqual({ removed: 1 });
    expect(await done(organisation.remove_from_group, { id, deviceIds: [n1] }, north)).toEqual({ removed: 0 });
    expect(await done(organisation.add_to_group, { id, deviceIds: [n1] }, north)).toEqual({ added: 1 });
    expect(await done(organisation.add_to_group, { id, slaveIds: [inlet?.id] }, north)).toEqual({ added: 0 });
    expect(await held(id, north)).toEqual([
      ["n1", ""],
      ["n2", ""],
    ]);
    expect((await done(device.calls.query, { companyGroupId: id }, north)).list.map(({ name }) => name)).toEqual(["n1", "n2"]);
    await done(organisation.delete, { ids: [id] }, north);
    expect(await code(organisation.query_group_slave, { id }, north)).toBe(404);
    expect((await done(device.calls.query, {}, north)).total).toBe(2);
  });

  it("are seen and changed by their organisation and those above it, and take devices of it and below alone", async () => {
    const ofRoot = await companyGroup(admin, "All");
    const id = await companyGroup(north);
    for (const [call, request] of [
      [organisation.get, { id }],
      [organisation.query_group_slave, { id }],
      [organisation.add_to_group, { id, deviceIds: [s1] }],
      [organisation.remove_from_group, { id, deviceIds: [s1] }],
    ] as const)
      expect([call.path, await code(call, request, south)]).toEqual([call.path, 404]);
    expect((await done(organisation.query, {}, north)).list.map(({ name }) => name)).toEqual(["Ours"]);
    expect((await done(organisation.query, {}, admin)).list.map(({ name }) => name)).toEqual(["All", "Ours"]);
    await done(organisation.add_to_group, { id: ofRoot, deviceIds: [n1, s1] });
    await done(organisation.add_to_group, { id, deviceIds: [n1] });
    const refused = await people.site.ask(organisation.add_to_group, { id, deviceIds: [n2, s1] }, { token: admin, language: "en" });
    expect([refused.code, refused.fields]).toMatchObject([400, [{ path: "deviceIds" }]]);
    expect(await held(id, admin)).toEqual([["n1", ""]]);
    expect(await code(organisation.add_to_group, { id, slaveIds: [(await slavesOf(s1))[0]?.id] }, north)).toBe(404);
    expect(await code(organisation.add_to_group, { id }, north)).toBe(400);
  });

  it("hold no more than they may", async () => {
    const id = await companyGroup(north);
    const rows = Array.from({ length: limits.group.members }, (_, index) =>
      deviceRow({ id: `m${index}`, company_id: people.north, sn: `SN-m${index}`, type_id: "group-type" }),
    );
    for (let from = 0; from < rows.length; from += 400)
      await db()
        .insertInto("device")
        .values(rows.slice(from, from + 400))
        .execute();
    const all = rows.map((row) => row.id);
    expect(await done(organisation.add_to_group, { id, deviceIds: all }, north)).toEqual({ added: limits.group.members });
    expect(JSON.parse((await lastLogged(people.site, organisation.add_to_group.path)).change)).toEqual({
      members: [null, limits.group.members],
    });
    expect(await code(organisation.add_to_group, { id, deviceIds: [n1] }, north)).toBe(413);
    const mine = await ownGroup(north);
    await done(own.add, { id: mine, deviceIds: all }, north);
    expect(await code(own.add, { id: mine, deviceIds: [n1] }, north)).toBe(413);
  });
});

describe("a device's groups", () => {
  const put = async (id: string, change: object) => {
    const { version } = await done(device.calls.get, { id });
    await done(device.calls.put, { ...fields("n1", people.north), id, version, ...change });
  };

  it("are left by a device that goes to another organisation, and kept by those that see it still", async () => {
    const [mine, ours, adminsOwn, ofRoot] = [
      await ownGroup(north),
      await companyGroup(north),
      await ownGroup(admin),
      await companyGroup(admin, "All"),
    ];
    await done(own.add, { id: mine, deviceIds: [n1] }, north);
    await done(organisation.add_to_group, { id: ours, deviceIds: [n1] }, north);
    await done(own.add, { id: adminsOwn, deviceIds: [n1] });
    await done(organisation.add_to_group, { id: ofRoot, deviceIds: [n1] });
    await put(n1, { companyId: people.south });
    expect(JSON.parse((await lastLogged(people.site, device.calls.put.path)).change).groups).toEqual([["All", "Ours"], ["All"]]);
    expect([await heldByOwn(mine, north), await held(ours, north)]).toEqual([[], []]);
    expect([await heldByOwn(adminsOwn, admin), await held(ofRoot, admin)]).toEqual([["n1"], [["n1", ""]]]);
    await put(n1, { companyId: people.north });
    expect([await heldByOwn(mine, north), await held(ours, north)]).toEqual([[], []]);
  });

  it("are left by the devices of an organisation that is moved away from below their owners", async () => {
    const { id: town } = await done(company.calls.post, { parentId: people.north, name: "Village" });
    const t1 = await add("t1", town);
    const ours = await companyGroup(north);
    const mine = await ownGroup(north);
    const ofRoot = await companyGroup(admin, "All");
    await done(organisation.add_to_group, { id: ours, deviceIds: [t1, n1] }, north);
    await done(own.add, { id: mine, deviceIds: [t1] }, north);
    await done(organisation.add_to_group, { id: ofRoot, deviceIds: [t1] });
    await done(company.calls.put, { id: town, parentId: people.south, name: "Village", version: 1 });
    expect(await held(ours, admin)).toEqual([["n1", ""]]);
    expect(await db().selectFrom("device_group_member").selectAll().execute()).toEqual([]);
    expect(await held(ofRoot, admin)).toEqual([["t1", ""]]);
    await db().deleteFrom("device").where("id", "=", t1).execute();
    await done(company.calls.delete, { ids: [town] });
  });

  it("lose a device that is deleted, and a slave that its device has no longer; an edit keeps the others", async () => {
    const ours = await companyGroup(north);
    const [inlet, outlet] = await slavesOf(n1);
    const [others] = await slavesOf(n2);
    const n3 = await add("n3", people.north);
    await done(organisation.add_to_group, { id: ours, deviceIds: [n3], slaveIds: [inlet?.id, outlet?.id, others?.id] }, north);
    await put(n1, { slaves: [{ id: inlet?.id, no: 7, name: "Renamed", recipeId }] });
    const stay = [
      ["n2", "n2 inlet"],
      ["n3", ""],
    ];
    expect(await held(ours, north)).toEqual([["n1", "Renamed"], ...stay]);
    await done(device.calls.delete, { ids: [n1] });
    expect(await held(ours, north)).toEqual(stay);
  });
});
