import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { UserRow, UserType, user } from "#contract/resources/user.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, rowsOfIds } from "#server/kit/page.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { ofTypes, pageOfUsers, userInScope } from "#server/people/userPages.ts";
import { isModifiable } from "#server/people/userRules.ts";
import { sortingOf } from "#server/records/sorting.ts";

type Own = RequestOf<typeof user.calls.query>;
type Children = RequestOf<typeof user.calls.get_child>;
type Scope = "own" | "children";

const conditionsOf = (db: Db, caller: Caller, request: Own | Children, scope: Scope): Expression<SqlBool> => {
  const eb = expressionBuilder<Database, "user">();
  const types = "types" in request ? request.types : undefined;
  return eb.and([
    ...(scope === "own" ? [eb("user.company_id", "=", caller.companyId)] : [eb("user.id", "!=", caller.userId), userInScope(db, caller)]),
    ...(request.type === undefined ? [] : [ofTypes([request.type])]),
    ...(types === undefined ? [] : [ofTypes(types)]),
    ...(request.enabled === undefined ? [] : [eb("user.enabled", "=", request.enabled ? 1 : 0)]),
  ]);
};

const columns = [
  "user.id",
  "user.company_id",
  "user.account",
  "user.user_name",
  "user.nick_name",
  "user.phone",
  "user.email",
  "user.avatar",
  "user.type",
  "user.enabled",
  "user.second_factor",
  "user.last_address",
  "user.last_login_at",
  "user.created_at",
  "user.version",
] as const;

const totpOf = sql<number>`(select count(*) from user_factor f where f.user_id = "user".id and f.confirmed_at is not null)`;

const selectRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .select(columns)
    .select(["company.name as company_name", totpOf.as("totp")])
    .where("user.id", "in", ids);

/** Roles by user, in the order of their names. */
const rolesOf = async (db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, { id: string; name: string }[]>> => {
  const roles = new Map<string, { id: string; name: string }[]>();
  if (userIds.length === 0) return roles;
  const rows = await db
    .selectFrom("user_role")
    .innerJoin("role", "role.id", "user_role.role_id")
    .select(["user_role.user_id", "role.id", "role.name"])
    .where("user_role.user_id", "in", userIds)
    .orderBy("role.name")
    .execute();
  for (const { user_id, id, name } of rows) roles.set(user_id, [...(roles.get(user_id) ?? []), { id, name }]);
  return roles;
};

/** Accounts of the caller's own organisation, or all child users that the caller sees. */
export const listUsers = async (db: Db, caller: Caller, request: Own | Children, scope: Scope): Promise<ListOf<UserRow>> => {
  const { field, order } = sortingOf(request, { field: "account", order: "asc" });
  const narrowed = await narrowedTo(db, caller, "companyId" in request ? request.companyId : undefined);
  const where = conditionsOf(db, narrowed, request, scope);
  const { ids, total, pageNo } = await pageOfUsers(db, { where, search: request.search, field, order }, request);
  const rows = await rowsOfIds(ids, (each) => selectRows(db, each).execute());
  const roles = await rolesOf(db, ids);
  const list = rows.map(
    (row): UserRow => ({
      id: row.id,
      companyId: row.company_id,
      companyName: row.company_name,
      account: row.account,
      userName: row.user_name,
      nickName: row.nick_name,
      phone: row.phone,
      email: row.email,
      avatar: row.avatar,
      type: row.type as UserType,
      roles: roles.get(row.id) ?? [],
      enabled: row.enabled === 1,
      secondFactor: row.totp > 0 ? "totp" : row.second_factor === 1 ? "phone" : "none",
      lastAddress: row.last_address,
      lastLoginAt: row.last_login_at === null ? null : new Date(row.last_login_at).toISOString(),
      createdAt: new Date(row.created_at).toISOString(),
      modifiable: isModifiable(caller, row),
      version: row.version,
    }),
  );
  return listOf(list, total, pageNo, request);
};
