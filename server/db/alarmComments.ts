import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Stamp } from "#server/db/columnTypes.ts";

/** What somebody noted of an alarm record. Who it was keeps the name that they had. */
export interface AlarmCommentTable {
  id: string;
  record_id: string;
  at: Stamp;
  author_id: string;
  author: string;
  text: string;
}

export const alarmComments: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("alarm_comment")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("record_id", "text", (c) => c.notNull().references("alarm_log.id").onDelete("cascade"))
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("author_id", "text", (c) => c.notNull())
      .addColumn("author", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("alarm_comment_record").on("alarm_comment").columns(["record_id", "at", "id"]).execute();
  },
};
