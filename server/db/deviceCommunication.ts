import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Stamp } from "#server/db/columnTypes.ts";
import { createFollower } from "#server/db/engine.ts";

/** One row a device, which the database adds, moves and takes away with it. */
export interface DeviceCommunicationTable {
  device_id: string;
  company_id: string;
  communication_time: Stamp | null;
}

/**
 * When each device last sent anything, in a table of its own. Every message moves it: in the device's row, PostgreSQL would write the whole
 * row anew for it, with its place in a dozen indices.
 */
export const deviceCommunication: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("device_communication")
      .addColumn("device_id", "text", (c) => c.primaryKey().references("device.id").onDelete("cascade"))
      .addColumn("company_id", "text", (c) => c.notNull())
      .addColumn("communication_time", "bigint")
      .execute();
    await sql`insert into device_communication select id, company_id, communication_time from device`.execute(db);
    await schema
      .createIndex("device_communication_order")
      .on("device_communication")
      .columns(["communication_time", "device_id", "company_id"])
      .execute();
    await schema.dropIndex("device_communication_time").execute();
    await schema.alterTable("device").dropColumn("communication_time").execute();
    await createFollower(db, {
      name: "device_communication_added",
      table: "device",
      event: sql`insert`,
      does: sql`insert into device_communication values (new.id, new.company_id, null);`,
    });
    await createFollower(db, {
      name: "device_communication_moved",
      table: "device",
      event: sql`update of company_id`,
      does: sql`update device_communication set company_id = new.company_id where device_id = new.id;`,
    });
  },
};
