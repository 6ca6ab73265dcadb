import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

const before = [
  { id: "role-repairman", name: ["维修员", "维修员"], description: ["Repairman", "Maintenance technicians"] },
  { id: "role-user", name: ["用户", "终端用户"], description: ["Users", "End users"] },
  { id: "role-official-account", name: ["公众号用户", "公众号用户"], description: ["Official-account user", "Official-account users"] },
  { id: "role-owner", name: ["业主", "业主"], description: ["Owner", "Property owners"] },
] as const;

/** The roles that the product brings get the words that it uses now, where nobody gave them others. */
export const roleWords: Migration = {
  async up(db: Kysely<Database>) {
    for (const { id, name, description } of before) {
      await db.updateTable("role").set({ name: name[1] }).where("id", "=", id).where("name", "=", name[0]).execute();
      await db
        .updateTable("role")
        .set({ description: description[1] })
        .where("id", "=", id)
        .where("description", "=", description[0])
        .execute();
    }
  },
};
