import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Stamp } from "#server/db/columnTypes.ts";

/** A category of data points. */
export interface PointCategoryTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  name_en: string;
  sort: number;
  created_at: Stamp;
}

/** Data points are sorted into categories of organisations. */
export const pointCategories: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("point_category")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("name_en", "text", (c) => c.notNull())
      .addColumn("sort", "integer", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("point_category_company").on("point_category").columns(["company_id", "name"]).execute();
    await schema.alterTable("point").addColumn("category_id", "text").execute();
    await schema.createIndex("point_category_id").on("point").columns(["category_id"]).execute();
  },
};
