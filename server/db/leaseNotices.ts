import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Stamp } from "#server/db/columnTypes.ts";

/** That the service of a device is about to end, told once for each of its last days and for each threshold. */
export interface LeaseNoticeTable {
  id: string;
  device_id: string;
  lease_end: string;
  /** The threshold: at most so many days were left. */
  days: number;
  at: Stamp;
}

/** What was told of services that are about to end. */
export const leaseNotices: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("lease_notice")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("device_id", "text", (c) => c.notNull().references("device.id").onDelete("cascade"))
      .addColumn("lease_end", "text", (c) => c.notNull())
      .addColumn("days", "integer", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .execute();
    await schema.createIndex("lease_notice_once").on("lease_notice").columns(["device_id", "lease_end", "days"]).unique().execute();
    await schema.createIndex("lease_notice_at").on("lease_notice").columns(["at", "id"]).execute();
    await schema.createIndex("lease_notice_device").on("lease_notice").columns(["device_id", "at", "id"]).execute();
  },
};
