import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#server/db/engine.ts";

/** PostgreSQL reads no row for what an index has, but of an expression's columns it has to find each there, too. */
export const presenceIndex: Migration = {
  async up(db: Kysely<unknown>) {
    if (!isPostgres(db)) return;
    await db.schema.dropIndex("device_presence").execute();
    await sql`create index device_presence on device ((case when online = 1 then 0 when activated_at is null then 2 else 1 end), name, id, company_id)
      include (online, activated_at)`.execute(db);
  },
};
