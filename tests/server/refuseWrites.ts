import { sql } from "kysely";
import { createRefusal, isPostgres } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";

/** Has the database fail whenever a row of the table is written, until the answered function is called. */
export const refuseWrites = async (db: Db, table: string, event: "insert" | "update", message: string): Promise<() => Promise<void>> => {
  const name = `refused_${event}`;
  await createRefusal(db, { name, table, event, message });
  return async () => {
    await (isPostgres(db) ? sql`drop function ${sql.ref(name)}() cascade` : sql`drop trigger ${sql.ref(name)}`).execute(db);
  };
};
