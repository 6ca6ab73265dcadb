import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";

/** Three organisations beside one another, and who asks for jobs in them. */
export const addAskers = async (db: Db): Promise<void> => {
  const stamps = { created_at: 1, updated_at: 1, updated_by: "" };
  for (const id of ["north", "south", "west"])
    await db
      .insertInto("company")
      .values({ id, parent_id: null, path: `root/${id}/`, name: id, enabled: 1, expires_at: null, zone: "UTC", ...stamps })
      .execute();
  const blank = { nick_name: "", phone: "", email: "", avatar: "", password_hash: "", type: 1, enabled: 1, second_factor: 0 };
  for (const [id, company_id] of [
    ["one", "north"],
    ["two", "north"],
    ["three", "north"],
    ["far", "south"],
    ["late", "west"],
  ] as const)
    await db
      .insertInto("user")
      .values({ ...blank, ...stamps, id, company_id, account: id, user_name: id })
      .execute();
};

export const asker = (userId: string, companyId: string, grants: readonly string[]): Caller => ({
  ...{ userId, sessionId: "s", account: userId, userName: userId, type: 1, companyId, companyPath: `root/${companyId}/`, zone: "UTC" },
  grants: new Set(grants),
});
