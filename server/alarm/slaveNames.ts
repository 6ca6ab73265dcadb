import type { Db } from "#server/db/open.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";

/** What the slaves of devices are called, by their numbers. As many devices at most as fit into a statement. */
export const slaveNamesOf = async (db: Db, deviceIds: readonly string[]): Promise<(deviceId: string) => ReadonlyMap<number, string>> => {
  if (deviceIds.length === 0) return () => new Map();
  const slaves = await db.selectFrom("slave").select(["device_id", "no", "name"]).where("device_id", "in", deviceIds).execute();
  const ofDevice = groupedBy(slaves, ({ device_id }) => device_id);
  return (id) => new Map((ofDevice.get(id) ?? []).map(({ no, name }) => [no, name]));
};
