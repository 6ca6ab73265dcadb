import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "./engine.ts";
import { recordTexts } from "./recordTexts.ts";

/**
 * What is searched of alarm records, in an index that is read in the table's stead: a third of its size, and nothing is folded again. An
 * index of PostgreSQL takes no text of any length.
 */
export const alarmTexts: Migration = {
  async up(db: Kysely<unknown>) {
    if (isPostgres(db)) return;
    await sql`create index alarm_log_texts on alarm_log (${recordTexts(db)}, id)`.execute(db);
  },
};
