import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { lookOf } from "#contract/kit/accountLook.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { TerminalUserRow, terminalUser } from "#contract/resources/relations.ts";
import { hashPassword } from "#server/auth/password.ts";
import { checkPassword } from "#server/auth/passwordPolicy.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Asked, Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { listOf, rowsOfIds } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { boundStates, consumerTypes, narrowedTo } from "#server/kit/scope.ts";
import { checkRoom } from "#server/licence/licence.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { sortingOf } from "#server/records/sorting.ts";
import type { Services } from "#server/services.ts";
import { changedAt, leadsElsewhere } from "./addressChange.ts";
import { noticeOfChange } from "./changeNotices.ts";
import { checkOwner } from "./ownerProof.ts";
import { ofTypes, pageOfUsers, userInScope } from "./userPages.ts";
import { checkAccount, checkPhone, checkReach, checkRoles, officialAccount } from "./userRules.ts";
import { visibleUser } from "./users.ts";

type Calls = typeof terminalUser.calls;
type Query = RequestOf<Calls["query"]>;
type Fields = RequestOf<Calls["post"]>;
type Edit = RequestOf<Calls["put"]>;

const consumerType = 3;
const consumerRole = "role-user";

const consumers = (db: Db, caller: Caller): Expression<SqlBool> => {
  const eb = expressionBuilder<Database, "user">();
  return eb.and([ofTypes(consumerTypes), userInScope(db, caller)]);
};

const rowsOf = (db: Db, caller: Caller) =>
  db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .where(consumers(db, caller))
    .select(["user.id", "company.name as companyName", "user.account", "user.user_name as userName", "user.nick_name as nickName"])
    .select(["user.phone", "user.email", "user.enabled", "user.type", "user.last_login_at", "user.created_at", "user.version"])
    .select(
      sql<number>`(select count(*) from device_user bound where bound.user_id = "user".id and bound.state in (${sql.join(boundStates)}))`.as(
        "devices",
      ),
    );

type Selected = Awaited<ReturnType<ReturnType<typeof rowsOf>["execute"]>>[number];

const rowOf = ({ enabled, type, last_login_at, created_at, ...row }: Selected): TerminalUserRow => ({
  ...row,
  enabled: enabled === 1,
  lastLoginAt: last_login_at === null ? null : new Date(last_login_at).toISOString(),
  createdAt: new Date(created_at).toISOString(),
  modifiable: type !== officialAccount,
});

export const listTerminalUsers = async (db: Db, caller: Caller, request: Query): Promise<ListOf<TerminalUserRow>> => {
  const { field, order } = sortingOf(request, { field: "account", order: "asc" });
  const where = consumers(db, await narrowedTo(db, caller, request.companyId));
  const { ids, total, pageNo } = await pageOfUsers(db, { where, search: request.search, field, order }, request);
  const rows = await rowsOfIds(ids, (each) => rowsOf(db, caller).where("user.id", "in", each).execute());
  return listOf(rows.map(rowOf), total, pageNo, request);
};

export const getTerminalUser = async (db: Db, caller: Caller, id: string): Promise<TerminalUserRow> => {
  const row = await rowsOf(db, caller).where("user.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return rowOf(row);
};

const editable = async (db: Db, caller: Caller, id: string) => {
  const row = await visibleUser(db, caller, id);
  if (!consumerTypes.includes(row.type)) throw new Problem("notFound");
  if (row.type === officialAccount) throw new Problem("notModifiable", { values: { name: row.user_name || row.account } });
  await checkReach(db, caller, row.id);
  return row;
};

const columnsOf = (fields: Pick<Fields, "userName" | "nickName" | "phone" | "email">) => ({
  user_name: fields.userName,
  nick_name: fields.nickName,
  phone: fields.phone,
  email: fields.email,
});

const logged = (row: ReturnType<typeof columnsOf>) => ({
  userName: row.user_name,
  nickName: row.nick_name,
  phone: row.phone,
  email: row.email,
});

/** An end consumer of the caller's own organisation, with the rights of the product's role for users. */
export const addTerminalUser = async (
  services: Services,
  caller: Caller,
  fields: Fields,
  at: number,
): Promise<{ id: string; change: string }> => {
  const { db } = services;
  const about = { account: fields.account, phone: fields.phone, userName: fields.userName, companyId: caller.companyId };
  await checkPassword(db, fields.password, about);
  const password_hash = await hashPassword(fields.password);
  return db.transaction().execute(async (tx) => {
    await checkRoom(tx, services, "users");
    await checkAccount(tx, fields.account);
    await checkPhone(tx, services, caller, fields.phone);
    const roleIds = await checkRoles(tx, caller, caller.companyPath, [consumerRole]);
    const id = newId(at);
    const columns = columnsOf(fields);
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    await tx
      .insertInto("user")
      .values({
        ...columns,
        ...stamps,
        id,
        company_id: caller.companyId,
        account: fields.account,
        look: lookOf(fields.account),
        avatar: "",
        type: consumerType,
        password_hash,
        enabled: 1,
        second_factor: 0,
      })
      .execute();
    for (const role_id of roleIds) await tx.insertInto("user_role").values({ user_id: id, role_id }).execute();
    return { id, change: creationOf(id, { account: fields.account, ...logged(columns) }) };
  });
};

/** Another phone or e-mail address takes the password and the second factor of who gives it, and ends the user's sessions. */
export const editTerminalUser = async (
  services: Services,
  caller: Caller,
  request: Edit,
  { at, address }: Pick<Asked, "at" | "address">,
): Promise<{ change: string }> => {
  const { db, sessions } = services;
  const before = await editable(db, caller, request.id);
  checkVersion(before, request.version);
  const elsewhere = leadsElsewhere(before, request);
  if (elsewhere) await checkOwner(services, caller, request, address);
  const notify = await noticeOfChange(services, before, request, caller);
  const change = await db.transaction().execute(async (tx) => {
    const row = await editable(tx, caller, request.id);
    checkVersion(row, request.version);
    if (request.phone !== row.phone) await checkPhone(tx, services, caller, request.phone);
    const columns = columnsOf(request);
    await tx
      .updateTable("user")
      .set({ ...columns, ...changedAt(row, request, services.believed()), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return changeOf(logged(row), logged(columns));
  });
  if (elsewhere) await sessions.endAll(request.id);
  notify(at);
  return { change };
};

const editables = async (db: Db, caller: Caller, ids: readonly string[]) => {
  const rows = [];
  for (const id of new Set(ids)) rows.push(await editable(db, caller, id));
  return rows;
};

/** Removes all of them or, where one may not be touched, none; their sessions end first, and their bindings go with them. */
export const removeTerminalUsers = async (
  { db, sessions }: Pick<Services, "db" | "sessions">,
  caller: Caller,
  asked: readonly string[],
) => {
  for (const { id } of await editables(db, caller, asked)) await sessions.endAll(id);
  return db.transaction().execute(async (tx) => {
    const still = await editables(tx, caller, asked);
    const ids = still.map(({ id }) => id);
    await tx.deleteFrom("user").where("id", "in", ids).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(still.map((row) => [row.id, row.account])), {}) };
  });
};
