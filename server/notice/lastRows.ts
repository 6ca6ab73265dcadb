import { type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";

type Condition = ReturnType<typeof sql<SqlBool>>;

/** A log with an index by time and one by device. */
export interface TimedLog {
  table: "alarm_log" | "device_state_log" | "lease_notice";
  at: "raised_at" | "at";
  /** Which of its rows are told. */
  told: Condition;
}

export interface LastRow {
  id: string;
  device_id: string;
  at: number;
}

/** Up to so many devices each is asked for its own last rows; of more the order of time is walked, window by window. */
const fewDevices = 1000;
const windowRows = 1000;
const mostWindows = 20;

/**
 * The last rows of devices that the caller may see now, newest first: `most` in all, of which `each` of one device are enough. What it costs is bounded by the devices of a small fleet or by the
 * rows that are walked for a large one, whatever else there is: a large fleet that was silent while others told twenty thousand things
 * gets what it had among those.
 */
export const lastRows = async (
  db: Db,
  caller: Caller,
  log: TimedLog,
  since: number,
  { most, each }: { most: number; each: number },
): Promise<LastRow[]> => {
  if (seesAll(caller) && !isConsumer(caller)) return walked(db, log, since, most, undefined);
  const devices = db
    .selectFrom("device")
    .select("device.id")
    .where("device.company_id", "in", companiesOf(db, caller))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));
  const some = await devices.limit(fewDevices + 1).execute();
  return some.length <= fewDevices
    ? ofEach(db, log, since, { most, each }, sql`(${devices})`)
    : walked(db, log, since, most, sql<SqlBool>`device_id in (${devices})`);
};

const ofEach = async (
  db: Db,
  { table, at, told }: TimedLog,
  since: number,
  { most, each }: { most: number; each: number },
  devices: ReturnType<typeof sql>,
) => {
  const [from, time] = [sql.table(table), sql.ref(at)];
  const { rows } = await sql<LastRow>`
    select log.id, log.device_id, log.${time} as at from ${devices} as own
      join ${from} as log on log.id in (
        select id from ${from} where device_id = own.id and ${time} >= ${since} and ${told} order by ${time} desc, id desc limit ${each})
    order by log.${time} desc, log.id desc limit ${most}`.execute(db);
  return rows;
};

const walked = async (db: Db, { table, at, told }: TimedLog, since: number, most: number, mine: Condition | undefined) => {
  const [from, time] = [sql.table(table), sql.ref(at)];
  const found: LastRow[] = [];
  let behind = sql<SqlBool>`1 = 1`;
  for (let window = 0; window < mostWindows; window += 1) {
    const { rows } = await sql<LastRow & { wanted: number }>`
      select id, device_id, ${time} as at, (${told} and ${mine ?? sql`1 = 1`}) as wanted from ${from}
      where ${time} >= ${since} and ${behind} order by ${time} desc, id desc limit ${windowRows}`.execute(db);
    for (const { id, device_id, at, wanted } of rows) if (wanted) found.push({ id, device_id, at });
    const last = rows.at(-1);
    if (found.length >= most || !last || rows.length < windowRows) break;
    behind = sql<SqlBool>`(${time}, id) < (${last.at}, ${last.id})`;
  }
  return found.slice(0, most);
};
