import type { RequestOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import { device } from "#contract/resources/device.ts";
import type { OrderAnswer, OrderRow, order } from "#contract/resources/order.ts";
import { orders } from "#server/catalog/orders.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { type CommandParts, commandDevice } from "./deviceCommand.ts";
import { deviceInScope } from "./deviceRows.ts";

interface Target {
  id: string;
  name: string;
  sn: string;
  slaves: readonly number[];
}

const targetOf = async (db: Db, caller: Caller, saved: OrderRow, deviceId: string): Promise<Target> => {
  const { id, name, sn } = await deviceInScope(db, caller, deviceId);
  const rows = await db
    .selectFrom("slave")
    .select("no")
    .where("device_id", "=", id)
    .where("recipe_id", "=", saved.recipeId)
    .orderBy("no")
    .execute();
  return { id, name, sn, slaves: rows.map(({ no }) => no).filter((no) => saved.slave === null || saved.slave === no) };
};

interface Parts extends CommandParts {
  language: Language;
  /** Told of what nobody expected. */
  failed(fault: unknown, deviceId: string): void;
}

/**
 * Sends a saved order to devices, each slave of the order's template being commanded by itself; one that fails stops no other. Refused
 * whole for who may not command devices, and when one of the devices is not the caller's.
 */
export const sendOrder = async (
  db: Db,
  caller: Caller,
  request: RequestOf<typeof order.calls.send>,
  at: number,
  parts: Parts,
): Promise<OrderAnswer[]> => {
  if (!caller.grants.has(device.calls.cmd.path)) throw new Problem("commandForbidden");
  const saved = await orders.row(db, caller, request.id);
  const values = Object.fromEntries(saved.values.map(({ pointId, value }) => [pointId, value]));
  const targets: Target[] = [];
  for (const id of new Set(request.deviceIds)) targets.push(await targetOf(db, caller, saved, id));
  const answered = (target: Target, slave: number | null, rest: Pick<OrderAnswer, "code" | "message" | "milliseconds">): OrderAnswer => ({
    ...{ deviceId: target.id, deviceName: target.name, sn: target.sn, slave },
    ...rest,
  });
  const refused = (target: Target, slave: number | null, problem: Problem): OrderAnswer => {
    const { code, message } = problem.envelope(parts.language);
    return answered(target, slave, { code, message, milliseconds: null });
  };
  const command = async (target: Target, slave: number): Promise<OrderAnswer> => {
    try {
      const { message, milliseconds } = await commandDevice(db, caller, { id: target.id, slave, values }, at, parts);
      return answered(target, slave, { code: 0, message, milliseconds });
    } catch (fault) {
      if (fault instanceof Problem) return refused(target, slave, fault);
      parts.failed(fault, target.id);
      return refused(target, slave, new Problem("fault"));
    }
  };
  return Promise.all(
    targets.flatMap((target): (OrderAnswer | Promise<OrderAnswer>)[] =>
      target.slaves.length === 0
        ? [refused(target, saved.slave, new Problem("orderUnfit"))]
        : target.slaves.map((slave) => command(target, slave)),
    ),
  );
};
