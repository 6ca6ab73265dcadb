import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Has all that new installations are counted by. */
export const installations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex("device_installed")
      .on("device")
      .columns(["installed_on", "activated_at", "company_id", "province", "city", "industry"])
      .execute();
  },
};
