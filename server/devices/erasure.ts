import type { Erasable } from "#contract/resources/deviceTransfer.ts";
import type { Changes } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { portions } from "#server/kit/portions.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";

/**
 * Notes in the caller's transaction that the readings of devices go. They are in a store of their own: what is noted here is erased behind
 * the commit (`readingsErased`), or at the next start, before any device is heard.
 */
export const noteErasure = async (tx: Db, ids: readonly string[]): Promise<void> => {
  for (const some of portions(ids))
    await tx
      .insertInto("device_erasure")
      .values(some.map((device_id) => ({ device_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

/**
 * Erases these parts of what devices keep, of all of them, in a transaction of the caller's; their readings go behind its commit. Answers the
 * alarm rules that went.
 */
export const eraseRecords = async (tx: Db, ids: readonly string[], parts: ReadonlySet<Erasable>): Promise<{ ruleIds: string[] }> => {
  const ruleIds: string[] = [];
  for (const some of portions(ids)) {
    if (parts.has("rules")) {
      const gone = await tx.deleteFrom("alarm_trigger").where("device_id", "in", some).returning("id").execute();
      ruleIds.push(...gone.map(({ id }) => id));
    }
    if (parts.has("alarms")) {
      await tx.deleteFrom("alarm_log").where("device_id", "in", some).execute();
      await tx.deleteFrom("alarm_pending").where("device_id", "in", some).execute();
      await tx.updateTable("device").set({ open_alarms: 0 }).where("id", "in", some).where("open_alarms", "<>", 0).execute();
    }
    if (parts.has("history")) {
      await tx.deleteFrom("device_event").where("device_id", "in", some).execute();
      await tx.deleteFrom("device_state_log").where("device_id", "in", some).execute();
      await tx.deleteFrom("device_message_day").where("device_id", "in", some).execute();
    }
    if (parts.has("videos")) await tx.deleteFrom("device_video").where("device_id", "in", some).execute();
    if (parts.has("bindings")) await tx.deleteFrom("device_user").where("device_id", "in", some).execute();
  }
  if (parts.has("history")) await noteErasure(tx, ids);
  return { ruleIds };
};

/** Tells, behind the commit, what was erased of devices that stay: alarms forget it, and their readings go. */
export const tellErased = async (
  { changes }: { changes: Pick<Changes, "tell"> },
  ids: readonly string[],
  { ruleIds, parts }: { ruleIds: readonly string[]; parts: readonly Erasable[] },
): Promise<void> => {
  if (parts.includes("history") || parts.includes("alarms"))
    await changes.tell({ kind: "devicesErased", ids, readings: parts.includes("history"), alarms: parts.includes("alarms") });
  if (ruleIds.length > 0) await changes.tell({ kind: "rules", ids: ruleIds });
};

/** Erases the readings of devices of which that was noted. */
export const readingsErased = async (
  { db, telemetry }: { db: Db; telemetry: Pick<Telemetry, "erase"> },
  ids: Iterable<string>,
): Promise<void> => {
  for (const some of portions(ids)) {
    await telemetry.erase(some);
    await db.deleteFrom("device_erasure").where("device_id", "in", some).execute();
  }
};

/** What was noted before a server stopped, and not done. To be called before devices are heard. */
export const eraseLeft = async (parts: { db: Db; telemetry: Pick<Telemetry, "erase"> }): Promise<void> => {
  const rows = await parts.db.selectFrom("device_erasure").select("device_id").execute();
  await readingsErased(
    parts,
    rows.map(({ device_id }) => device_id),
  );
};
