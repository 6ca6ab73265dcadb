import type { CreateTableBuilder, Kysely, Migration } from "kysely";
import type { Database } from "#server/db/schema.ts";

/** Who made a record when, and who changed it last: the columns of every record that is edited. */
const edited = <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
  table
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("updated_by", "text", (c) => c.notNull());

/** Data units and app packages. */
export const platform: Migration = {
  async up(anyDb: Kysely<unknown>) {
    const { schema } = anyDb as Kysely<Database>;
    await edited(
      schema
        .createTable("data_unit")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("symbol", "text", (c) => c.notNull())
        .addColumn("category", "text", (c) => c.notNull()),
    ).execute();
    await schema.createIndex("data_unit_company").on("data_unit").columns(["company_id", "name"]).execute();
    await edited(
      schema
        .createTable("app_package")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("platform", "text", (c) => c.notNull())
        .addColumn("path", "text", (c) => c.notNull())
        .addColumn("size", "integer")
        .addColumn("version_name", "text", (c) => c.notNull())
        .addColumn("version_number", "text", (c) => c.notNull())
        .addColumn("version_key", "text", (c) => c.notNull()),
    ).execute();
    await schema.createIndex("app_package_version").on("app_package").columns(["platform", "name", "version_key"]).unique().execute();
  },
};
