import { type Expression, type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";

/** Of devices that name a record, called `u`: those that the caller sees. */
export const seenDevices = (db: Db, caller: Caller): Expression<SqlBool> =>
  seesAll(caller) ? sql<SqlBool>`true` : sql<SqlBool>`u.company_id in ${companiesOf(db, caller)}`;
