import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { device } from "#contract/resources/device.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";

const { query, count_for_hdip_top, new_up, area_new_up, guild_new_up, addSnAndPsd, get_user_count } = device.calls;
/** Thursday noon in Shanghai. */
const today = Date.parse("2026-11-26T04:00:00Z");
let people: People;
let north: string;
let consumer: string;

const done = async <C extends Call>(call: C, request: object, token: string) => {
  const answer = await people.site.ask(call, request, { token });
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
  return answer.data;
};
const total = async (token: string, filter: object): Promise<number> => (await done(query, { ...filter, pageSize: 1 }, token)).total;

interface Life {
  installed?: string;
  activated?: string;
  province?: string;
  city?: string;
  industry?: string;
}

beforeAll(async () => {
  people = await openPeople({ now: () => today });
  const db = people.site.gatehouse.services.db;
  await db
    .insertInto("device_type")
    .values({ id: "life-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" })
    .execute();
  const row = (id: string, company_id: string, { installed = "", activated, province = "", city = "", industry = "water" }: Life = {}) => ({
    ...deviceRow({ id, company_id, sn: `SN-${id}`, type_id: "life-type" }),
    ...{ installed_on: installed, activated_at: activated === undefined ? null : Date.parse(activated) },
    ...{ province, city, industry },
  });
  const inGansu = { province: "Gansu", city: "Lanzhou" };
  await db
    .insertInto("device")
    .values([
      // Written down in October, first heard of in November.
      row("n1", people.north, { ...inGansu, installed: "2026-10-31", activated: "2026-11-02T00:00:00Z" }),
      // The last minute of October and the first of November by Shanghai's calendar.
      row("n2", people.north, { ...inGansu, activated: "2026-10-31T15:59:59.999Z", industry: "heat" }),
      row("n3", people.north, { province: "Gansu", city: "Tianshui", activated: "2026-10-31T16:00:00Z" }),
      row("n4", people.north, { installed: "2025-11-30" }),
      row("n5", people.north),
      row("t1", people.town, { installed: "2026-11-26", industry: "heat" }),
      row("s1", people.south, { ...inGansu, installed: "2026-11-26" }),
    ])
    .execute();
  await people.site.addUser({ account: "life.north", companyId: people.north, roles: ["role-administrator"] });
  const consumerId = await people.site.addUser({ account: "life.end", type: 3, companyId: people.north, roles: ["role-administrator"] });
  const bind = (device_id: string, state: number) => ({ user_id: consumerId, device_id, state, at: 7 });
  await db
    .insertInto("device_user")
    .values([bind("n1", 0), bind("n2", 2), bind("n3", 3)])
    .execute();
  north = await people.site.signIn("life.north", "secret1");
  consumer = await people.site.signIn("life.end", "secret1");
});
afterAll(() => people.site.close());

describe("the life of a fleet", () => {
  it("counts devices and registered SNs as produced [S4.086]", async () => {
    const pairs = ["LIFE-0001", "LIFE-0002"].map((sn) => ({ sn, password: "devicepw" }));
    await done(addSnAndPsd, { companyId: people.town, pairs }, people.admin);
    await done(addSnAndPsd, { companyId: people.south, pairs: [{ sn: "LIFE-0003", password: "devicepw" }] }, people.admin);
    const { unused, produced } = await done(count_for_hdip_top, {}, north);
    expect([unused, produced]).toEqual([2, (await total(north, {})) + 2]);
    expect(await done(count_for_hdip_top, { companyId: people.south }, people.admin)).toMatchObject({ unused: 1, produced: 2 });
    expect(await done(count_for_hdip_top, { companyId: people.south }, north)).toMatchObject({ unused: 0, produced: 0 });
    expect(await done(count_for_hdip_top, {}, consumer)).toMatchObject({ unused: 0, produced: 1 });
  });

  it("counts what is in an organisation below or bound to somebody as sold [S4.087]", async () => {
    const ids = async (token: string, filter: object) => (await done(query, filter, token)).list.map(({ id }) => id).sort();
    expect(await ids(north, { sold: true })).toEqual(["n1", "t1"]);
    expect(await ids(north, { sold: false })).toEqual(["n2", "n3", "n4", "n5"]);
    expect(await ids(people.admin, { sold: true, companyId: people.town })).toEqual([]);
    for (const [token, request] of [
      [north, {}],
      [consumer, {}],
      [people.admin, {}],
      [people.admin, { companyId: people.north }],
    ] as const)
      expect((await done(count_for_hdip_top, request, token)).sold).toBe(await total(token, { ...request, sold: true }));
    expect((await done(count_for_hdip_top, {}, consumer)).sold).toBe(1);
  });

  it.each([
    ["activated", true],
    ["notActivated", false],
  ] as const)("counts those that are %s as the list does [S4.088] [S4.089]", async (figure, activated) => {
    for (const [token, request] of [
      [north, {}],
      [consumer, {}],
      [people.admin, { companyId: people.town }],
    ] as const)
      expect((await done(count_for_hdip_top, request, token))[figure]).toBe(await total(token, { ...request, activated }));
    const { activated: some, notActivated: others } = await done(count_for_hdip_top, {}, north);
    expect([some, others, (await done(get_user_count, {}, north)).total]).toEqual([3, 3, 6]);
  });
});

