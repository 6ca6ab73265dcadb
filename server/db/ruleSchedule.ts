import type { ColumnType, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** When a rule applies; empty: always. */
export interface ScheduleColumns {
  schedule: ColumnType<string, string | undefined, string>;
}

/** Rules that apply at some times of the week. Those that are there always do, as they did. */
export const ruleSchedule: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const table of ["alarm_trigger", "alarm_trigger_template"])
      await schema
        .alterTable(table)
        .addColumn("schedule", "text", (c) => c.notNull().defaultTo(""))
        .execute();
  },
};
