import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** Who made a record when, and who changed it last: the columns of every record that is edited. */
const edited = <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
  table
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("updated_by", "text", (c) => c.notNull());

/** Data units, app packages, saved orders and icon groups. */
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
    await edited(
      schema
        .createTable("saved_order")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("recipe_id", "text", (c) => c.notNull().references("recipe.id"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("slave", "integer")
        .addColumn("remark", "text", (c) => c.notNull()),
    ).execute();
    await schema.createIndex("saved_order_company").on("saved_order").columns(["company_id", "name"]).execute();
    await schema.createIndex("saved_order_recipe").on("saved_order").column("recipe_id").execute();
    await schema
      .createTable("saved_order_value")
      .addColumn("order_id", "text", (c) => c.notNull().references("saved_order.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("point_id", "text", (c) => c.notNull().references("point.id"))
      .addColumn("value", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("saved_order_value_pk", ["order_id", "place"])
      .execute();
    await schema.createIndex("saved_order_value_point").on("saved_order_value").column("point_id").execute();
    await edited(
      schema
        .createTable("icon_group")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id"))
        .addColumn("name", "text", (c) => c.notNull()),
    ).execute();
    await schema.createIndex("icon_group_company").on("icon_group").columns(["company_id", "name"]).execute();
    await edited(
      schema
        .createTable("icon_picture")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("group_id", "text", (c) => c.notNull().references("icon_group.id").onDelete("cascade"))
        .addColumn("value", "text", (c) => c.notNull())
        .addColumn("value_key", "text", (c) => c.notNull())
        .addColumn("picture", "text", (c) => c.notNull()),
    ).execute();
    await schema.createIndex("icon_picture_value").on("icon_picture").columns(["group_id", "value_key"]).unique().execute();
    await schema
      .alterTable("point")
      .addColumn("icon_group_id", "text", (c) => c.references("icon_group.id"))
      .execute();
    await schema.createIndex("point_icon_group").on("point").column("icon_group_id").execute();
  },
};
