import { type ColumnType, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Edited, Flag, Stamp } from "#server/db/columnTypes.ts";

/** Holds back the notices of what it names, of the devices of its organisation and of those below it. At least one of the three is named. */
export interface AlarmMaskTable extends Edited {
  id: string;
  company_id: string;
  device_id: string | null;
  rule_id: string | null;
  alarm_type_id: string | null;
  starts_at: Stamp;
  /** Null: until somebody ends it. */
  ends_at: Stamp | null;
  reason: string;
  created_at: Stamp;
  created_by: string;
  /** Who ended it before its time. */
  ended_by: ColumnType<string, string | undefined, string>;
  /** It has ended, and what it held back that still stands was told. */
  told: ColumnType<Flag, Flag | undefined, Flag>;
}

const record = "alarm_mask";

/** Masks have an end, a reason and somebody who set them; the one switch of a rule becomes one without an end. */
export const alarmMasks: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    const named = { device_id: "device", rule_id: "alarm_trigger", alarm_type_id: "alarm_type" } as const;
    const start = schema
      .createTable(record)
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("company_id", "text", (c) => c.notNull().references("company.id").onDelete("cascade"));
    await Object.entries(named)
      .reduce((made, [column, to]) => made.addColumn(column, "text", (c) => c.references(`${to}.id`).onDelete("cascade")), start)
      .addColumn("starts_at", "bigint", (c) => c.notNull())
      .addColumn("ends_at", "bigint")
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("created_by", "text", (c) => c.notNull())
      .addColumn("ended_by", "text", (c) => c.notNull().defaultTo(""))
      .addColumn("told", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("updated_by", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("alarm_mask_company").on(record).columns(["company_id", "starts_at"]).execute();
    for (const column of Object.keys(named)) await schema.createIndex(`alarm_mask_${column}`).on(record).column(column).execute();
    await sql`create index alarm_mask_untold on alarm_mask (id) where told = 0`.execute(db);
    await schema
      .alterTable("alarm_log")
      .addColumn("mask_id", "text", (c) => c.references(`${record}.id`).onDelete("set null"))
      .execute();
    await sql`create index alarm_log_mask on alarm_log (mask_id) where mask_id is not null`.execute(db);
    await sql`insert into alarm_mask
      (id, company_id, rule_id, starts_at, reason, created_at, created_by, updated_at, updated_by)
      select id, company_id, id, updated_at, '', updated_at, updated_by, updated_at, updated_by from alarm_trigger where mask = 1`.execute(
      db,
    );
    await sql`update alarm_log set mask_id = rule_id
      where masked = 1 and open_key is not null and rule_id in (select id from alarm_mask)`.execute(db);
    await schema.alterTable("alarm_trigger").dropColumn("mask").execute();
  },
};
