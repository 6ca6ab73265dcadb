import type { ColumnType, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Flag, Stamp } from "#server/db/columnTypes.ts";
import type { ScheduleColumns } from "#server/db/ruleSchedule.ts";
import type { TellingColumns } from "#server/db/ruleTelling.ts";

/** What an alarm is made of, as a rule has it and a template of one. */
export interface WatchedColumns extends TellingColumns, ScheduleColumns {
  name: string;
  recipe_id: string;
  point_id: ColumnType<string | null, string | null | undefined, string | null>;
  level: number;
  condition: string;
  a: number | null;
  b: number | null;
  min: number | null;
  max: number | null;
  hold_seconds: number;
  release_seconds: ColumnType<number, number | undefined, number>;
  push_content: string;
  push_content_en: string;
  release_content: string;
  release_content_en: string;
  save_data: ColumnType<Flag, Flag | undefined, Flag>;
  alarm_type_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AlarmTriggerTemplateTable extends Edited, WatchedColumns {
  id: string;
  company_id: string;
  created_at: Stamp;
}

export interface DeviceTemplateTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  description: string;
  created_at: Stamp;
}

export interface DeviceTemplateSlaveTable {
  template_id: string;
  no: number;
  name: string;
  recipe_id: string;
}

export interface DeviceTemplateRuleTable {
  template_id: string;
  rule_id: string;
  /** Among those of its template. */
  place: number;
}

/** Presets that devices are made from; devices and their rules say which. */
export const deviceTemplates: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("alarm_trigger_template")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("recipe_id", "text", (c) => c.notNull().references("recipe.id"))
      .addColumn("point_id", "text", (c) => c.references("point.id"))
      .addColumn("level", "integer", (c) => c.notNull())
      .addColumn("condition", "text", (c) => c.notNull())
      .addColumn("a", "double precision")
      .addColumn("b", "double precision")
      .addColumn("min", "double precision")
      .addColumn("max", "double precision")
      .addColumn("hold_seconds", "integer", (c) => c.notNull())
      .addColumn("push_content", "text", (c) => c.notNull())
      .addColumn("push_content_en", "text", (c) => c.notNull())
      .addColumn("release_content", "text", (c) => c.notNull())
      .addColumn("release_content_en", "text", (c) => c.notNull())
      .addColumn("save_data", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("alarm_trigger_template_company").on("alarm_trigger_template").columns(["company_id", "name"]).execute();
    await schema.createIndex("alarm_trigger_template_recipe").on("alarm_trigger_template").column("recipe_id").execute();
    await schema.createIndex("alarm_trigger_template_point").on("alarm_trigger_template").column("point_id").execute();
    await schema
      .createTable("device_template")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("description", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("device_template_company").on("device_template").columns(["company_id", "name"]).execute();
    await schema
      .createTable("device_template_slave")
      .addColumn("template_id", "text", (c) => c.notNull().references("device_template.id").onDelete("cascade"))
      .addColumn("no", "integer", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("recipe_id", "text", (c) => c.notNull().references("recipe.id"))
      .addPrimaryKeyConstraint("device_template_slave_pk", ["template_id", "no"])
      .execute();
    await schema.createIndex("device_template_slave_recipe").on("device_template_slave").column("recipe_id").execute();
    await schema
      .createTable("device_template_rule")
      .addColumn("template_id", "text", (c) => c.notNull().references("device_template.id").onDelete("cascade"))
      .addColumn("rule_id", "text", (c) => c.notNull().references("alarm_trigger_template.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("device_template_rule_pk", ["template_id", "rule_id"])
      .execute();
    await schema.createIndex("device_template_rule_rule").on("device_template_rule").column("rule_id").execute();
    await schema.alterTable("device").addColumn("template_id", "text").execute();
    await schema.createIndex("device_template_id").on("device").column("template_id").execute();
    await schema.alterTable("alarm_trigger").addColumn("template_id", "text").execute();
    await schema.createIndex("alarm_trigger_template_id").on("alarm_trigger").column("template_id").execute();
    await schema.createIndex("alarm_trigger_name").on("alarm_trigger").columns(["company_id", "name"]).execute();
  },
};
