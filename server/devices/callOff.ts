import { z } from "zod";
import { device } from "#contract/resources/device.ts";
import { visiblePoints } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import type { CommandSender } from "#server/wire/commands.ts";
import { devicesInScope } from "./deviceRows.ts";
import { callOffLater } from "./laterRows.ts";

interface Parts {
  readonly db: Db;
  readonly commands: Pick<CommandSender, "withdraw">;
}

const values = z.record(z.string(), z.unknown());

/** Whether the caller asked for it, or sees each point that it is to write. */
const isTheirs = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const row = await db.selectFrom("later_command").select(["user_id", "asked"]).where("id", "=", id).executeTakeFirst();
  if (!row || row.user_id === caller.userId) return true;
  const points = Object.keys(values.parse(JSON.parse(row.asked)));
  const visible = await visiblePoints(db, caller, points);
  return points.every((point) => visible.has(point));
};

/**
 * Calls commands off that are yet to be sent. Refused, with how many were called off, where some have been sent or have ended by now; a command
 * of a device that the caller does not see is not found.
 */
export const callOff = async (ids: readonly string[], caller: Caller, { db, commands }: Parts): Promise<{ calledOff: number }> => {
  if (!caller.grants.has(device.calls.cmd.path)) throw new Problem("commandForbidden");
  const wanted = [...new Set(ids)];
  const rows = await db
    .selectFrom("device_event")
    .select(["id", "device_id"])
    .where("id", "in", wanted)
    .where("kind", "=", "command")
    .execute();
  const deviceIds = [...new Set(rows.map(({ device_id }) => device_id))];
  const seen = deviceIds.length === 0 ? [] : await devicesInScope(db, caller, deviceIds).select("device.id").execute();
  const mine = new Set(seen.map(({ id }) => id));
  if (rows.length < wanted.length || !rows.every(({ device_id }) => mine.has(device_id))) throw new Problem("notFound");
  for (const { id } of rows) if (!(await isTheirs(db, caller, id))) throw new Problem("commandForbidden");
  let calledOff = 0;
  for (const { id } of rows) if (await callOffLater(db, id, caller.account, commands.withdraw)) calledOff += 1;
  if (calledOff < rows.length) throw new Problem("commandsGone", { values: { calledOff, total: rows.length } });
  return { calledOff };
};
