import { type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { boundStates } from "#server/kit/scope.ts";

/** Of an organisation's path, such as `root/north/`, the organisation itself. */
const companyOf = (path: string): string => path.slice(path.lastIndexOf("/", path.length - 2) + 1, -1);

/** Whether a device that is seen from the organisation of the path is in one below it, or bound to somebody. */
export const isSold = (db: Db, { companyPath }: { readonly companyPath: string }, sold: boolean) => {
  const bound = db.selectFrom("device_user").select("device_user.device_id").where("device_user.state", "in", boundStates);
  const own = sql<SqlBool>`device.company_id = ${companyOf(companyPath)} and device.id not in (${bound})`;
  return sold ? sql<SqlBool>`not (${own})` : sql<SqlBool>`(${own})`;
};
