import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Stamp } from "#server/db/columnTypes.ts";

/** A camera of a device. */
export interface DeviceVideoTable extends Edited {
  id: string;
  device_id: string;
  name: string;
  /** `hls` or `flv`. */
  kind: string;
  /** It may hold a token. */
  url: string;
  note: string;
  sort: number;
  created_at: Stamp;
}

/** Streams of devices; they go with the device. */
export const deviceVideos: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("device_video")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("url", "text", (c) => c.notNull())
      .addColumn("note", "text", (c) => c.notNull())
      .addColumn("sort", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_video_device").on("device_video").columns(["device_id", "sort", "id"]).execute();
    await schema.createIndex("device_video_created").on("device_video").columns(["created_at", "id"]).execute();
  },
};
