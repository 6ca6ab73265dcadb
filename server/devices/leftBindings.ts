import type { Db } from "#server/db/open.ts";

/** Who keeps a device when it goes to another organisation, and whose binding ends. */
export interface LeftBindings {
  /** Ids of the users who have it no longer. */
  readonly ended: readonly string[];
  /** Accounts that had it, and that have it still. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Users have devices of their own organisation and of those below it: for all others the binding ends when the device leaves. */
export const endLeftBindings = async (db: Db, deviceId: string, companyId: string): Promise<LeftBindings> => {
  const { path } = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("device_user")
    .innerJoin("user", "user.id", "device_user.user_id")
    .innerJoin("company", "company.id", "user.company_id")
    .select(["user.id", "user.account", "company.path"])
    .where("device_user.device_id", "=", deviceId)
    .orderBy("user.account")
    .execute();
  const ended = rows.filter((row) => !path.startsWith(row.path)).map(({ id }) => id);
  if (ended.length > 0) await db.deleteFrom("device_user").where("device_id", "=", deviceId).where("user_id", "in", ended).execute();
  const accounts = rows.map(({ account }) => account);
  return { ended, before: accounts, after: rows.filter(({ id }) => !ended.includes(id)).map(({ account }) => account) };
};
