import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** Indices that hold all that the logs of devices are searched by, by device and by time. */
export const stateLog: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const { schema } = anyDb as Kysely<Database>;
    await schema.dropIndex("device_state_log_device").execute();
    await schema.createIndex("device_state_log_device").on("device_state_log").columns(["device_id", "at", "id", "online"]).execute();
    await schema.createIndex("device_state_log_time").on("device_state_log").columns(["at", "id", "device_id", "online"]).execute();
    await schema.dropIndex("device_event_device").execute();
    await schema.createIndex("device_event_device").on("device_event").columns(["device_id", "at", "id", "kind"]).execute();
    await schema.createIndex("device_event_time").on("device_event").columns(["at", "id", "device_id", "kind"]).execute();
  },
};
