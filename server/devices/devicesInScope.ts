import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";

/** The ids, each once; not found where the caller may not see one of them. */
export const devicesInScope = async (db: Db, caller: Caller, asked: readonly string[]): Promise<string[]> => {
  const ids = [...new Set(asked)];
  const rows = await db
    .selectFrom("device")
    .select("id")
    .where("id", "in", ids)
    .$if(!seesAll(caller), (query) => query.where("company_id", "in", companiesOf(db, caller)))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)))
    .execute();
  if (rows.length < ids.length) throw new Problem("notFound");
  return ids;
};
