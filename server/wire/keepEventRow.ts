import type { Insertable } from "kysely";
import { isForeignKeyFault } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import type { DeviceEventTable } from "#server/db/schema.ts";

/** Keeps a row of a device's log, outside a transaction; false where the device was deleted meanwhile, and its log with it. */
export const keepEventRow = async (db: Db, row: Insertable<DeviceEventTable>): Promise<boolean> => {
  try {
    await db.insertInto("device_event").values(row).execute();
    return true;
  } catch (fault) {
    if (isForeignKeyFault(fault)) return false;
    throw fault;
  }
};
