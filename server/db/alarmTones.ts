import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Each user has for each level of alarms whether the desktop tells of them, and the tone that is heard; null is the level's own. */
export const alarmTones: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("alarm_switch")
      .addColumn("desktop", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable("alarm_switch").addColumn("tone", "text").execute();
  },
};
