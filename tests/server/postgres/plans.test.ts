import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { listDevices } from "#server/devices/deviceList.ts";
import { seedSystem } from "#server/system/seed.ts";
import { type OwnDatabase, ownDatabase } from "#tests/server/database.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { callerOf, silent } from "#tests/server/resources/world.ts";

const count = 500;

let folder: string;
let database: OwnDatabase;
let db: Db;
const statements: { sql: string; parameters: readonly unknown[] }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plans-"));
  database = await ownDatabase(folder);
  const url = new URL(database.place);
  // As if the table were a large one.
  url.searchParams.set("options", "-c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off");
  db = await openDatabase(url.href, { log: ({ query }) => void statements.push(query) });
  await seedSystem(db, 1, "adminpw1");
  const rows = Array.from({ length: count }, (_, index) =>
    deviceRow({ id: `d${index}`, company_id: "root", sn: `SN-${index}`, type_id: "type-general", online: index % 2, activated_at: 1 }),
  );
  await db.insertInto("device").values(rows).execute();
  await sql`vacuum analyze`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** How the statements that find and count the devices of a page read their table, or that of their times. */
const waysOf = async (fields: object): Promise<string[]> => {
  statements.length = 0;
  await listDevices(db, callerOf("root"), device.calls.query.request.parse(fields), silent);
  const asked = statements.filter(({ sql: text }) => /^select (?:"device"\."id"|"device_id"|count)/.test(text));
  const ways: string[] = [];
  for (const statement of asked) {
    const explained = { ...sql`select`.compile(db), sql: `explain (costs off) ${statement.sql}`, parameters: statement.parameters };
    const { rows } = await db.executeQuery<{ "QUERY PLAN": string }>(explained);
    ways.push(...rows.flatMap((row) => row["QUERY PLAN"].match(/\w[\w ]* on \w+/) ?? []));
  }
  return [...new Set(ways)];
};

it.each([
  { what: "of one presence", fields: { presence: "online", pageNo: 5 } },
  { what: "by presence", fields: { presence: "offline", sortField: "presence", sortOrder: "asc", pageNo: 5 } },
])("finds and counts the devices of a page $what in an index alone", async ({ fields }) => {
  expect(await waysOf(fields)).toEqual(["Index Only Scan using device_presence on device"]);
});

it("finds who talked last in the order of their own table", async () => {
  const ways = await waysOf({ sortField: "communicationTime", sortOrder: "desc" });
  expect(ways).toContain("Index Only Scan Backward using device_communication_order on device_communication");
});
