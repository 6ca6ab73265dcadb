import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { cellOf } from "#server/places/cell.ts";

const rowsAtOnce = 1000;

interface Placed {
  id: string;
  lng: number;
  lat: number;
}

/** Devices that have a place are given its cell. */
const fillCells = async (db: Kysely<unknown>): Promise<void> => {
  for (let after = ""; ; ) {
    const { rows } = await sql<Placed>`select id, lng, lat from device
      where lng is not null and lat is not null and id > ${after} order by id limit ${rowsAtOnce}`.execute(db);
    for (const { id, ...place } of rows) await sql`update device set cell = ${cellOf(place)} where id = ${id}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = last.id;
  }
};

/** Where devices were, what is known of their moving, and the cell of the map that each is in, by which they are counted. */
export const places: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("device_place")
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("lng", "double precision", (c) => c.notNull())
      .addColumn("lat", "double precision", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_place_pk", ["device_id", "at"])
      .execute();
    await schema.createIndex("device_place_at").on("device_place").column("at").execute();
    await schema
      .createTable("device_motion")
      .addColumn("device_id", "text", (c) => c.primaryKey().references("device.id").onDelete("cascade"))
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("ref_at", "bigint", (c) => c.notNull())
      .addColumn("ref_lng", "double precision", (c) => c.notNull())
      .addColumn("ref_lat", "double precision", (c) => c.notNull())
      .addColumn("out_at", "bigint", (c) => c.notNull())
      .addColumn("out_lng", "double precision", (c) => c.notNull())
      .addColumn("out_lat", "double precision", (c) => c.notNull())
      .addColumn("outs", "integer", (c) => c.notNull())
      .execute();
    await schema.alterTable("device").addColumn("cell", "bigint").execute();
    await fillCells(db);
    await sql`create index device_cell on device
      (cell, online, activated_at, open_alarms, company_id, type_id, model_id, mobile, lng, lat, id) where cell is not null`.execute(db);
  },
};
