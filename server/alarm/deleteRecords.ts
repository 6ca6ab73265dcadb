import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { alarmName } from "./alarmName.ts";
import { inScope } from "./recordFilters.ts";

/**
 * Deletes records that are processed and not in alarm any more: all of them, or none. One that is open is what the engine knows the alarm by,
 * and one that nobody has processed is work that is still to be done.
 */
export const deleteRecords = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (trx) => {
    const ids = [...new Set(asked)];
    const records = await trx
      .selectFrom("alarm_log")
      .innerJoin("device", "device.id", "alarm_log.device_id")
      .select(["alarm_log.id", "alarm_log.state", "alarm_log.open_key", "alarm_log.rule_name", "device.name"])
      .where("alarm_log.id", "in", ids)
      .where((eb) => inScope(trx, caller)(eb))
      .execute();
    if (records.length !== ids.length) throw new Problem("notFound");
    const kept = records.filter(({ state, open_key }) => state === 0 || open_key !== null);
    if (kept.length > 0) throw new Problem("alarmKept", { values: { count: kept.length } });
    await trx.deleteFrom("alarm_log").where("id", "in", ids).execute();
    return {
      removed: ids.length,
      change: changeOf(Object.fromEntries(records.map(({ id, rule_name, name }) => [id, alarmName(name, rule_name)])), {}),
    };
  });
