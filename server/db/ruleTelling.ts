import { type ColumnType, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Stamp } from "#server/db/columnTypes.ts";

/** How alarms of a rule are told. */
export interface TellingColumns {
  method: ColumnType<string, string | undefined, string>;
  repeat_minutes: ColumnType<number | null, number | null | undefined, number | null>;
  repeat_stop: ColumnType<string, string | undefined, string>;
}

/** Another group that a rule has told of what nobody has processed. */
export interface AlarmTriggerStepTable {
  rule_id: string;
  place: number;
  minutes: number;
  group_id: string;
}

export type EscalationState = "waiting" | "told" | "ended";

/** A step of a record, as its rule had it when the record was raised. */
export interface AlarmEscalationTable {
  record_id: string;
  step: number;
  minutes: number;
  /** It may be gone. */
  group_id: string;
  due_at: Stamp;
  told_at: Stamp | null;
  state: EscalationState;
}

/** Rules of a device type; reminders of what is not processed, and who is told next. Rules that are there tell once, as they did. */
export const ruleTelling: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable("alarm_trigger")
      .addColumn("device_type_id", "text", (c) => c.references("device_type.id"))
      .execute();
    await schema.createIndex("alarm_trigger_device_type").on("alarm_trigger").column("device_type_id").execute();
    for (const table of ["alarm_trigger", "alarm_trigger_template"]) {
      await schema
        .alterTable(table)
        .addColumn("method", "text", (c) => c.notNull().defaultTo("once"))
        .execute();
      await schema.alterTable(table).addColumn("repeat_minutes", "integer").execute();
      await schema
        .alterTable(table)
        .addColumn("repeat_stop", "text", (c) => c.notNull().defaultTo("processed"))
        .execute();
      await schema
        .alterTable(table)
        .addColumn("release_seconds", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await schema
      .alterTable("alarm_log")
      .addColumn("reminders", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    for (const column of ["reminded_at", "reminds_at"]) await schema.alterTable("alarm_log").addColumn(column, "bigint").execute();
    await sql`create index alarm_log_reminds on alarm_log (reminds_at) where reminds_at is not null`.execute(db);
    await schema
      .createTable("alarm_trigger_step")
      .addColumn("rule_id", "text", (c) => c.notNull().references("alarm_trigger.id").onDelete("cascade"))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("minutes", "integer", (c) => c.notNull())
      .addColumn("group_id", "text", (c) => c.notNull().references("alarm_group.id"))
      .addPrimaryKeyConstraint("alarm_trigger_step_pk", ["rule_id", "place"])
      .execute();
    await schema.createIndex("alarm_trigger_step_group").on("alarm_trigger_step").column("group_id").execute();
    await schema
      .createTable("alarm_escalation")
      .addColumn("record_id", "text", (c) => c.notNull().references("alarm_log.id").onDelete("cascade"))
      .addColumn("step", "integer", (c) => c.notNull())
      .addColumn("minutes", "integer", (c) => c.notNull())
      .addColumn("group_id", "text", (c) => c.notNull())
      .addColumn("due_at", "bigint", (c) => c.notNull())
      .addColumn("told_at", "bigint")
      .addColumn("state", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("alarm_escalation_pk", ["record_id", "step"])
      .execute();
    await sql`create index alarm_escalation_due on alarm_escalation (due_at) where state = 'waiting'`.execute(db);
  },
};
