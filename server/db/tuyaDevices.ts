import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds a device by its id in Tuya's cloud; most have none. */
export const tuyaDevices: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index device_tuya on device (tuya_id) where tuya_id <> ''`.execute(db);
  },
};
