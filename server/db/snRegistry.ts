import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** SNs with their passwords that are known before their devices are added. */
export const snRegistry: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("sn_registry")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("sn", "text", (c) => c.notNull())
      .addColumn("password", "text", (c) => c.notNull())
      .addColumn("used", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("created_by", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("sn_registry_sn").on("sn_registry").unique().expression(sql`lower(sn)`).execute();
    await db.schema.createIndex("sn_registry_company").on("sn_registry").columns(["company_id", "created_at"]).execute();
    await db.schema.createIndex("sn_registry_created").on("sn_registry").columns(["created_at", "id"]).execute();
  },
};
