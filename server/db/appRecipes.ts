import type { ColumnType, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Flag, Stamp } from "#server/db/columnTypes.ts";

export interface AppRecipeTable extends Edited {
  id: string;
  company_id: string;
  recipe_id: string;
  name: string;
  enabled: ColumnType<Flag, Flag | undefined, Flag>;
  created_at: Stamp;
}

export interface AppRecipePointTable {
  app_id: string;
  point_id: string;
  /** Among those of its app recipe. */
  place: number;
  name: string;
  name_en: string;
  look: string;
}

export interface AppCommandTable extends Edited {
  id: string;
  company_id: string;
  app_id: string;
  name: string;
  name_en: string;
  confirm: ColumnType<Flag, Flag | undefined, Flag>;
  created_at: Stamp;
}

export interface AppCommandValueTable {
  command_id: string;
  place: number;
  point_id: string;
  value: string;
}

export interface ParameterTableTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  recipe_id: string;
  remark: string;
  created_at: Stamp;
}

export interface ParameterValueTable {
  parameter_id: string;
  place: number;
  point_id: string;
  value: string;
  /** How the point was written when the value was saved. */
  definition: string;
}

/** What end users are shown of a data template's devices, and parameter tables. */
export const appRecipes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const record = (table: string) =>
      schema
        .createTable(table)
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
        .addColumn("updated_at", "bigint", (c) => c.notNull())
        .addColumn("updated_by", "text", (c) => c.notNull());
    await record("app_recipe")
      .addColumn("recipe_id", "text", (c) => c.notNull().unique().references("recipe.id").onDelete("cascade"))
      .addColumn("enabled", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await schema.createIndex("app_recipe_company").on("app_recipe").columns(["company_id", "name"]).execute();
    await schema
      .createTable("app_recipe_point")
      .addColumn("app_id", "text", (c) => c.notNull().references("app_recipe.id").onDelete("cascade"))
      .addColumn("point_id", "text", (c) => c.notNull().references("point.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("name_en", "text", (c) => c.notNull())
      .addColumn("look", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("app_recipe_point_pk", ["app_id", "point_id"])
      .execute();
    await schema.createIndex("app_recipe_point_point").on("app_recipe_point").column("point_id").execute();
    await record("app_command")
      .addColumn("app_id", "text", (c) => c.notNull().references("app_recipe.id").onDelete("cascade"))
      .addColumn("name_en", "text", (c) => c.notNull())
      .addColumn("confirm", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await schema.createIndex("app_command_company").on("app_command").columns(["company_id", "name"]).execute();
    await schema.createIndex("app_command_app").on("app_command").column("app_id").execute();
    await schema
      .createTable("app_command_value")
      .addColumn("command_id", "text", (c) => c.notNull().references("app_command.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("point_id", "text", (c) => c.notNull().references("point.id").onDelete("cascade"))
      .addColumn("value", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("app_command_value_pk", ["command_id", "place"])
      .execute();
    await schema.createIndex("app_command_value_point").on("app_command_value").column("point_id").execute();
    await record("parameter_table")
      .addColumn("recipe_id", "text", (c) => c.notNull().references("recipe.id"))
      .addColumn("remark", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("parameter_table_company").on("parameter_table").columns(["company_id", "name"]).execute();
    await schema.createIndex("parameter_table_recipe").on("parameter_table").column("recipe_id").execute();
    await schema
      .createTable("parameter_value")
      .addColumn("parameter_id", "text", (c) => c.notNull().references("parameter_table.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("point_id", "text", (c) => c.notNull().references("point.id"))
      .addColumn("value", "text", (c) => c.notNull())
      .addColumn("definition", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("parameter_value_pk", ["parameter_id", "place"])
      .execute();
    await schema.createIndex("parameter_value_point").on("parameter_value").column("point_id").execute();
  },
};
