import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { alarmLog } from "#contract/resources/alarm.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { job } from "#contract/resources/job.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { queryRecords } from "#server/alarm/recordQuery.ts";
import { openDatabase } from "#server/db/open.ts";
import { listEvents } from "#server/devices/deviceEvents.ts";
import { listStates } from "#server/devices/stateRows.ts";
import { listResults } from "#server/jobs/jobRows.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOperations } from "#server/log/operationRows.ts";
import { seedSystem } from "#server/system/seed.ts";
import { onPostgres, ownDatabase } from "#tests/server/database.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { callerOf } from "#tests/server/resources/world.ts";

/** Two thirds of them are of `north` and `town`, more than are gathered by device; the others of `south`, which are. */
export const rowCount = 33_000;
const deviceCount = 300;
const start = Date.parse("2026-11-20T00:00:00Z");
/** Every three rows are of one instant. */
export const instantOf = (row: number): number => start + Math.floor(row / 3) * 1000;

export interface Page {
  list: readonly object[];
  total: number;
  cursor: string | null;
}

/** A log as its call lists it. */
export interface ListedLog {
  readonly table: string;
  readonly ask: (caller: Caller, fields: object) => Promise<Page>;
  readonly idOf: (row: object) => string;
  /** Writes one more, newer than all others. */
  readonly add: () => Promise<unknown>;
}

/** A database with five logs, whose statements are told. */
export const openLogs = async () => {
  const folder = mkdtempSync(join(tmpdir(), "cursors-"));
  const database = await ownDatabase(folder);
  const url = new URL(onPostgres() ? database.place : "file:///none");
  // As if the tables were large ones.
  url.searchParams.set("options", "-c enable_seqscan=off -c enable_bitmapscan=off");
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = await openDatabase(onPostgres() ? url.href : database.place, { log: ({ query }) => void statements.push(query) });
  await seedSystem(db, 1, "adminpw1");
  const stamps = { created_at: 1, updated_at: 1, updated_by: "", zone: "Asia/Shanghai", enabled: 1, expires_at: null };
  for (const [id, parent_id, path] of [
    ["north", "root", "root/north/"],
    ["town", "north", "root/north/town/"],
    ["south", "root", "root/south/"],
  ] as const)
    await db
      .insertInto("company")
      .values({ id, parent_id, path, name: id, ...stamps })
      .execute();
  const devices = Array.from({ length: deviceCount }, (_, place) => {
    const company_id = ["north", "town", "south"][place % 3] ?? "";
    return deviceRow({ id: `d${place}`, name: `Pump ${place % 10}`, company_id, sn: `SN-${place}`, type_id: "type-general" });
  });
  await db.insertInto("device").values(devices).execute();
  const admin = await db.selectFrom("user").select(["id", "company_id"]).limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto("job")
    .values({
      ...{ id: "j", user_id: admin.id, company_id: admin.company_id, kind: "deviceImport", state: "done", request: "{}", language: "en" },
      created_at: 1,
    })
    .execute();

  const numbers = (from: number, to: number) =>
    sql`with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n where i + 1 < ${sql.lit(to)})`;
  const at = sql`${sql.lit(start)} + (i / 3) * 1000`;
  const company = sql`case i % 3 when 0 then 'north' when 1 then 'town' else 'south' end`;
  const device = sql`'d' || (i % ${sql.lit(deviceCount)})`;
  const inserts: Readonly<Record<string, (from: number, to: number) => ReturnType<typeof sql>>> = {
    device_state_log: (from, to) => sql`insert into device_state_log (id, device_id, company_id, online, at, reason)
      ${numbers(from, to)} select 's' || i, ${device}, ${company}, i % 2, ${at}, 'connected' from n`,
    device_event: (from, to) => sql`insert into device_event (id, device_id, company_id, kind, at, content, account, result)
      ${numbers(from, to)} select 'e' || i, ${device}, ${company}, 'event', ${at}, '{}', '', 'ok' from n`,
    alarm_log: (from, to) => sql`insert into alarm_log (id, company_id, device_id, slave, rule_name, point_name, point_name_en, unit,
        level, state, content, content_en, raised_at, processor, remark)
      ${numbers(from, to)} select 'a' || i, ${company}, ${device}, 1, '', '', '', '', i % 4, i % 2, '', '', ${at}, '', '' from n`,
    operation_log: (from, to) => sql`insert into operation_log (at, account, user_name, company_id, address, call, detail, code,
        milliseconds, previous, hash)
      ${numbers(from, to)} select ${at}, 'a', '', ${company}, '', '/api/device/put', '', 0, 1, '', '' from n`,
    job_result: (from, to) => sql`insert into job_result (job_id, place, record, code, message)
      ${numbers(from, to)} select 'j', i + 1, '', 0, '' from n`,
  };
  for (const insert of Object.values(inserts)) await insert(0, rowCount).execute(db);
  await sql`${sql.raw(onPostgres() ? "vacuum analyze" : "analyze")}`.execute(db);

  let written = rowCount;
  const log = (table: string, ask: ListedLog["ask"], idOf: ListedLog["idOf"] = (row) => String(Reflect.get(row, "id"))): ListedLog => ({
    ...{ table, ask, idOf },
    add: async () => {
      written += 3;
      await inserts[table]?.(written, written + 1).execute(db);
    },
  });
  const user: Caller = { ...callerOf("root"), userId: admin.id };
  const logs = {
    states: log("device_state_log", (caller, fields) => listStates(db, caller, deviceStateLog.calls.query.request.parse(fields))),
    events: log("device_event", (caller, fields) => listEvents(db, caller, deviceEvent.calls.query.request.parse(fields))),
    alarms: log("alarm_log", (caller, fields) => queryRecords(db, caller, alarmLog.calls.query.request.parse(fields), "en")),
    operations: log("operation_log", (caller, fields) =>
      listOperations(db, caller, deviceEvent.calls.query_user_event.request.parse(fields)),
    ),
    results: log(
      "job_result",
      (_caller, fields) => listResults(db, user, job.calls.results.request.parse({ id: "j", ...fields })),
      (row) => String(Reflect.get(row, "place")),
    ),
  };
  return {
    ...{ db, logs, statements },
    async close() {
      await db.destroy();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
