import type { Call } from "#contract/kit/call.ts";
import type { People } from "#tests/server/people/people.ts";

/** The token of a new user of north, or of another organisation, whose one role grants these calls and no other. */
export const grantedUser = async ({ site, north }: People, account: string, calls: readonly Call[], companyId = north): Promise<string> => {
  const { db } = site.gatehouse.services;
  const id = `role-of-${account}`;
  const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
  await db
    .insertInto("role")
    .values({ id, company_id: companyId, name: account, description: "", ...stamps })
    .execute();
  const actions = JSON.stringify(calls.map(({ path }) => path));
  await db.insertInto("role_menu").values({ role_id: id, menu_id: "system.orders", actions }).execute();
  await site.addUser({ account, type: 1, companyId, roles: [id] });
  return site.signIn(account, "secret1");
};
