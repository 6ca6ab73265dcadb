import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Alarm records of a level, of a state and of a rule are found newest first, however many there are. */
export const alarmIndexes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.dropIndex("alarm_log_rule").execute();
    for (const [name, column] of [
      ["alarm_log_rule", "rule_id"],
      ["alarm_log_level", "level"],
      ["alarm_log_state", "state"],
    ] as const)
      await schema.createIndex(name).on("alarm_log").columns([column, "raised_at", "id"]).execute();
  },
};
