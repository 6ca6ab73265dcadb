import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Stamp } from "#server/db/columnTypes.ts";

export interface DeviceGroupTable extends Edited {
  id: string;
  user_id: string;
  name: string;
  remark: string;
  created_at: Stamp;
}

/** Groups of devices that each user keeps alone; they go with the user. */
export const deviceGroups: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("device_group")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("remark", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_group_user").on("device_group").columns(["user_id", "name"]).execute();
  },
};
