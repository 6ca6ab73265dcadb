import type { Db } from "#server/db/open.ts";
import { portions } from "#server/kit/portions.ts";

/** Who keeps devices when they go to another organisation, and whose bindings end. */
export interface LeftBindings {
  /** Ids of the users who have one of them no longer. */
  readonly ended: readonly string[];
  /** Accounts that had one, and that have one still. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Users have devices of their own organisation and of those below it: for all others the binding ends when a device leaves. */
export const endLeftBindings = async (db: Db, deviceIds: readonly string[], companyId: string): Promise<LeftBindings> => {
  const { path } = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirstOrThrow();
  const ended = new Set<string>();
  const before = new Set<string>();
  const after = new Set<string>();
  for (const some of portions(deviceIds)) {
    const rows = await db
      .selectFrom("device_user")
      .innerJoin("user", "user.id", "device_user.user_id")
      .innerJoin("company", "company.id", "user.company_id")
      .select(["user.id", "user.account", "company.path"])
      .distinct()
      .where("device_user.device_id", "in", some)
      .orderBy("user.account")
      .execute();
    for (const row of rows) {
      before.add(row.account);
      if (path.startsWith(row.path)) after.add(row.account);
      else ended.add(row.id);
    }
    for (const users of portions(rows.filter(({ id }) => ended.has(id)).map(({ id }) => id)))
      await db.deleteFrom("device_user").where("device_id", "in", some).where("user_id", "in", users).execute();
  }
  return { ended: [...ended], before: [...before], after: [...after] };
};
