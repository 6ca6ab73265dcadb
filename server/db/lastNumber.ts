import { sql } from "kysely";
import { isPostgres } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";

/** The last number that the operation log gave, be its row there or not; 0 where there never was one. */
export const lastNumber = async (db: Db): Promise<number> => {
  const kept = isPostgres(db)
    ? sql<{ last: number }>`select case when is_called then last_value else 0 end as last from operation_log_seq_seq`
    : sql<{ last: number }>`select seq as last from sqlite_sequence where name = 'operation_log'`;
  return (await kept.execute(db)).rows[0]?.last ?? 0;
};

/** Has the log go on behind it. */
export const keepLastNumber = async (db: Db, last: number): Promise<void> => {
  if (last === 0) return;
  if (isPostgres(db)) {
    await sql`select setval('operation_log_seq_seq', ${last})`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = 'operation_log'`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values ('operation_log', ${last})`.execute(db);
};
