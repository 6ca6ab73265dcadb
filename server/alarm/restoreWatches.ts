import type { Db } from "#server/db/open.ts";
import { recall } from "./alarmWriting.ts";
import type { RuleIndex } from "./ruleIndex.ts";
import { type AlarmRecord, releasedAt } from "./transitions.ts";
import type { Watch } from "./watch.ts";
import { applies, type ScopedDevice, someDevices } from "./world.ts";

/**
 * Fills the index with what was known before the restart; records whose rule or device no longer calls for them are released. Answers the
 * watches whose memory does not say what was asked.
 */
export const restoreWatches = async (db: Db, index: RuleIndex, at: number): Promise<Watch[]> => {
  const records = await db.selectFrom("alarm_log").selectAll().where("open_key", "is not", null).execute();
  const memories = await db.selectFrom("alarm_pending").selectAll().execute();
  const devices = new Map<string, ScopedDevice>();
  for await (const looked of someDevices(db, new Set([...memories, ...records].map(({ device_id }) => device_id))))
    for (const device of looked.devices.values()) devices.set(device.id, device);
  const watchOf = (ruleId: string | null, deviceId: string, slave: number): Watch | undefined => {
    const rule = ruleId === null ? undefined : index.rules.get(ruleId);
    const device = devices.get(deviceId);
    return rule && device && applies(rule, device, slave) ? index.watch(rule, device, slave) : undefined;
  };
  const unasked: Watch[] = [];
  for (const memory of memories) {
    const watch = watchOf(memory.rule_id, memory.device_id, memory.slave);
    if (!watch) continue;
    if (!recall(watch, memory, at)) unasked.push(watch);
    watch.restored = true;
  }
  const open: AlarmRecord[] = [];
  const over: string[] = [];
  for (const record of records) {
    const watch = watchOf(record.rule_id, record.device_id, record.slave);
    if (watch && watch.rule.definition.pointId === record.point_id) {
      watch.open = true;
      watch.restored = true;
      open.push(record);
    } else over.push(record.id);
  }
  await settle(db, open, over, at);
  return unasked;
};

/** Releases what is over and makes the devices' counts agree with what is still open. */
const settle = (db: Db, open: readonly AlarmRecord[], over: readonly string[], at: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const id of over)
      await trx
        .updateTable("alarm_log")
        .set({ open_key: null, released_at: releasedAt(at) })
        .where("id", "=", id)
        .execute();
    const counts = new Map<string, number>();
    for (const { device_id } of open) counts.set(device_id, (counts.get(device_id) ?? 0) + 1);
    const counted = new Map<string, number>();
    for (const device of await trx.selectFrom("device").select(["id", "open_alarms"]).where("open_alarms", "<>", 0).execute())
      counted.set(device.id, device.open_alarms);
    for (const id of new Set([...counts.keys(), ...counted.keys()])) {
      const count = counts.get(id) ?? 0;
      if (counted.get(id) !== count) await trx.updateTable("device").set({ open_alarms: count }).where("id", "=", id).execute();
    }
  });
