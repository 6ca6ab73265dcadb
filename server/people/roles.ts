import { role, userRole } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { builtinRoles } from "#server/menu/seed.ts";
import { checkHolders, grantableRoles, rolesFor } from "#server/people/userRules.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";

const builtinIds: ReadonlySet<string> = new Set(builtinRoles.map(({ id }) => id));
const officialRole = "role-official-account";

export const isModifiableRole = (id: string): boolean => id !== officialRole;

/** An organisation that the caller sees. */
const organisationPath = async (db: Db, caller: Caller, companyId: string): Promise<string | undefined> => {
  const company = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirst();
  return company?.path.startsWith(caller.companyPath) ? company.path : undefined;
};

/** Roles, which another resource lists. */
const listedRole = { ...role, calls: { ...role.calls, query: userRole.calls.query_user } };

export const roleKind: RecordKind<typeof listedRole, "role"> = {
  resource: listedRole,
  table: "role",
  reach: "scoped",
  fields: ["name", "description"],
  searched: [],
  filters: { name: "holds" },
  sorted: { field: "name", order: "asc" },
  ties: [],
  related: { users: { table: "user_role", column: "role_id", of: "user_id", keeps: user.noun } },
  builtin: { is: (id) => builtinIds.has(id) },
  ownerTold: true,
  async organisation({ companyId }, { db, caller }) {
    if (companyId === undefined) return caller.companyId;
    if ((await organisationPath(db, caller, companyId)) === undefined) throw new Problem("companyOutOfReach");
    return companyId;
  },
  async guard({ id, name }, db, caller) {
    if (!isModifiableRole(id)) throw new Problem("notModifiable", { values: { name } });
    await checkHolders(db, caller, [id]);
  },
  more: async (rows) => rows.map(({ id }) => ({ modifiable: isModifiableRole(id) })),
};

export const roles = keepRecords(roleKind);

/** Roles that the caller may give to users of the organisation. */
export const listGrantable = async (db: Db, caller: Caller, companyId: string) => {
  const path = await organisationPath(db, caller, companyId);
  if (path === undefined) throw new Problem("notFound");
  const grantable = await grantableRoles(db, caller, await rolesFor(db, path).execute());
  return grantable.map(({ id, name, description, companyName }) => ({ id, name, description, companyName }));
};
