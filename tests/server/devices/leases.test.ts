import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { device, type LeaseFilter } from "#contract/resources/device.ts";
import { dayIn, daysLater, renewedEnd } from "#server/devices/leases.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";

const { query, renew } = device.calls;
let people: People;
let north: string;

const db = () => people.site.gatehouse.services.db;
const done = async <C extends Call>(call: C, request: object, token = people.admin) => {
  const answer = await people.site.ask(call, request, { token });
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
  return answer.data;
};
const today = dayIn("Asia/Shanghai", Date.now());
const add = (id: string, company_id: string, lease_end: string, lease_start = "") =>
  db()
    .insertInto("device")
    .values(deviceRow({ id, company_id, sn: `SN-${id}`, type_id: "lease-type", lease_end, lease_start }))
    .execute();
const endOf = async (id: string) =>
  (await db().selectFrom("device").select("lease_end").where("id", "=", id).executeTakeFirstOrThrow()).lease_end;

beforeAll(async () => {
  people = await openPeople();
  const type = { id: "lease-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" };
  await db().insertInto("device_type").values(type).execute();
  await people.site.addUser({ account: "north.one", companyId: people.north, roles: ["role-administrator"] });
  north = await people.site.signIn("north.one", "secret1");
});
afterAll(() => people.site.close());
beforeEach(async () => {
  await db().deleteFrom("device").execute();
  await add("over", people.north, daysLater(today, -1), "2024-01-01");
  await add("today", people.north, today);
  await add("week", people.north, daysLater(today, 7));
  await add("month", people.town, daysLater(today, 8));
  await add("quarter", people.north, daysLater(today, 90));
  await add("later", people.south, daysLater(today, 91));
  await add("unknown", people.north, "");
});

describe("the lease view's list", () => {
  it.each<[LeaseFilter, readonly string[]]>([
    ["ended", ["over"]],
    ["within7", ["today", "week"]],
    ["within30", ["today", "week", "month"]],
    ["within90", ["today", "week", "month", "quarter"]],
    ["later", ["later"]],
    ["known", ["over", "today", "week", "month", "quarter", "later"]],
    ["none", ["unknown"]],
  ])("filtered by %s holds those devices, the ones that end first at the top", async (lease, ids) => {
    const { list, total } = await done(query, { lease, sortField: "leaseEnd", sortOrder: "asc" });
    expect([list.map(({ id }) => id), total]).toEqual([ids, ids.length]);
    const own = await done(query, { lease, sortField: "leaseEnd", sortOrder: "asc" }, north);
    expect(own.list.map(({ id }) => id)).toEqual(ids.filter((id) => id !== "later"));
  });

  it("counts the days in the asker's zone", () => {
    const at = Date.parse("2026-11-30T17:00:00Z");
    expect([dayIn("Asia/Shanghai", at), dayIn("UTC", at)]).toEqual(["2026-12-01", "2026-11-30"]);
  });
});

describe("the new last day of service", () => {
  it.each([
    ["to a day", "2026-05-01", { to: "2027-03-04", months: null }, "2027-03-04"],
    ["by months behind the last day", "2026-12-31", { to: "", months: 2 }, "2027-02-28"],
    ["in a leap year", "2027-12-31", { to: "", months: 2 }, "2028-02-29"],
    ["by years", "2026-12-15", { to: "", months: 24 }, "2028-12-15"],
    ["behind today where it ends today", "2026-12-01", { to: "", months: 1 }, "2027-01-01"],
    ["from today on where it is over", "2026-11-30", { to: "", months: 1 }, "2027-01-01"],
    ["from today on where there was none", "", { to: "", months: 12 }, "2027-12-01"],
  ])("is %s", (_how, end, prolonging, expected) => {
    expect(renewedEnd(end, "2026-12-01", prolonging)).toBe(expected);
  });
});

describe("renewal of one or some", () => {
  it("prolongs all of them, and the log tells of each before and after", async () => {
    const after = renewedEnd(daysLater(today, 7), today, { to: "", months: 12 });
    expect(await done(renew, { ids: ["week", "month", "week"], months: 12 }, north)).toEqual({ renewed: 2 });
    const { change } = await lastLogged(people.site, renew.path);
    expect(JSON.parse(change)).toEqual({
      "week (week)": [daysLater(today, 7), after],
      "month (month)": [daysLater(today, 8), renewedEnd(daysLater(today, 8), today, { to: "", months: 12 })],
    });
    expect((await done(query, { search: "week" }, north)).list[0]?.leaseEnd).toBe(after);
  });

  it("prolongs none where one is not the asker's, or would end before it begins: that one is named", async () => {
    expect((await people.site.ask(renew, { ids: ["week", "later"], months: 1 }, { token: north })).code).toBe(404);
    const refused = await people.site.ask(renew, { ids: ["week", "over"], to: "2023-12-31" }, { token: north, language: "en" });
    expect([refused.code, refused.fields]).toMatchObject([400, [{ path: "to" }, { path: "to" }]]);
    expect(JSON.stringify(refused)).toContain("2024-01-01");
    expect(JSON.stringify(refused)).toContain(`Service of week lasts until ${daysLater(today, 7)} already`);
    expect([await endOf("week"), await endOf("over")]).toEqual([daysLater(today, 7), daysLater(today, -1)]);
  });

  it("takes no service away, and reaches no day that cannot be written", async () => {
    expect((await people.site.ask(renew, { ids: ["week"], to: daysLater(today, 6) }, { token: north })).code).toBe(400);
    expect(await endOf("week")).toBe(daysLater(today, 7));
    const behind = (end: string, months: number) => renewedEnd(end, today, { to: "", months });
    expect([behind("9990-05-31", limits.lease.months), behind("9999-11-30", 1)]).toEqual(["9999-12-31", "9999-12-30"]);
  });

  it.each([
    ["both a day and months", { to: "2030-01-01", months: 3 }],
    ["neither", {}],
    ["no month", { months: 0 }],
    ["too many months", { months: limits.lease.months + 1 }],
    ["no day of a calendar", { to: "2030-02-30" }],
  ])("refuses %s", async (_what, asked) => {
    expect((await people.site.ask(renew, { ids: ["week"], ...asked }, { token: north })).code).toBe(400);
    expect(await endOf("week")).toBe(daysLater(today, 7));
  });

  it("refuses more than an answer waits for", async () => {
    const ids = Array.from({ length: limits.lease.atOnce + 1 }, (_, index) => `d${index}`);
    expect((await people.site.ask(renew, { ids, months: 1 }, { token: north })).code).toBe(400);
  });
});
