import { lookOf } from "#contract/kit/accountLook.ts";
import { isAccount } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { grantsOf, grantsOfRoles, strings } from "#server/menu/grants.ts";
import type { Services } from "#server/services.ts";

/** Official accounts come from the messaging platform and are never modified here. */
export const officialAccount = 4;

/** Administrators above owners above staff above repairmen above end consumers. */
const ranks: readonly number[] = [5, 3, 2, 1, 1, 4];
const rankOf = (type: number): number => ranks[type] ?? 0;

/** Nobody gives or touches a type above their own. */
export const mayHold = (caller: Pick<Caller, "type">, type: number): boolean =>
  type !== officialAccount && rankOf(type) <= rankOf(caller.type);

export const isModifiable = (caller: Pick<Caller, "type" | "userId">, user: { id: string; type: number }): boolean =>
  user.id !== caller.userId && mayHold(caller, user.type);

interface Target {
  id: string;
  account: string;
  user_name: string;
  type: number;
}

export const checkModifiable = (caller: Pick<Caller, "type" | "userId">, user: Target): void => {
  if (user.id === caller.userId) throw new Problem("lockOut");
  if (!mayHold(caller, user.type)) throw new Problem("notModifiable", { values: { name: user.user_name || user.account } });
};

export const checkType = (caller: Pick<Caller, "type">, type: number): void => {
  if (!mayHold(caller, type)) throw new Problem("grantNotHeld");
};

/** Roles that a user of the organisation may be given: of its own organisation or one above it. */
export const rolesFor = (db: Db, companyPath: string) =>
  db
    .selectFrom("role")
    .innerJoin("company", "company.id", "role.company_id")
    .select(["role.id", "role.name", "role.description", "company.name as companyName", "company.path"])
    .where(
      "role.company_id",
      "in",
      companyPath.split("/").filter((part) => part !== ""),
    )
    .orderBy("company.path")
    .orderBy("role.name");

const within = (held: ReadonlySet<string>, asked: ReadonlySet<string>): boolean => [...asked].every((grant) => held.has(grant));

/** Refuses a user who may do more than the caller: whoever could change their phone or password could act as them. */
export const checkReach = async (db: Db, caller: Pick<Caller, "grants">, userId: string): Promise<void> => {
  if (!within(caller.grants, await grantsOf(db, userId))) throw new Problem("grantNotHeld");
};

/** Every call that an item of the menu offers. */
const offeredCalls = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom("menu").select("action_list").execute()).flatMap((row) => strings(row.action_list)));

/** Whether nobody holds one of the roles who is of a higher type than the caller or may do more, by these or by other roles. */
export const holdersWithin = async (db: Db, caller: Pick<Caller, "grants" | "type">, roleIds: readonly string[]): Promise<boolean> => {
  if (roleIds.length === 0) return true;
  const holders = db.selectFrom("user_role").select("user_role.user_id").where("user_role.role_id", "in", roleIds);
  const types = await db.selectFrom("user").select("user.type").distinct().where("user.id", "in", holders).execute();
  if (types.some(({ type }) => type !== officialAccount && !mayHold(caller, type))) return false;
  if (within(caller.grants, await offeredCalls(db))) return true;
  const roles = await db.selectFrom("user_role").select("user_role.role_id").distinct().where("user_role.user_id", "in", holders).execute();
  const grants = await grantsOfRoles(
    db,
    roles.map(({ role_id }) => role_id),
  );
  return [...grants.values()].every((held) => within(caller.grants, held));
};

/** Refuses roles that somebody beyond the caller holds: who changes a role changes what its holders may do. */
export const checkHolders = async (db: Db, caller: Pick<Caller, "grants" | "type">, roleIds: readonly string[]): Promise<void> => {
  if (!(await holdersWithin(db, caller, roleIds))) throw new Problem("roleBeyond");
};

/** Those of the roles that grant nothing which the caller does not hold. */
export const grantableRoles = async <Role extends { id: string }>(
  db: Db,
  caller: Pick<Caller, "grants">,
  roles: readonly Role[],
): Promise<Role[]> => {
  const grants = await grantsOfRoles(
    db,
    roles.map(({ id }) => id),
  );
  return roles.filter(({ id }) => within(caller.grants, grants.get(id) ?? new Set()));
};

/** Refuses roles that are not to be had in the organisation (as if they did not exist) or that grant more than the caller holds. */
export const checkRoles = async (db: Db, caller: Caller, companyPath: string, asked: readonly string[]): Promise<string[]> => {
  const ids = [...new Set(asked)];
  if (ids.length === 0) return ids;
  const known = await rolesFor(db, companyPath).where("role.id", "in", ids).execute();
  if (known.length !== ids.length) throw new Problem("notFound");
  if ((await grantableRoles(db, caller, known)).length !== ids.length) throw new Problem("grantNotHeld");
  return ids;
};

/** Refuses an account that exists, in any case, or that looks like one. */
export const checkAccount = async (db: Db, account: string): Promise<void> => {
  const taken = await db.selectFrom("user").select("id").where(isAccount(db, account)).executeTakeFirst();
  if (taken) throw new Problem("accountExists");
  const alike = await db.selectFrom("user").select("id").where("look", "=", lookOf(account)).executeTakeFirst();
  if (alike) throw new Problem("accountAlike");
};

/** Refuses a phone by which somebody of another organisation signs in: codes that go to it are theirs. Who has found some waits for more. */
export const checkPhone = async (db: Db, services: Pick<Services, "phoneProbes">, caller: Caller, phone: string): Promise<void> => {
  if (phone === "") return;
  const probe = await services.phoneProbes.begin(caller);
  if (!probe.allowed) throw new Problem("tooMany");
  const holder = await db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .select("company.path")
    .where("user.account", "=", phone)
    .executeTakeFirst();
  if (holder && !holder.path.startsWith(caller.companyPath)) throw fieldProblem("phone", "rule.phone.account");
  await probe.takeBack();
};
