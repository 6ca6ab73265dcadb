import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";

/** Each may have 64 KB. */
const rowsAtOnce = 100;
/** What devices sent. Commands and transfers are what people did: they stay. */
const sent = ["event", "info", "location", "fault"];

/** Deletes what devices sent beside readings before an instant. Answers how many rows. */
export const expireEvents = async (db: Db, before: number): Promise<number> => {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from device_event where id in (
      select id from device_event where at < ${before} and kind in (${sql.join(sent)})
      order by at, id limit ${rowsAtOnce})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < rowsAtOnce) return deleted;
    await nextTurn();
  }
};
