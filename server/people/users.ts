import { randomInt } from "node:crypto";
import { lookOf } from "#contract/kit/accountLook.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import type { user } from "#contract/resources/user.ts";
import { hashPassword } from "#server/auth/password.ts";
import { checkPassword } from "#server/auth/passwordPolicy.ts";
import type { Db } from "#server/db/open.ts";
import type { Asked, Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { Problem } from "#server/kit/problem.ts";
import { checkRoom } from "#server/licence/licence.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { changedAt, leadsElsewhere } from "#server/people/addressChange.ts";
import { noticeOfChange } from "#server/people/changeNotices.ts";
import { checkOwner } from "#server/people/ownerProof.ts";
import { checkAccount, checkModifiable, checkPhone, checkReach, checkRoles, checkType } from "#server/people/userRules.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import type { Services } from "#server/services.ts";

type Calls = typeof user.calls;
type NewChild = RequestOf<Calls["add_child"]> & { companyId?: string };
type Edit = RequestOf<Calls["edit_child"]>;
type Reset = RequestOf<Calls["reset_child_pass"]>;
type RoleEdit = RequestOf<Calls["edit_child_role"]>;

/** A user of the caller's organisation or of one below it, with the path of its organisation. */
export const visibleUser = async (db: Db, caller: Pick<Caller, "companyPath">, id: string) => {
  const row = await db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .selectAll("user")
    .select("company.path")
    .where("user.id", "=", id)
    .executeTakeFirst();
  if (!row?.path.startsWith(caller.companyPath)) throw new Problem("notFound");
  return row;
};

const modifiableUser = async (db: Db, caller: Caller, id: string) => {
  const row = await visibleUser(db, caller, id);
  checkModifiable(caller, row);
  await checkReach(db, caller, row.id);
  return row;
};

const modifiableUsers = async (db: Db, caller: Caller, ids: readonly string[]) => {
  const rows = [];
  for (const id of new Set(ids)) rows.push(await modifiableUser(db, caller, id));
  return rows;
};

const columnsOf = (fields: Pick<Edit, "userName" | "nickName" | "phone" | "email" | "type" | "secondFactor">) => ({
  user_name: fields.userName,
  nick_name: fields.nickName,
  phone: fields.phone,
  email: fields.email,
  type: fields.type as number,
  second_factor: fields.secondFactor ? 1 : 0,
});

const logged = (row: ReturnType<typeof columnsOf>) => ({
  userName: row.user_name,
  nickName: row.nick_name,
  phone: row.phone,
  email: row.email,
  type: row.type,
  secondFactor: row.second_factor === 1,
});

const setRoles = async (db: Db, userId: string, roleIds: readonly string[]): Promise<void> => {
  await db.deleteFrom("user_role").where("user_id", "=", userId).execute();
  for (const role_id of roleIds) await db.insertInto("user_role").values({ user_id: userId, role_id }).execute();
};

/** A user of the caller's organisation or, with `companyId`, of one below it; another organisation is refused by name. */
export const addChild = async (
  services: Services,
  caller: Caller,
  fields: NewChild,
  at: number,
): Promise<{ id: string; change: string }> => {
  const { db } = services;
  const about = {
    account: fields.account,
    phone: fields.phone,
    userName: fields.userName,
    companyId: fields.companyId ?? caller.companyId,
  };
  await checkPassword(db, fields.password, about);
  const password_hash = await hashPassword(fields.password);
  return db.transaction().execute(async (tx) => {
    const companyId = fields.companyId ?? caller.companyId;
    const company = await tx.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirst();
    if (!company?.path.startsWith(caller.companyPath)) throw new Problem("companyOutOfReach");
    await checkRoom(tx, services, "users");
    checkType(caller, fields.type);
    const roleIds = await checkRoles(tx, caller, company.path, fields.roleIds);
    await checkAccount(tx, fields.account);
    await checkPhone(tx, services, caller, fields.phone);
    const id = newId(at);
    const columns = columnsOf(fields);
    await tx
      .insertInto("user")
      .values({
        ...columns,
        id,
        company_id: companyId,
        account: fields.account,
        look: lookOf(fields.account),
        avatar: "",
        password_hash,
        enabled: 1,
        created_at: at,
        updated_at: at,
        updated_by: authorOf(caller),
      })
      .execute();
    await setRoles(tx, id, roleIds);
    return { id, change: creationOf(id, { account: fields.account, companyId, roleIds, ...logged(columns) }) };
  });
};

/** Another phone, e-mail address or second factor takes the password and the second factor of who gives it, and ends the user's sessions. */
export const editChild = async (
  services: Services,
  caller: Caller,
  request: Edit,
  { at, address }: Pick<Asked, "at" | "address">,
): Promise<{ change: string }> => {
  const { db, sessions } = services;
  const before = await modifiableUser(db, caller, request.id);
  checkVersion(before, request.version);
  checkType(caller, request.type);
  const columns = columnsOf(request);
  const otherDoor = leadsElsewhere(before, request) || before.second_factor !== columns.second_factor;
  if (otherDoor) await checkOwner(services, caller, request, address);
  const notify = await noticeOfChange(services, before, request, caller);
  const change = await db.transaction().execute(async (tx) => {
    const row = await modifiableUser(tx, caller, request.id);
    checkVersion(row, request.version);
    if (request.phone !== row.phone) await checkPhone(tx, services, caller, request.phone);
    await tx
      .updateTable("user")
      .set({ ...columns, ...changedAt(row, request, services.believed()), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return changeOf(logged(row), logged(columns));
  });
  if (otherDoor) await sessions.endAll(request.id);
  notify(at);
  return { change };
};

/** Gives the user these roles and no others; roles that the caller could not give are neither taken away nor kept silently, but refused. */
export const setChildRoles = (db: Db, caller: Caller, request: RoleEdit, at: number): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const { id, roleIds: asked } = request;
    const row = await modifiableUser(tx, caller, id);
    checkVersion(row, request.version);
    const before = (await tx.selectFrom("user_role").select("role_id").where("user_id", "=", id).orderBy("role_id").execute()).map(
      ({ role_id }) => role_id,
    );
    const after = [...new Set(asked)].sort();
    const touched = [...before.filter((role) => !after.includes(role)), ...after.filter((role) => !before.includes(role))];
    await checkRoles(tx, caller, row.path, touched);
    await setRoles(tx, id, after);
    await tx
      .updateTable("user")
      .set(restamped(row, caller, at))
      .where("id", "=", id)
      .execute();
    const named = await tx
      .selectFrom("role")
      .select(["id", "name"])
      .where("id", "in", [...before, ...after])
      .orderBy("name")
      .execute();
    const names = (ids: readonly string[]) => named.filter((role) => ids.includes(role.id)).map(({ name }) => name);
    return { change: changeOf({ [row.account]: names(before) }, { [row.account]: names(after) }) };
  });

/** Enables or disables all of them or, where one may not be touched, none. */
export const switchChildren = (db: Db, caller: Caller, ids: readonly string[], enabled: boolean, at: number): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const rows = await modifiableUsers(tx, caller, ids);
    for (const row of rows) {
      await tx
        .updateTable("user")
        .set({ enabled: enabled ? 1 : 0, ...restamped(row, caller, at) })
        .where("id", "=", row.id)
        .execute();
    }
    const before = Object.fromEntries(rows.map((row) => [row.account, row.enabled === 1]));
    return { change: changeOf(before, Object.fromEntries(rows.map((row) => [row.account, enabled]))) };
  });

