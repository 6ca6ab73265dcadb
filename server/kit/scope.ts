import { type Expression, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";

/** The end of the range of paths that start with `path`. */
export const pathEnd = (path: string): string => `${path}\uffff`;

/** Ids of the organisations that the caller may see, for `company_id in (…)`. */
export const companiesOf = (db: Db, caller: Pick<Caller, "companyPath">) =>
  db
    .selectFrom("company")
    .select("company.id")
    .where("company.path", ">=", caller.companyPath)
    .where("company.path", "<", pathEnd(caller.companyPath));

/** Whether the organisation of the path `above` is the one of `path`, or one above it. */
export const isAbove = (path: string, above: Expression<string | null>): Expression<SqlBool> =>
  sql<SqlBool>`substr(${path}, 1, length(${above})) = ${above}`;

/** A path that no organisation has. */
const nowhere = "//";

/** The caller as far as the organisation and those below it go; without anything where that is none of the caller's. */
export const narrowedTo = async <C extends Pick<Caller, "companyPath">>(db: Db, caller: C, companyId: string | undefined): Promise<C> => {
  if (!companyId) return caller;
  const row = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirst();
  return { ...caller, companyPath: row?.path.startsWith(caller.companyPath) ? row.path : nowhere };
};

/** End consumers and official accounts: of their organisation's devices they have those that are bound to them. */
export const consumerTypes: readonly number[] = [3, 4];
export const isConsumer = ({ type }: Pick<Caller, "type">): boolean => consumerTypes.includes(type);

/** Bindings that let their user have the device: owner and authorized; to be authorized and rejected do not. */
export const boundStates = [0, 1] as const;

/** Ids of the devices that are bound to an end consumer, for `device.id in (…)`. */
export const boundDevices = (db: Db, { userId }: Pick<Caller, "userId">) =>
  db
    .selectFrom("device_user")
    .select("device_user.device_id")
    .where("device_user.user_id", "=", userId)
    .where("device_user.state", "in", boundStates);

/** True for the caller whose organisation is the root: everything is in its scope, and a query need not ask. */
export const seesAll = (caller: Pick<Caller, "companyPath">): boolean => caller.companyPath.indexOf("/") === caller.companyPath.length - 1;

/** Whether the organisation of the id is one that the caller may see; always true, and free, for who sees all. */
export const inScope = (db: Db, caller: Pick<Caller, "companyPath">, companyId: Expression<string>): Expression<SqlBool> =>
  seesAll(caller) ? sql<SqlBool>`true` : sql<SqlBool>`${companyId} in ${companiesOf(db, caller)}`;
