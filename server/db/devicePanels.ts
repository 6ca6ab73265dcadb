import type { ColumnType, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Flag, Stamp } from "#server/db/columnTypes.ts";

export interface DeviceTemplateUiTable extends Edited {
  id: string;
  company_id: string;
  device_template_id: string;
  name: string;
  enabled: ColumnType<Flag, Flag | undefined, Flag>;
  sort: number;
  /** Its elements as JSON. */
  layout: ColumnType<string, string | undefined, string>;
  created_at: Stamp;
}

export interface DeviceTemplateUiCmdTable extends Edited {
  id: string;
  /** That of its panel. */
  company_id: string;
  ui_id: string;
  name: string;
  slave: number;
  confirmed: ColumnType<Flag, Flag | undefined, Flag>;
  question: string;
  created_at: Stamp;
}

export interface DeviceTemplateUiCmdValueTable {
  cmd_id: string;
  /** Among those of its command. */
  place: number;
  point_id: string;
  /** As JSON. */
  value: string;
}

export interface DeviceTemplateUiCompanyTable {
  id: string;
  ui_id: string;
  company_id: string;
  created_at: Stamp;
}

/** Panels of devices, what their buttons send, and the organisations that they are linked to. */
export const devicePanels: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("device_template_ui")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("device_template_id", "text", (c) => c.notNull().references("device_template.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("enabled", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("sort", "integer", (c) => c.notNull())
      .addColumn("layout", "text", (c) => c.notNull().defaultTo("[]"))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_template_ui_company_name").on("device_template_ui").columns(["company_id", "name"]).execute();
    await schema.createIndex("device_template_ui_template").on("device_template_ui").column("device_template_id").execute();
    await schema
      .createTable("device_template_ui_cmd")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("ui_id", "text", (c) => c.notNull().references("device_template_ui.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("slave", "integer", (c) => c.notNull())
      .addColumn("confirmed", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("question", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_template_ui_cmd_company").on("device_template_ui_cmd").columns(["company_id", "name"]).execute();
    await schema.createIndex("device_template_ui_cmd_ui").on("device_template_ui_cmd").column("ui_id").execute();
    await schema
      .createTable("device_template_ui_cmd_value")
      .addColumn("cmd_id", "text", (c) => c.notNull().references("device_template_ui_cmd.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("point_id", "text", (c) => c.notNull().references("point.id"))
      .addColumn("value", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_template_ui_cmd_value_pk", ["cmd_id", "place"])
      .execute();
    await schema.createIndex("device_template_ui_cmd_value_point").on("device_template_ui_cmd_value").column("point_id").execute();
    await schema
      .createTable("device_template_ui_company")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("ui_id", "text", (c) => c.notNull().references("device_template_ui.id").onDelete("cascade"))
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addUniqueConstraint("device_template_ui_company_once", ["ui_id", "company_id"])
      .execute();
    await schema.createIndex("device_template_ui_company_company").on("device_template_ui_company").column("company_id").execute();
  },
};
