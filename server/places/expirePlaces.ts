import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";

const rowsAtOnce = 1000;

/** Deletes where devices were before an instant; where they are stays. Answers how many rows. */
export const expirePlaces = async (db: Db, before: number): Promise<number> => {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from device_place where (device_id, at) in (
      select device_id, at from device_place where at < ${before} order by at limit ${rowsAtOnce})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < rowsAtOnce) return deleted;
    await nextTurn();
  }
};
