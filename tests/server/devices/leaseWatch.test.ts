import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { notice } from "#contract/resources/notice.ts";
import { dayIn, daysLater } from "#server/devices/leases.ts";
import { tellEndingLeases } from "#server/devices/leaseWatch.ts";
import type { LeaseEnding } from "#server/realtime/content.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";

let people: People;
const now = Date.now();
const today = dayIn("Asia/Shanghai", now);
const db = () => people.site.gatehouse.services.db;
const add = (id: string, company_id: string, lease_end: string) =>
  db()
    .insertInto("device")
    .values(deviceRow({ id, company_id, sn: `SN-${id}`, type_id: "lease-type", lease_end }))
    .execute();
/** Ids of the devices that are told of on a day, so many days from today. */
const toldIn = async (days: number): Promise<string[]> => {
  const told: LeaseEnding[] = [];
  const count = await tellEndingLeases(db(), Date.now() + days * 86_400_000, (endings) => told.push(...endings));
  expect(count).toBe(told.length);
  return told.map(({ deviceId }) => deviceId).sort();
};

beforeAll(async () => {
  people = await openPeople();
  const type = { id: "lease-type", company_id: "root", name: "Pump", name_en: "Pump", description: "" };
  await db().insertInto("device_type").values(type).execute();
});
afterAll(() => people.site.close());
beforeEach(() => db().deleteFrom("device").execute());

it("tells each device once at 30 days, at 7 and at 1, and not again after a restart", async () => {
  await add("d40", people.north, daysLater(today, 40));
  await add("d5", people.north, daysLater(today, 5));
  for (const days of [1, 2, 7, 8]) await add(`d${days}`, people.north, daysLater(today, days));
  await add("d0", people.north, today);
  await add("over", people.north, daysLater(today, -1));
  await add("none", people.north, "");
  expect(await toldIn(0)).toEqual(["d0", "d1", "d2", "d5", "d7", "d8"]);
  expect(await toldIn(0)).toEqual([]);
  const others = ["d1", "d2", "d7", "d8"];
  await db().deleteFrom("device").where("id", "in", others).execute();
  await people.site.restart();
  people = { ...people, admin: await people.site.signIn("admin", "adminpw1") };
  expect(await toldIn(0)).toEqual([]);
  expect(await toldIn(3)).toEqual([]);
  expect(await toldIn(4)).toEqual(["d5"]);
  expect(await toldIn(10)).toEqual(["d40"]);
  expect(await toldIn(32)).toEqual([]);
  expect(await toldIn(33)).toEqual(["d40"]);
  expect(await toldIn(39)).toEqual(["d40"]);
  expect(await toldIn(40)).toEqual([]);
});

it("tells anew of a device whose service was prolonged, and cuts days in its organisation's zone", async () => {
  await add("d5", people.north, daysLater(today, 5));
  expect(await toldIn(0)).toEqual(["d5"]);
  await db()
    .updateTable("device")
    .set({ lease_end: daysLater(today, 20) })
    .where("id", "=", "d5")
    .execute();
  expect(await toldIn(0)).toEqual(["d5"]);
  await db().updateTable("company").set({ zone: "Pacific/Kiritimati" }).where("id", "=", people.south).execute();
  const there = dayIn("Pacific/Kiritimati", now);
  await add("far", people.south, daysLater(there, 30));
  expect(await toldIn(0)).toEqual(["far"]);
});

it("tells those who see the device, in the list behind the bell, until it is renewed", async () => {
  for (const id of ["a", "b", "c", "d"]) await add(id, people.north, daysLater(today, 6));
  await add("s", people.south, daysLater(today, 6));
  await toldIn(0);
  const listed = async (token: string) =>
    (await people.site.ask(notice.calls.query, {}, { token })).data.list.flatMap(({ data, read }) =>
      data.type === 5 ? [[data.content.count, data.content.leaseEnd, read]] : [],
    );
  const north = await people.site.signIn("north.owner", "Kestrel72x");
  const south = await people.site.signIn("south.owner", "Kestrel72x");
  expect(await listed(north)).toEqual([[4, daysLater(today, 6), false]]);
  expect(await listed(south)).toEqual([[1, daysLater(today, 6), false]]);
  expect(await listed(people.admin)).toEqual([[5, daysLater(today, 6), false]]);
  await people.site.ask(device.calls.renew, { ids: ["s"], months: 1 }, { token: people.admin });
  expect(await listed(south)).toEqual([]);
});
