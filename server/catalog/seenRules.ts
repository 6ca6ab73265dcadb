import { type SqlBool, sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { seesRule } from "./pointAuth.ts";

/** A condition for alarm rules, on rows that are called `u`, that the caller sees. */
export const seenRules = (db: Db, caller: Caller) => sql<SqlBool>`u.company_id in ${companiesOf(db, caller)} and ${seesRule(caller, "u")}`;
