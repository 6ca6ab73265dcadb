import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** When a phone or an e-mail address became another, and which browsers signed in to which account. Nothing has changed yet as far as is known. */
export const accountDoors: Migration = {
  async up(db: Kysely<Database>) {
    for (const column of ["phone_changed_at", "email_changed_at"])
      await db.schema
        .alterTable("user")
        .addColumn(column, "bigint", (c) => c.notNull().defaultTo(0))
        .execute();
    await db.schema
      .createTable("known_browser")
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("browser", "text", (c) => c.notNull())
      .addColumn("seen_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("known_browser_key", ["user_id", "browser"])
      .execute();
  },
};
