import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Alarms that have not cleared are found by device and by level without the history around them, and the index of a device's records has all
 * that they are counted by. Records are found by what their rule's type was called.
 */
export const openAlarms: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await sql`create index alarm_log_open on alarm_log (device_id, level, raised_at, open_key) where open_key is not null`.execute(db);
    await sql`create index alarm_log_open_level on alarm_log (level, device_id) where open_key is not null`.execute(db);
    await schema.dropIndex("alarm_log_device").execute();
    await schema
      .createIndex("alarm_log_device")
      .on("alarm_log")
      .columns(["device_id", "raised_at", "level", "state", "open_key"])
      .execute();
    await schema.createIndex("alarm_log_type").on("alarm_log").columns(["type_name", "raised_at"]).execute();
  },
};
