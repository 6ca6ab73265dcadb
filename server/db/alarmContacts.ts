import type { ColumnType, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { AlarmGroupTelling } from "#server/db/alarmNotices.ts";
import type { Edited, Stamp } from "#server/db/columnTypes.ts";

/** Columns that rows may be added without. */
type Defaulted<T> = { [Column in keyof T]: ColumnType<T[Column], T[Column] | undefined, T[Column]> };

export interface AlarmTypeTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  name_en: string;
  remark: string;
  remark_en: string;
  created_at: Stamp;
}

export interface AlarmGroupTable extends Edited, Defaulted<AlarmGroupTelling> {
  id: string;
  company_id: string;
  name: string;
  /** JSON: the ways in which its contacts are told. */
  message_types: string;
  created_at: Stamp;
}

export interface AlarmContactTable extends Edited {
  id: string;
  company_id: string;
  name: string;
  gender: string;
  phone: string;
  email: string;
  /** In which it is told. */
  language: ColumnType<string, string | undefined, string>;
  created_at: Stamp;
}

export interface AlarmGroupContactTable {
  group_id: string;
  contact_id: string;
  /** Among those of its group. */
  place: number;
}

/** Types of alarms, and who is told of them. */
export const alarmContacts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const record = async (table: string, columns: readonly string[], defaults: Readonly<Record<string, string>> = {}): Promise<void> => {
      const start = schema
        .createTable(table)
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"))
        .addColumn("name", "text", (c) => c.notNull());
      const plain = columns.reduce((made, column) => made.addColumn(column, "text", (c) => c.notNull()), start);
      await Object.entries(defaults)
        .reduce((made, [column, value]) => made.addColumn(column, "text", (c) => c.notNull().defaultTo(value)), plain)
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
        .addColumn("updated_at", "bigint", (c) => c.notNull())
        .addColumn("updated_by", "text", (c) => c.notNull())
        .execute();
      await schema.createIndex(`${table}_company`).on(table).columns(["company_id", "name"]).execute();
    };
    await record("alarm_type", ["name_en", "remark", "remark_en"]);
    await record("alarm_group", [], { message_types: "[]" });
    await record("alarm_contact", ["gender", "phone", "email"]);
    await schema
      .createTable("alarm_group_contact")
      .addColumn("group_id", "text", (c) => c.notNull().references("alarm_group.id").onDelete("cascade"))
      .addColumn("contact_id", "text", (c) => c.notNull().references("alarm_contact.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("alarm_group_contact_pk", ["group_id", "contact_id"])
      .execute();
    await schema.createIndex("alarm_group_contact_contact").on("alarm_group_contact").column("contact_id").execute();
  },
};

/** Rules name a type and a group; records keep what the type was called. */
export const alarmTypesOfRules: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const names = async (table: string, column: string, to: string): Promise<void> => {
      await schema
        .alterTable(table)
        .addColumn(column, "text", (c) => c.references(`${to}.id`).onDelete("set null"))
        .execute();
      await schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
    };
    await names("alarm_trigger", "alarm_type_id", "alarm_type");
    await names("alarm_trigger", "alarm_group_id", "alarm_group");
    await names("alarm_trigger_template", "alarm_type_id", "alarm_type");
    for (const column of ["type_name", "type_name_en"])
      await schema
        .alterTable("alarm_log")
        .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
        .execute();
  },
};
