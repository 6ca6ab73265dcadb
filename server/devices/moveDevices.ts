import { leaveMasks } from "#server/alarm/maskRecords.ts";
import { leaveGroups } from "#server/catalog/groupedDevices.ts";
import { offeredTo } from "#server/catalog/offeredTo.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { endLeftBindings, type LeftBindings } from "./leftBindings.ts";
import { noteTransfers } from "./transferEvent.ts";

/** A device and the organisation that it leaves. */
export interface Leaving {
  readonly id: string;
  readonly company_id: string;
}

/** Of devices that are made from a template which their organisation is not offered, nobody there would know what that is. */
const leaveTemplates = async (tx: Db, path: string, ids: readonly string[]): Promise<void> => {
  const rows = await tx
    .selectFrom("device")
    .select(["id", "template_id"])
    .where("id", "in", ids)
    .where("template_id", "is not", null)
    .execute();
  const offered = await offeredTo(
    tx,
    "device_template",
    rows.map(({ template_id }) => template_id),
    path,
  );
  const leaving = rows.filter(({ template_id }) => !offered.has(template_id)).map(({ id }) => id);
  if (leaving.length > 0) await tx.updateTable("device").set({ template_id: null }).where("id", "in", leaving).execute();
};

/** Their rules name no type and no group that is not offered where they are now. */
const leaveTypesAndGroups = async (tx: Db, path: string, deviceIds: readonly string[]): Promise<void> => {
  for (const [column, table] of [
    ["alarm_type_id", "alarm_type"],
    ["alarm_group_id", "alarm_group"],
  ] as const) {
    const rows = await tx
      .selectFrom("alarm_trigger")
      .select(column)
      .distinct()
      .where("device_id", "in", deviceIds)
      .where(column, "is not", null)
      .execute();
    const named = rows.map((row) => (row as Record<string, string | null>)[column] ?? null);
    const offered = await offeredTo(tx, table, named, path);
    const left = named.filter((id) => id !== null && !offered.has(id));
    if (left.length > 0)
      await tx
        .updateTable("alarm_trigger")
        .set({ [column]: null })
        .where("device_id", "in", deviceIds)
        .where(column, "in", left)
        .execute();
  }
};

/** Nor do their steps. */
const leaveSteps = async (tx: Db, path: string, deviceIds: readonly string[]): Promise<void> => {
  const rules = tx.selectFrom("alarm_trigger").select("id").where("device_id", "in", deviceIds);
  const rows = await tx.selectFrom("alarm_trigger_step").select("group_id").distinct().where("rule_id", "in", rules).execute();
  const named = rows.map(({ group_id }) => group_id);
  const offered = await offeredTo(tx, "alarm_group", named, path);
  const left = named.filter((id) => !offered.has(id));
  if (left.length > 0) await tx.deleteFrom("alarm_trigger_step").where("rule_id", "in", rules).where("group_id", "in", left).execute();
};

/**
 * What follows devices whose rows stand in another organisation by now, in the same transaction: their own rules go along, they leave groups of who does not see them there, users who would
 * not see them there lose them, and their logs say it.
 */
export const followMove = async (
  tx: Db,
  caller: Pick<Caller, "userId" | "account" | "userName">,
  devices: readonly Leaving[],
  to: string,
  at: number,
): Promise<LeftBindings> => {
  const ids = devices.map(({ id }) => id);
  const { path } = await tx.selectFrom("company").select("path").where("id", "=", to).executeTakeFirstOrThrow();
  for (const some of portions(ids)) {
    await tx.updateTable("alarm_trigger").set({ company_id: to }).where("device_id", "in", some).execute();
    await leaveTypesAndGroups(tx, path, some);
    await leaveSteps(tx, path, some);
    await leaveMasks(tx, caller, path, some, at);
    await leaveTemplates(tx, path, some);
    await leaveGroups(tx, { companyPath: path, deviceIds: some });
  }
  await noteTransfers(tx, caller, devices, to, at);
  return endLeftBindings(tx, ids, to);
};
