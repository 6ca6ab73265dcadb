import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** What each user has read of the notices. What was told before there was a list of them counts as read. */
export const notices: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const db = anyDb as Kysely<Database>;
    const { schema } = db;
    await schema
      .alterTable("alarm_log")
      .addColumn("masked", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createTable("notice_reader")
      .addColumn("user_id", "text", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
      .addColumn("read_to", "bigint", (c) => c.notNull())
      .execute();
    await schema
      .createTable("notice_read")
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("notice", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("notice_read_pk", ["user_id", "notice"])
      .execute();
    const last = sql<number>`(select coalesce(max(at), 0) from (select max(raised_at) as at from alarm_log union all select max(at) from device_state_log) as last)`;
    await db
      .insertInto("notice_reader")
      .columns(["user_id", "read_to"])
      .expression((eb) => eb.selectFrom("user").select(["user.id", last.as("read_to")]))
      .execute();
  },
};
