import type { ColumnType, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Further conditions of a rule and the second points of all; empty: none. */
export interface ConditionColumns {
  further: ColumnType<string, string | undefined, string>;
}

/** Rules that ask for several conditions, or compare two points. Those that are there have one of one point, as they had. */
export const ruleConditions: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const table of ["alarm_trigger", "alarm_trigger_template"])
      await schema
        .alterTable(table)
        .addColumn("further", "text", (c) => c.notNull().defaultTo(""))
        .execute();
  },
};
