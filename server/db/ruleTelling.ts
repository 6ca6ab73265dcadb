import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Rules of a device type. */
export const ruleTelling: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("alarm_trigger")
      .addColumn("device_type_id", "text", (c) => c.references("device_type.id"))
      .execute();
    await schema.createIndex("alarm_trigger_device_type").on("alarm_trigger").column("device_type_id").execute();
  },
};
