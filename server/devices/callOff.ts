import { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { devicesInScope } from "./deviceRows.ts";
import { callOffLater } from "./laterRows.ts";

/** Calls commands off that are yet to be sent; answers how many. What is being sent by now is not counted; another's command is not found. */
export const callOff = async (ids: readonly string[], caller: Caller, { db }: { readonly db: Db }): Promise<{ calledOff: number }> => {
  if (!caller.grants.has(device.calls.cmd.path)) throw new Problem("commandForbidden");
  const rows = await db
    .selectFrom("device_event")
    .select(["id", "device_id"])
    .where("id", "in", ids)
    .where("kind", "=", "command")
    .execute();
  const deviceIds = [...new Set(rows.map(({ device_id }) => device_id))];
  const seen = deviceIds.length === 0 ? [] : await devicesInScope(db, caller, deviceIds).select("device.id").execute();
  const mine = new Set(seen.map(({ id }) => id));
  if (rows.length < new Set(ids).size || !rows.every(({ device_id }) => mine.has(device_id))) throw new Problem("notFound");
  let calledOff = 0;
  for (const { id } of rows) if (await callOffLater(db, id, caller.account)) calledOff += 1;
  return { calledOff };
};
