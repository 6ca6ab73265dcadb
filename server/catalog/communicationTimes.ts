import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

export interface CommunicationTime {
  readonly id: string;
  /** UTC milliseconds. */
  readonly at: number;
}

/** When these devices, at least one, last sent anything; of one that is gone nothing is kept. */
export const writeCommunicationTimes = async (db: Db, times: readonly CommunicationTime[]): Promise<void> => {
  const rows = times.map(({ id, at }) => sql`(${id}, ${at})`);
  await sql`update device_communication set communication_time = cast(fresh.column2 as bigint) from (values ${sql.join(rows)}) as fresh
    where device_communication.device_id = fresh.column1`.execute(db);
};
