import type { CommandTiming } from "#contract/commandTiming.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import { device } from "#contract/resources/device.ts";
import type { deviceArgument } from "#contract/resources/deviceArgument.ts";
import type { OrderAnswer, OrderRow, order } from "#contract/resources/order.ts";
import { checkValues, orders } from "#server/catalog/orders.ts";
import { parameters } from "#server/catalog/parameters.ts";
import { recipes } from "#server/catalog/recipes.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { Problem } from "#server/kit/problem.ts";
import { type CommandParts, commandDevice, plannedAt } from "./deviceCommand.ts";
import { deviceInScope, devicesOfSns } from "./deviceRows.ts";

interface Target {
  id: string;
  name: string;
  sn: string;
  slaves: readonly number[];
}

/** What is written, and to which slaves. */
type Written = Pick<OrderRow, "recipeId" | "slave"> & { readonly values: readonly Pick<OrderRow["values"][number], "pointId" | "value">[] };

/** The same, and when it is sent. */
type Sent = Written & CommandTiming;

const slavesOf = async (db: Db, { recipeId, slave }: Written, deviceId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom("slave")
    .select("no")
    .where("device_id", "=", deviceId)
    .where("recipe_id", "=", recipeId)
    .orderBy("no")
    .execute();
  return rows.map(({ no }) => no).filter((no) => slave === null || slave === no);
};

const targetOf = async (db: Db, caller: Caller, written: Written, deviceId: string): Promise<Target> => {
  const { id, name, sn } = await deviceInScope(db, caller, deviceId);
  return { id, name, sn, slaves: await slavesOf(db, written, id) };
};

/** The devices of these SNs, in any case, each once; one that is not there, or not the caller's, has no id. */
const targetsOfSns = async (db: Db, caller: Caller, written: Written, sns: readonly string[]): Promise<Target[]> => {
  const asked = new Map(sns.map((sn) => [sn.toLowerCase(), sn]));
  const rows = await devicesOfSns(db, caller, [...asked.keys()])
    .select(["device.id", "device.name", "device.sn"])
    .execute();
  const known = groupedBy(rows, ({ sn }) => sn.toLowerCase());
  const targets: Target[] = [];
  for (const [key, typed] of asked) {
    const found = known.get(key) ?? [];
    if (found.length === 0) targets.push({ id: "", name: "", sn: typed, slaves: [] });
    for (const { id, name, sn } of found) targets.push({ id, name, sn, slaves: await slavesOf(db, written, id) });
  }
  return targets;
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
  return sendToDevices(db, caller, { ...(await orders.row(db, caller, request.id)), ...timingOf(request) }, request.deviceIds, at, parts);
};

/** The same of a parameter table; refused where one of its points is not written any more as when it was saved. */
export const sendParameters = async (
  db: Db,
  caller: Caller,
  request: RequestOf<typeof deviceArgument.calls.send>,
  at: number,
  parts: Parts,
): Promise<OrderAnswer[]> => {
  if (!caller.grants.has(device.calls.cmd.path)) throw new Problem("commandForbidden");
  const table = await parameters.row(db, caller, request.id);
  if (table.outdated) throw new Problem("parametersOutdated");
  return sendToDevices(db, caller, { ...table, slave: null, ...timingOf(request) }, request.deviceIds, at, parts);
};

const sendToDevices = async (
  db: Db,
  caller: Caller,
  written: Sent,
  deviceIds: readonly string[],
  at: number,
  parts: Parts,
): Promise<OrderAnswer[]> => {
  const targets: Target[] = [];
  for (const id of new Set(deviceIds)) targets.push(await targetOf(db, caller, written, id));
  return sendTo(db, caller, written, targets, at, parts);
};

/** The same by SNs, of a saved order or of what was typed. An SN that names no device of the caller's is answered so, and stops no other. */
export const sendBySn = async (
  db: Db,
  caller: Caller,
  request: RequestOf<typeof order.calls.send_by_sn>,
  at: number,
  parts: Parts,
): Promise<OrderAnswer[]> => {
  if (!caller.grants.has(device.calls.cmd.path)) throw new Problem("commandForbidden");
  const { recipeId, slave = null, values = [] } = request;
  const written = recipeId === undefined ? await orders.row(db, caller, request.id ?? "") : { recipeId, slave, values };
  if (recipeId !== undefined) {
    await recipes.toSee(db, caller, recipeId);
    await checkValues(db, caller, recipeId, values);
  }
  const targets = await targetsOfSns(db, caller, written, request.sns);
  return sendTo(db, caller, { ...written, ...timingOf(request) }, targets, at, parts);
};

const timingOf = ({ at, keep }: CommandTiming): CommandTiming => ({ at, keep });

const sendTo = (db: Db, caller: Caller, written: Sent, targets: readonly Target[], at: number, parts: Parts): Promise<OrderAnswer[]> => {
  plannedAt(written, at);
  const values = Object.fromEntries(written.values.map(({ pointId, value }) => [pointId, value]));
  const answered = (
    target: Target,
    slave: number | null,
    rest: Pick<OrderAnswer, "code" | "message" | "milliseconds" | "state">,
  ): OrderAnswer => ({
    ...{ deviceId: target.id, deviceName: target.name, sn: target.sn, slave },
    ...rest,
  });
  const refused = (target: Target, slave: number | null, problem: Problem): OrderAnswer => {
    const { code, message } = problem.envelope(parts.language);
    return answered(target, slave, { code, message, milliseconds: null, state: null });
  };
  const command = async (target: Target, slave: number): Promise<OrderAnswer> => {
    try {
      const request = { id: target.id, slave, values, ...timingOf(written) };
      const { message, milliseconds, state } = await commandDevice(db, caller, request, at, parts);
      return answered(target, slave, { code: 0, message, milliseconds, state });
    } catch (fault) {
      if (fault instanceof Problem) return refused(target, slave, fault);
      parts.failed(fault, target.id);
      return refused(target, slave, new Problem("fault"));
    }
  };
  return Promise.all(
    targets.flatMap((target): (OrderAnswer | Promise<OrderAnswer>)[] =>
      target.slaves.length === 0
        ? [refused(target, written.slave, new Problem(target.id === "" ? "notFound" : "orderUnfit"))]
        : target.slaves.map((slave) => command(target, slave)),
    ),
  );
};
