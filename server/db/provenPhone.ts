import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** The phone that a user answered a code from. Who registered did so with the account's own name. */
export const provenPhone: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable("user")
      .addColumn("proven_phone", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await sql`update "user" set proven_phone = phone where account = phone`.execute(db);
  },
};
