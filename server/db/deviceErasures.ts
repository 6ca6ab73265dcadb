import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A device whose readings are to be erased: they are in a store of their own, which cannot be asked in the same transaction. */
export interface DeviceErasureTable {
  /** It may be gone by now. */
  device_id: string;
}

export const deviceErasures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("device_erasure")
      .addColumn("device_id", "text", (c) => c.primaryKey())
      .execute();
    await db.schema.createIndex("device_user_at").on("device_user").columns(["at"]).execute();
  },
};
