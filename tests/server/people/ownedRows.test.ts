import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import type { Db } from "#server/db/open.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { openPeople, type People } from "./people.ts";

let people: People;
let db: Db;
beforeAll(async () => {
  people = await openPeople();
  db = people.site.gatehouse.services.db;
});
afterAll(() => people.site.close());

const remove = (id: string) => people.site.ask(company.calls.delete, { ids: [id] }, { token: people.admin, language: "en" });
const stamps = { created_at: 1, updated_at: 1, updated_by: "" };

it("goes with all that it owns, in tables that came later too, whichever of them names another", async () => {
  const id = await people.site.addCompany("Passing");
  for (const statement of [
    sql`create table campaign (id text primary key, company_id text not null references company (id) deferrable)`,
    sql`create table plan
      (id text primary key, owner text not null references company (id) deferrable, campaign_id text references campaign (id) deferrable)`,
    sql`alter table campaign add column plan_id text references plan (id) deferrable`,
    sql`create table campaign_step (campaign_id text not null references campaign (id) on delete cascade)`,
    sql`insert into campaign values ('c', ${id}, null), ('other', ${people.north}, null)`,
    sql`insert into plan values ('p', ${id}, 'c')`,
    sql`update campaign set plan_id = 'p' where id = 'c'`,
    sql`insert into campaign_step values ('c'), ('other')`,
  ])
    await statement.execute(db);
  expect(await remove(id)).toMatchObject({ code: 0, data: { removed: 1 } });
  const left = await sql`select c.id, s.campaign_id from campaign c join campaign_step s on s.campaign_id = c.id`.execute(db);
  expect([left.rows, (await sql`select * from plan`.execute(db)).rows]).toEqual([[{ id: "other", campaign_id: "other" }], []]);
});

it("leaves the alarms of a device that went elsewhere with the device", async () => {
  const id = await people.site.addCompany("Left");
  const device = deviceRow({ id: "moved", company_id: people.north, sn: "MOVED-1", type_id: "type-general", ...stamps });
  await db.insertInto("device").values(device).execute();
  await db
    .insertInto("alarm_log")
    .values(alarmRow({ id: "alarm-of-moved", company_id: id, device_id: "moved" }))
    .execute();
  expect((await remove(id)).code).toBe(0);
  expect(await db.selectFrom("alarm_log").select(["company_id", "device_id"]).where("id", "=", "alarm-of-moved").execute()).toEqual([
    { company_id: people.north, device_id: "moved" },
  ]);
});

it("stays while records of another organisation use what is its own", async () => {
  const id = await people.site.addCompany("Used");
  await db.insertInto("device_type").values({ id: "own-type", company_id: id, name: "Own", name_en: "", description: "" }).execute();
  const device = deviceRow({ id: "using", company_id: people.north, sn: "USING-1", type_id: "own-type", ...stamps });
  await db.insertInto("device").values(device).execute();
  expect(await remove(id)).toMatchObject({
    code: 1301,
    message: "Cannot be deleted: in use by 1 record of another organisation. Remove it first",
  });
  await db.updateTable("device").set({ type_id: "type-general" }).where("id", "=", "using").execute();
  expect((await remove(id)).code).toBe(0);
  expect(await db.selectFrom("device_type").select("id").where("id", "=", "own-type").execute()).toEqual([]);
});
