import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { device } from "#contract/resources/device.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";

const { my, get_user_count, query_user_count, query } = device.calls;
let people: People;
let consumer: string;
let consumerId: string;
let north: string;

const db = () => people.site.gatehouse.services.db;
const done = async <C extends Call>(call: C, request: object, token: string) => {
  const answer = await people.site.ask(call, request, { token });
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
  return answer.data;
};
const standing = {
  on: { online: 1, activated_at: 5 },
  off: { online: 0, activated_at: 5 },
  new: { online: 0, activated_at: null },
} as const;

beforeAll(async () => {
  people = await openPeople();
  const type = { id: "count-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" };
  await db().insertInto("device_type").values(type).execute();
  const row = (id: string, company_id: string, how: keyof typeof standing, open_alarms = 0) => ({
    ...deviceRow({ id, company_id, sn: `SN-${id}`, type_id: "count-type" }),
    ...standing[how],
    open_alarms,
  });
  await db()
    .insertInto("device")
    .values([
      ...[
        row("n1", people.north, "on", 2),
        row("n2", people.north, "off", 1),
        row("n3", people.north, "new"),
        row("t1", people.town, "on"),
      ],
      row("s1", people.south, "off", 3),
    ])
    .execute();
  await people.site.addUser({ account: "north.one", companyId: people.north, roles: ["role-administrator"] });
  consumerId = await people.site.addUser({ account: "consumer", type: 3, companyId: people.north, roles: ["role-administrator"] });
  await people.site.addUser({ account: "other", type: 3, companyId: people.north, roles: ["role-administrator"] });
  const other = await db().selectFrom("user").select("id").where("account", "=", "other").executeTakeFirstOrThrow();
  const bind = (user_id: string, device_id: string, state: number) => ({ user_id, device_id, state, at: 7 });
  await db()
    .insertInto("device_user")
    .values([
      ...[bind(consumerId, "n1", 0), bind(consumerId, "n2", 1), bind(consumerId, "n3", 2), bind(consumerId, "t1", 3)],
      ...[bind(consumerId, "s1", 1), bind(other.id, "t1", 0)],
    ])
    .execute();
  north = await people.site.signIn("north.one", "secret1");
  consumer = await people.site.signIn("consumer", "secret1");
});
afterAll(() => people.site.close());

describe("the devices that are bound to who asks", () => {
  it("are those of which they are owner or authorised, and which they see", async () => {
    const { list, total } = await done(my, {}, consumer);
    expect([list.map(({ id, state }) => [id, state]), total]).toEqual([
      [
        ["n1", 0],
        ["n2", 1],
      ],
      2,
    ]);
    expect((await done(my, { presence: "offline" }, consumer)).list.map(({ id }) => id)).toEqual(["n2"]);
    expect((await done(my, { sortField: "presence", sortOrder: "desc" }, consumer)).list.map(({ id }) => id)).toEqual(["n2", "n1"]);
    expect((await done(my, { search: "n1" }, consumer)).list.map(({ id }) => id)).toEqual(["n1"]);
    expect((await done(my, {}, north)).list).toEqual([]);
  });
});

describe("the figures of devices", () => {
  it.each([
    ["the whole platform", () => people.admin, {}],
    ["an organisation and those below it", () => north, {}],
    ["one organisation that was asked for", () => people.admin, () => ({ companyId: people.town })],
    ["an end user", () => consumer, {}],
    ["a neighbour", () => north, () => ({ companyId: people.south })],
  ] as const)("are the totals of the list under the same filters: of %s", async (_whose, token, asked) => {
    const request = typeof asked === "function" ? asked() : asked;
    const total = async (filter: object) => (await done(query, { ...request, ...filter, pageSize: 1 }, token())).total;
    expect(await done(get_user_count, request, token())).toEqual({
      total: await total({}),
      online: await total({ presence: "online" }),
      offline: await total({ presence: "offline" }),
      inactive: await total({ presence: "inactive" }),
      alarmed: await total({ alarmed: true }),
    });
  });

  it("by user count what each has and who asks sees", async () => {
    const of = async (token: string, request: object = {}) =>
      (await done(query_user_count, request, token)).list.map(({ account, total, online, offline, inactive, alarmed }) => [
        account,
        ...[total, online, offline, inactive, alarmed],
      ]);
    expect(await of(people.admin)).toEqual([
      ["consumer", 3, 1, 2, 0, 3],
      ["other", 1, 1, 0, 0, 0],
    ]);
    expect(await of(north)).toEqual([
      ["consumer", 2, 1, 1, 0, 2],
      ["other", 1, 1, 0, 0, 0],
    ]);
    expect(await of(north, { userId: consumerId })).toEqual([["consumer", 2, 1, 1, 0, 2]]);
    expect(await of(north, { search: "oth" })).toEqual([["other", 1, 1, 0, 0, 0]]);
    expect(await of(north, { companyId: people.south })).toEqual([]);
    expect(await of(consumer)).toEqual([["consumer", 2, 1, 1, 0, 2]]);
    expect(await of(people.southOwner, { userId: consumerId }).catch((fault: Error) => fault.message)).toEqual([]);
  });
});
