import { sql } from "kysely";
import { expect, inject, it } from "vitest";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import { databaseOn } from "#tests/server/database.ts";
import { fillFirstVersion } from "#tests/server/upgrade/firstVersion.ts";

it("brings records of the first version to the newest, tells before it does, and keeps when devices spoke", async () => {
  const own = await databaseOn(inject("postgres"));
  const told: string[] = [];
  const upgrading = (from: string): number => told.push(from);
  const [[name, first] = []] = Object.entries(migrations);
  if (!name || !first) throw new Error("there is no migration");
  const before = await openDatabase(own.place, { migrations: { [name]: first }, upgrading });
  await fillFirstVersion(before);
  await before.destroy();
  expect(told).toEqual([]);
  for (let start = 0; start < 2; start += 1) {
    const db = await openDatabase(own.place, { upgrading });
    expect(told).toEqual([name]);
    expect(await db.selectFrom("device_communication").selectAll().orderBy("device_id").execute()).toEqual(
      ["a", "b", "c"].map((id) => ({ device_id: id, company_id: "north", communication_time: 9 })),
    );
    const { rows } =
      await sql`select 1 from information_schema.columns where column_name = 'communication_time' and table_name = 'device'`.execute(db);
    expect(rows).toEqual([]);
    await db.destroy();
  }
  await own.drop();
});
