import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";

const rowsAtOnce = 500;

/** Deletes changes before an instant, but for the last of each device, which says since when it is as it is. Answers how many. */
export const expireStates = async (db: Db, before: number): Promise<number> => {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from device_state_log where id in (
      select old.id from device_state_log as old where old.at < ${before}
      and exists (select 1 from device_state_log as later where later.device_id = old.device_id and (later.at, later.id) > (old.at, old.id))
      order by old.at, old.id limit ${rowsAtOnce})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < rowsAtOnce) return deleted;
    await nextTurn();
  }
};
