import type { Db } from "#server/db/open.ts";

/** The rules of an organisation that do not always apply. */
export const scheduledRules = async (db: Db, companyId: string): Promise<string[]> => {
  const rows = await db.selectFrom("alarm_trigger").select("id").where("company_id", "=", companyId).where("schedule", "<>", "").execute();
  return rows.map(({ id }) => id);
};
