import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "#server/db/schema.ts";

const query = "/api/device_event/query_user_event";
const exporting = "/api/device_event/dlexcel_user_event";

const extended = (actions: string): string | undefined => {
  const known = JSON.parse(actions) as string[];
  return known.includes(query) && !known.includes(exporting) ? JSON.stringify([...known, exporting]) : undefined;
};

/** Whoever may read the operation log may export it. */
export const logExport: Migration = {
  async up(db: Kysely<Database>) {
    for (const row of await db.selectFrom("menu").select(["id", "action_list"]).execute()) {
      const action_list = extended(row.action_list);
      if (action_list) await db.updateTable("menu").set({ action_list }).where("id", "=", row.id).execute();
    }
    for (const row of await db.selectFrom("role_menu").selectAll().execute()) {
      const actions = extended(row.actions);
      if (!actions) continue;
      await db.updateTable("role_menu").set({ actions }).where("role_id", "=", row.role_id).where("menu_id", "=", row.menu_id).execute();
    }
  },
};
