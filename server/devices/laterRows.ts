import type { Insertable, Selectable } from "kysely";
import { limits } from "#contract/limits.ts";
import { isForeignKeyFault } from "#server/db/engine.ts";
import type { LaterCommandTable, LaterState } from "#server/db/laterCommands.ts";
import type { Db } from "#server/db/open.ts";
import type { DeviceEventTable } from "#server/db/schema.ts";

export type LaterRow = Selectable<LaterCommandTable>;

/** The row of the device's log that tells of a command, without what it tells. */
export type LaterEvent = Omit<Insertable<DeviceEventTable>, "content" | "result" | "user_id" | "at"> & {
  readonly user_id: string;
  readonly at: number;
};

/** Keeps a command and its row of the log, both or neither; false where as many wait for the device as may, or it is gone. */
export const keepLater = async (
  db: Db,
  event: LaterEvent,
  content: object,
  result: string,
  row: Omit<Insertable<LaterCommandTable>, "id" | "device_id" | "user_id">,
): Promise<boolean> => {
  const { id, device_id, user_id } = event;
  try {
    return await db.transaction().execute(async (tx) => {
      const { total } = await tx
        .selectFrom("later_command")
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .where("device_id", "=", device_id)
        .executeTakeFirstOrThrow();
      if (total >= limits.command.waiting) return false;
      await tx
        .insertInto("device_event")
        .values({ ...event, content: JSON.stringify(content), result })
        .execute();
      await tx
        .insertInto("later_command")
        .values({ ...row, id, device_id, user_id })
        .execute();
      return true;
    });
  } catch (fault) {
    if (isForeignKeyFault(fault)) return false;
    throw fault;
  }
};

const tellResult = async (tx: Db, id: string, details: object, result: string): Promise<void> => {
  const row = await tx.selectFrom("device_event").select("content").where("id", "=", id).executeTakeFirst();
  if (!row) return;
  const content = JSON.stringify({ ...(JSON.parse(row.content) as object), ...details });
  await tx.updateTable("device_event").set({ content, result }).where("id", "=", id).execute();
};

/** The command waits no more: its row of the log has what came of it. */
export const endLater = (db: Db, id: string, details: object, result: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom("later_command").where("id", "=", id).execute();
    await tellResult(tx, id, details, result);
  });

/** It waits for something else now; false where it was called off meanwhile. */
export const moveLater = (db: Db, row: LaterRow, state: LaterState, result?: string, details: object = {}): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const from: readonly LaterState[] = state === "sending" ? ["planned", "held"] : ["sending", "offered"];
    const { numUpdatedRows } = await tx
      .updateTable("later_command")
      .set({ state, next_at: row.until })
      .where("id", "=", row.id)
      .where("state", "in", from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (result !== undefined) await tellResult(tx, row.id, { until: new Date(row.until).toISOString(), ...details }, result);
    return true;
  });

/** What waits for a device and is due by now, in the order in which it became so. */
export const laterOf = (db: Db, deviceId: string, at: number): Promise<LaterRow[]> =>
  db
    .selectFrom("later_command")
    .selectAll()
    .where("device_id", "=", deviceId)
    .where("state", "in", ["planned", "held"])
    .where("due_at", "<=", at)
    .orderBy("due_at")
    .orderBy("id")
    .execute();

/** False where it waits no more. */
export const callOffLater = (db: Db, id: string, account: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("later_command")
      .where("id", "=", id)
      .where("state", "in", ["planned", "held"])
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await tellResult(tx, id, { calledOffBy: account }, "commandCalledOff");
    return true;
  });