/** Removes all of them or, where one may not be touched, none; their sessions end first. */
export const removeChildren = async (
  { db, sessions }: Pick<Services, "db" | "sessions">,
  caller: Caller,
  ids: readonly string[],
): Promise<{ count: number; change: string }> => {
  const rows = await modifiableUsers(db, caller, ids);
  for (const { id } of rows) await sessions.endAll(id);
  return db.transaction().execute(async (tx) => {
    const still = await modifiableUsers(tx, caller, ids);
    await tx
      .deleteFrom("user")
      .where(
        "id",
        "in",
        still.map(({ id }) => id),
      )
      .execute();
    return { count: still.length, change: changeOf(Object.fromEntries(still.map((row) => [row.id, row.account])), {}) };
  });
};

const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789";
const madeUpLength = 14;

/** Letters and digits that are not taken for one another. */
export const madeUpPassword = (): string => {
  for (;;) {
    const password = Array.from({ length: madeUpLength }, () => alphabet[randomInt(alphabet.length)]).join("");
    if (/\d/.test(password) && /[a-zA-Z]/.test(password)) return password;
  }
};

/** Takes the password and the second factor of who gives the new one, ends the user's sessions, and answers the password when it was made up here. */
export const resetChildPassword = async (
  services: Services,
  caller: Caller,
  { id, password: given, ownPassword, verifyCode }: Reset,
  { at, address }: Pick<Asked, "at" | "address">,
) => {
  const { db, sessions } = services;
  const row = await modifiableUser(db, caller, id);
  const about = { account: row.account, phone: row.phone, userName: row.user_name, companyId: row.company_id };
  if (given !== undefined) await checkPassword(db, given, about);
  await checkOwner(services, caller, { ownPassword, verifyCode }, address);
  const password = given ?? madeUpPassword();
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    // Meanwhile the user may have been given more than the caller may touch.
    const now = await modifiableUser(tx, caller, id);
    await tx
      .updateTable("user")
      .set({ password_hash, ...restamped(now, caller, at) })
      .where("id", "=", now.id)
      .execute();
  });
  await sessions.endAll(row.id);
  return { account: row.account, password: given === undefined ? password : null };
};
