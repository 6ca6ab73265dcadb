import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

/** Employees and customers are searched each on their own, in one pass over an index that has the text. */
export const userTypes: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema.createIndex("user_type").on("user").columns(["type", "company_id", "account", "id", "search"]).execute();
  },
};
