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

interface Move {
  /** Its row of the log tells this. */
  readonly result?: string;
  readonly details?: object;
  /** When it is sent. */
  readonly at?: number;
}

/** It waits for something else now, or is being sent; false where it was called off meanwhile. */
export const moveLater = (db: Db, row: LaterRow, state: LaterState, { result, details, at = row.until }: Move = {}): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const from: readonly LaterState[] = state === "sending" ? ["due", "held"] : ["due", "held", "sending", "offered"];
    const { numUpdatedRows } = await tx
      .updateTable("later_command")
      .set({ state, next_at: at })
      .where("id", "=", row.id)
      .where("state", "in", from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    // A time at which it was offered in vain is none at which it was sent.
    const times = { until: new Date(row.until).toISOString(), sentAt: undefined };
    if (result !== undefined) await tellResult(tx, row.id, { ...times, ...details }, result);
    return true;
  });

/** What waits for a device and is due, in the order in which it became so. */
export const laterOf = (db: Db, deviceId: string): Promise<LaterRow[]> =>
  db
    .selectFrom("later_command")
    .selectAll()
    .where("device_id", "=", deviceId)
    .where("state", "in", ["due", "held"])
    .orderBy("due_at")
    .orderBy("id")
    .execute();

/** Whose time has come, or is over, the earliest first. */
export const dueLater = (db: Db, at: number, most: number): Promise<LaterRow[]> =>
  db
    .selectFrom("later_command")
    .selectAll()
    .where("state", "in", ["planned", "held"])
    .where("next_at", "<=", at)
    .orderBy("next_at")
    .orderBy("id")
    .limit(most)
    .execute();

export const markDue = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await db.updateTable("later_command").set({ state: "due" }).where("id", "in", ids).where("state", "=", "planned").execute();
};

/** One that its device was to take with its next post. */
export const offeredLater = (db: Db, id: string): Promise<LaterRow | undefined> =>
  db.selectFrom("later_command").selectAll().where("id", "=", id).where("state", "=", "offered").executeTakeFirst();

export const forgetLater = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom("later_command").where("id", "=", id).execute();
};

/** What may have been sent when the server stopped. */
export const lostLater = (db: Db): Promise<LaterRow[]> =>
  db.selectFrom("later_command").selectAll().where("state", "in", ["sending", "offered"]).execute();

/** What was due when the server stopped is looked at anew. Answers the devices that commands are held for. */
export const resumeLater = async (db: Db): Promise<string[]> => {
  await db.updateTable("later_command").set({ state: "planned" }).where("state", "=", "due").execute();
  const rows = await db.selectFrom("later_command").select("device_id").distinct().where("state", "=", "held").execute();
  return rows.map(({ device_id }) => device_id);
};

/** False where it waits no more. `withdraw` takes one back that its device was to collect, if it has not. */
export const callOffLater = (db: Db, id: string, account: string, withdraw: (id: string) => boolean): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom("later_command").select("state").where("id", "=", id).executeTakeFirst();
    if (!row || row.state === "sending" || (row.state === "offered" && !withdraw(id))) return false;
    const { numDeletedRows } = await tx.deleteFrom("later_command").where("id", "=", id).where("state", "=", row.state).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await tellResult(tx, id, { calledOffBy: account, sentAt: undefined }, "commandCalledOff");
    return true;
  });
