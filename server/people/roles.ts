import { type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import type { RoleRow, role, userRole } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { inScope, narrowedTo } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { builtinRoles } from "#server/menu/seed.ts";
import { checkHolders, grantableRoles, rolesFor } from "#server/people/userRules.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import { sortingOf } from "#server/records/sorting.ts";

type Query = RequestOf<typeof userRole.calls.query_user>;
type Fields = RequestOf<typeof role.calls.post>;
type Edit = RequestOf<typeof role.calls.put>;

const sortColumns = {
  name: "role.name",
  companyName: "companyName",
  users: "users",
  createdAt: "role.created_at",
} as const satisfies Record<SortFieldOf<Query>, string>;

const builtinIds: ReadonlySet<string> = new Set(builtinRoles.map(({ id }) => id));
const officialRole = "role-official-account";

export const isModifiableRole = (id: string): boolean => id !== officialRole;

export const listRoles = async (db: Db, caller: Caller, request: Query): Promise<ListOf<RoleRow>> => {
  const { field, order } = sortingOf(request, { field: "name", order: "asc" });
  const { name = "" } = request;
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const matching = () =>
    db
      .selectFrom("role")
      .innerJoin("company", "company.id", "role.company_id")
      .where((eb) => inScope(db, narrowed, eb.ref("role.company_id")))
      .$if(searchText(name) !== "", (query) => query.where((eb) => containsFolded(eb.ref("role.name"), name)));
  const { total } = await matching()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching()
    .select(["role.id", "role.company_id as companyId", "company.name as companyName", "role.name", "role.description"])
    .select(["role.created_at", "role.version"])
    .select(sql<number>`(select count(*) from user_role held where held.role_id = role.id)`.as("users"))
    .orderBy(sortColumns[field], order)
    .orderBy("role.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const list = rows.map(({ created_at, ...row }) => ({
    ...row,
    modifiable: isModifiableRole(row.id),
    builtin: builtinIds.has(row.id),
    createdAt: new Date(created_at).toISOString(),
  }));
  return listOf(list, total, pageNo, request);
};

/** Roles that the caller may give to users of the organisation. */
export const listGrantable = async (db: Db, caller: Caller, companyId: string) => {
  const company = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirst();
  if (!company?.path.startsWith(caller.companyPath)) throw new Problem("notFound");
  const roles = await grantableRoles(db, caller, await rolesFor(db, company.path).execute());
  return roles.map(({ id, name, description, companyName }) => ({ id, name, description, companyName }));
};

/** A role of the caller's organisation or of one below it. */
export const visibleRole = async (db: Db, caller: Pick<Caller, "companyPath">, id: string) => {
  const row = await db
    .selectFrom("role")
    .innerJoin("company", "company.id", "role.company_id")
    .selectAll("role")
    .select("company.path")
    .where("role.id", "=", id)
    .executeTakeFirst();
  if (!row?.path.startsWith(caller.companyPath)) throw new Problem("notFound");
  return row;
};

/** Such a role that the caller may change, too. */
export const modifiableRole = async (db: Db, caller: Pick<Caller, "companyPath" | "grants" | "type">, id: string) => {
  const row = await visibleRole(db, caller, id);
  if (!isModifiableRole(id)) throw new Problem("notModifiable", { values: { name: row.name } });
  await checkHolders(db, caller, [id]);
  return row;
};

const checkRoleName = async (db: Db, companyId: string, name: string, except?: string): Promise<void> => {
  const taken = await db
    .selectFrom("role")
    .select("id")
    .where("company_id", "=", companyId)
    .where(sql<SqlBool>`lower(name) = ${name.toLowerCase()}`)
    .execute();
  if (taken.some(({ id }) => id !== except)) throw new Problem("nameExists");
};

const textOf = ({ name, description }: { name: string; description: string }) => ({ name, description });

export const addRole = (db: Db, caller: Caller, fields: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    const companyId = fields.companyId ?? caller.companyId;
    const company = await tx.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirst();
    if (!company?.path.startsWith(caller.companyPath)) throw new Problem("companyOutOfReach");
    await checkRoleName(tx, companyId, fields.name);
    const id = newId(at);
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    await tx
      .insertInto("role")
      .values({ id, company_id: companyId, ...textOf(fields), ...stamps })
      .execute();
    return { id, change: creationOf(id, { companyId, ...textOf(fields) }) };
  });

export const editRole = (db: Db, caller: Caller, request: Edit, at: number): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await modifiableRole(tx, caller, request.id);
    checkVersion(row, request.version);
    await checkRoleName(tx, row.company_id, request.name, row.id);
    await tx
      .updateTable("role")
      .set({ ...textOf(request), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return { change: changeOf(textOf(row), textOf(request)) };
  });

/** Removes roles that nobody holds, or none of them when one is held. */
export const removeRoles = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const rows = [];
    for (const id of ids) {
      const row = await modifiableRole(tx, caller, id);
      if (builtinIds.has(id)) throw new Problem("builtin", { values: { name: row.name } });
      rows.push(row);
    }
    const { users } = await tx
      .selectFrom("user_role")
      .select((eb) => eb.fn.count<number>("user_id").distinct().as("users"))
      .where("role_id", "in", ids)
      .executeTakeFirstOrThrow();
    refuseInUse(users, user.noun);
    await tx.deleteFrom("role").where("id", "in", ids).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(rows.map((row) => [row.id, row.name])), {}) };
  });
