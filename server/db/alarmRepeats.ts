import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** A rule that flaps adds to its record instead of writing another. */
export const alarmRepeats: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const { schema } = anyDb as Kysely<Database>;
    await schema
      .alterTable("alarm_log")
      .addColumn("repeats", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable("alarm_log").addColumn("repeated_at", "bigint").execute();
  },
};
