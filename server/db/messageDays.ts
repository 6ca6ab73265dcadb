import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Messages and bytes of a device on one day of its organisation. */
export interface MessageDayTable {
  device_id: string;
  /** yyyy-MM-dd. */
  day: string;
  up: number;
  up_bytes: number;
  down: number;
  down_bytes: number;
  faulty: number;
}

export const messageDays: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("device_message_day")
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("day", "text", (c) => c.notNull())
      .addColumn("up", "bigint", (c) => c.notNull())
      .addColumn("up_bytes", "bigint", (c) => c.notNull())
      .addColumn("down", "bigint", (c) => c.notNull())
      .addColumn("down_bytes", "bigint", (c) => c.notNull())
      .addColumn("faulty", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_message_day_pk", ["device_id", "day"])
      .execute();
    await schema.createIndex("device_message_day_day").on("device_message_day").column("day").execute();
  },
};
