import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { addAskers } from "#tests/server/jobs/askers.ts";

it("makes a change of devices of a renewal of many, which goes on where it was and prolongs none twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "renewals-"));
  const file = join(folder, "app.db");
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0042"));
  const old = await openDatabase(file, { migrations: before });
  await addAskers(old);
  await old.insertInto("device_type").values({ id: "t", company_id: "north", name: "T", name_en: "T", description: "" }).execute();
  for (const [id, lease_end] of [
    ["a", "2027-02-01"],
    ["b", "2027-02-01"],
    ["c", "2027-01-01"],
    ["d", "2027-01-01"],
  ] as const)
    await old
      .insertInto("device")
      .values(deviceRow({ id, company_id: "north", sn: id, type_id: "t", lease_end }))
      .execute();
  const request = JSON.stringify({ ids: ["a", "b", "c", "d", "a"], to: "", months: 1 });
  // The first was reported; the second was prolonged and not reported.
  const cursor = JSON.stringify({ done: 1, ends: ["b", "c", "d"].map((id) => ({ id, from: "2027-01-01", to: "2027-02-01" })) });
  await sql`insert into job (id, user_id, company_id, kind, state, request, language, done, cursor, created_at)
    values ('open', 'one', 'north', 'leaseRenewal', 'waiting', ${request}, 'en', 1, ${cursor}, 1)`.execute(old);
  await sql`insert into job (id, user_id, company_id, kind, state, request, language, done, total, cursor, created_at, ended_at)
    values ('ended', 'one', 'north', 'leaseRenewal', 'done', ${request}, 'en', 4, 4, null, 1, 2)`.execute(old);
  await old.destroy();
  const db = await openDatabase(file);
  const jobs = await db.selectFrom("job").select(["id", "kind", "request", "cursor", "undo"]).orderBy("id", "desc").execute();
  const portions = await db.selectFrom("device_change_portion").selectAll().execute();
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
  const change = { action: { kind: "renew", to: "", months: 1 }, undo: false, total: 4 };
  expect(jobs.map((row) => ({ ...row, request: JSON.parse(row.request), cursor: JSON.parse(row.cursor ?? "null") }))).toEqual([
    { id: "open", kind: "deviceChange", request: change, cursor: { portion: 0, done: 2 }, undo: "" },
    { id: "ended", kind: "deviceChange", request: change, cursor: { portion: 0, done: 4 }, undo: "" },
  ]);
  expect(portions).toEqual([
    { job_id: "open", portion: 0, place: 3, devices: JSON.stringify([{ id: "c" }, { id: "d" }]), outcome: "", changed: 0 },
  ]);
});