describe("new installations", () => {
  it("are counted by month, by the day that is written down or else that of the first connection [S7.101]", async () => {
    const { periods } = await done(new_up, { periods: 13 }, north);
    expect(periods).toHaveLength(13);
    expect([periods[0], periods[1], ...periods.slice(-2)]).toEqual([
      { firstDay: "2025-11-01", lastDay: "2025-11-30", count: 1 },
      { firstDay: "2025-12-01", lastDay: "2025-12-31", count: 0 },
      { firstDay: "2026-10-01", lastDay: "2026-10-31", count: 2 },
      { firstDay: "2026-11-01", lastDay: "2026-11-30", count: 2 },
    ]);
    expect((await done(new_up, { by: "day", periods: 1 }, north)).periods).toEqual([
      { firstDay: "2026-11-26", lastDay: "2026-11-26", count: 1 },
    ]);
    expect((await done(new_up, { by: "year", periods: 2 }, north)).periods).toEqual([
      { firstDay: "2025-01-01", lastDay: "2025-12-31", count: 1 },
      { firstDay: "2026-01-01", lastDay: "2026-12-31", count: 4 },
    ]);
    expect((await done(new_up, { periods: 1, companyId: people.south }, people.admin)).periods[0]?.count).toBe(1);
    expect((await done(new_up, { periods: 1, companyId: people.south }, north)).periods[0]?.count).toBe(0);
    expect((await done(new_up, { periods: 2 }, consumer)).periods.map(({ count }) => count)).toEqual([1, 0]);
  });

  it("of a period are those of the list under its days", async () => {
    const { periods } = await done(new_up, { periods: 24 }, north);
    for (const { firstDay, lastDay, count } of periods)
      expect(await total(north, { installedFrom: firstDay, installedTo: lastDay })).toBe(count);
    expect(await total(north, { installedFrom: "2026-11-01" })).toBe(2);
    expect(await total(north, { installedTo: "2026-10-31" })).toBe(3);
    expect(await total(north, { installedFrom: "", installedTo: "" })).toBe(6);
  });

  it("are counted by province and city, each as many as the list has [S7.102]", async () => {
    const { groups, others } = await done(area_new_up, {}, north);
    expect([groups, others]).toEqual([
      [
        { province: "", city: "", count: 2 },
        { province: "Gansu", city: "Lanzhou", count: 2 },
        { province: "Gansu", city: "Tianshui", count: 1 },
      ],
      0,
    ]);
    expect(await total(north, { province: "Gansu", city: "Lanzhou" })).toBe(2);
    const recent = { installedFrom: "2026-11-01", installedTo: "2026-11-30" };
    expect((await done(area_new_up, recent, north)).groups).toEqual([
      { province: "", city: "", count: 1 },
      { province: "Gansu", city: "Tianshui", count: 1 },
    ]);
    expect((await done(area_new_up, {}, consumer)).groups).toEqual([{ province: "Gansu", city: "Lanzhou", count: 1 }]);
  });

  it("are counted by industry, each as many as the list has [S7.103]", async () => {
    expect((await done(guild_new_up, {}, north)).groups).toEqual([
      { industry: "water", count: 3 },
      { industry: "heat", count: 2 },
    ]);
    expect(await total(north, { industry: "heat" })).toBe(2);
    expect((await done(guild_new_up, { installedFrom: "2026-11-26" }, north)).groups).toEqual([{ industry: "heat", count: 1 }]);
    expect((await done(guild_new_up, { companyId: people.south }, people.admin)).groups).toEqual([{ industry: "water", count: 1 }]);
  });
});
