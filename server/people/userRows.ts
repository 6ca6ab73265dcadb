import { sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { UserRow, UserType, user } from "#contract/resources/user.ts";
import { sortingOf } from "#server/catalog/sorting.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";
import { isModifiable } from "#server/people/userRules.ts";

type Own = RequestOf<typeof user.calls.query>;
type Children = RequestOf<typeof user.calls.get_child>;
type Scope = "own" | "children";

const sortable = ["account", "userName", "companyName", "createdAt", "lastLoginAt"] as const;
const sortColumns = {
  account: "user.account",
  userName: "user.user_name",
  companyName: "company.name",
  createdAt: "user.created_at",
  lastLoginAt: "user.last_login_at",
} as const;
const searched = ["user.account", "user.user_name", "user.nick_name", "user.phone", "user.email"] as const;

const matching = (db: Db, caller: Caller, request: Own | Children, scope: Scope) => {
  const search = request.search === undefined ? "" : searchText(request.search);
  const companyId = scope === "own" ? caller.companyId : "companyId" in request ? request.companyId : undefined;
  const types = "types" in request ? request.types : undefined;
  return db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .$if(companyId !== undefined, (query) => query.where("user.company_id", "=", companyId ?? ""))
    .$if(scope === "children", (query) => query.where("user.id", "!=", caller.userId))
    .$if(scope === "children" && !seesAll(caller), (query) => query.where("user.company_id", "in", companiesOf(db, caller)))
    .$if(request.type !== undefined, (query) => query.where("user.type", "=", request.type ?? 0))
    .$if(types !== undefined, (query) => query.where("user.type", "in", types ?? []))
    .$if(request.enabled !== undefined, (query) => query.where("user.enabled", "=", request.enabled ? 1 : 0))
    .$if(search !== "", (query) => query.where((eb) => eb.or(searched.map((column) => containsFolded(eb.ref(column), search)))));
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

const totpOf = sql<number>`(select count(*) from user_factor f where f.user_id = user.id and f.confirmed_at is not null)`;

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
  const { field, order } = sortingOf(request, sortable, { field: "account", order: "asc" });
  const { total } = await matching(db, caller, request, scope)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching(db, caller, request, scope)
    .select(columns)
    .select(["company.name as company_name", totpOf.as("totp")])
    .orderBy(sortColumns[field], order)
    .orderBy("user.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const roles = await rolesOf(
    db,
    rows.map(({ id }) => id),
  );
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
