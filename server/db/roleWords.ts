import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

const english = [
  ["role-repairman", "Repairman", "Maintenance technicians"],
  ["role-user", "Users", "End users"],
  ["role-official-account", "Official-account user", "Official-account users"],
  ["role-owner", "Owner", "Property owners"],
] as const;

/** The roles that the product brings get the words that it uses now, where nobody gave them others. */
export const roleWords: Migration = {
  async up(db: Kysely<Database>) {
    await db.updateTable("role").set({ name: "终端用户" }).where("id", "=", "role-user").where("name", "=", "用户").execute();
    for (const [id, before, description] of english) {
      await db.updateTable("role").set({ description }).where("id", "=", id).where("description", "=", before).execute();
    }
  },
};
