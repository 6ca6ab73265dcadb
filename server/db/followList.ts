import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Devices that users follow, each in an order of their own; they go with their user and with the device. */
export const followList: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("device_favorite")
      .addColumn("user_id", "text", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("place", "bigint", (c) => c.notNull())
      .addColumn("followed_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_favorite_pk", ["user_id", "device_id"])
      .execute();
    await schema.createIndex("device_favorite_place").on("device_favorite").columns(["user_id", "place"]).execute();
    await schema.createIndex("device_favorite_device").on("device_favorite").column("device_id").execute();
  },
};
