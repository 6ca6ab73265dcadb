import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { entryOf } from "#contract/point/enumeration.ts";
import { overlapping, type WrittenValue as Raw, writtenValue } from "#contract/point/writtenValue.ts";
import { numberOf } from "#contract/pointValue.ts";
import type { device } from "#contract/resources/device.ts";
import { appsFor } from "#server/catalog/appUse.ts";
import { isVisible } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { replyResult } from "#server/wire/commandRow.ts";
import type { CommandOutcome, CommandSender } from "#server/wire/commands.ts";
import { joinedByAddress } from "#server/wire/joinedByAddress.ts";
import { keepEventRow } from "#server/wire/keepEventRow.ts";
import type { RegisteredDevice, RegisteredPoint, RegisteredSlave } from "#server/wire/registered.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";
import { deviceInScope } from "./deviceRows.ts";
import { writeProblem } from "./writeProblem.ts";

type Request = RequestOf<typeof device.calls.cmd>;
type Result = ResponseOf<typeof device.calls.cmd>;

export interface CommandParts {
  registry: Pick<DeviceRegistry, "byId">;
  commands: Pick<CommandSender, "send">;
}

interface Asked {
  point: RegisteredPoint;
  value: Raw;
}

/**
 * Writes points of one slave and waits for the device's reply. Whatever comes of it once it could be encoded, the device's log has it: the
 * values as they were asked for, who asked, and as the result `ok` or the name of the code that it failed with. The row's id is that of the
 * command, by which a late reply finds it.
 */
export const commandDevice = async (db: Db, caller: Caller, request: Request, at: number, parts: CommandParts): Promise<Result> => {
  const row = await deviceInScope(db, caller, request.id);
  const registered = await parts.registry.byId(row.id);
  if (!registered) throw new Problem("notFound");
  const { slave, asked, points, values } = await encodedCommand(db, caller, registered, request.slave, request.values);
  const commandId = newId(at);
  const content = {
    slave: slave.no,
    values: asked.map(keptValue),
  };
  const log = (details: object, result: string) =>
    keepEventRow(db, {
      id: commandId,
      device_id: row.id,
      company_id: row.company_id,
      kind: "command",
      at,
      content: JSON.stringify({ ...content, ...details }),
      user_id: caller.userId,
      account: caller.account,
      result,
    });
  const keep = async (outcome: CommandOutcome): Promise<void> => {
    if ("answer" in outcome) await log({ commandId, ...outcome.answer }, replyResult(outcome.answer.code));
    else if (outcome.fault instanceof Problem) await log({ commandId, ...reasonOf(outcome.fault) }, outcome.fault.code);
    else await log({ commandId }, "fault");
  };
  const { code, message, milliseconds } = await parts.commands.send(commandId, registered, slave.no, values, keep, points);
  if (code !== 0) throw new Problem("deviceRefused", { values: { reason: message || String(code) } });
  return { commandId, message, milliseconds };
};

/** What is written to a slave of the device: the points as they were asked for, and raw, by point and by address. */
export const encodedCommand = async (
  db: Db,
  caller: Caller,
  device: RegisteredDevice,
  slaveNo: number,
  asks: Readonly<Record<string, Raw>>,
) => {
  const slave = device.slaves.get(slaveNo);
  if (!slave) throw new Problem("notFound");
  const asked = await askedPoints(db, caller, slave, asks);
  const points = asked.map(({ point, value }) => ({ point, raw: rawOf(point, value) }));
  const { values, overlapping: refused } = joinedByAddress(points);
  for (const point of refused) throw writeProblem(overlapping(point));
  return { slave, asked, points, values };
};

/** What the result's text is filled with. */
const reasonOf = ({ detail }: Problem): { message?: string } =>
  typeof detail.values?.reason === "string" ? { message: detail.values.reason } : {};

/** What the log keeps of one value, so that it reads the same when its point is renamed or gone: its unit, and what it stands for, if anything. */
const keptValue = ({ point: { id, name, nameEn, unit, compiled }, value }: Asked) => {
  const number = numberOf(value);
  const entry = number === undefined ? undefined : entryOf(compiled.definition.enumeration, number);
  return { id, name, nameEn, value, unit, ...(entry ? { label: entry.label, labelEn: entry.labelEn } : {}) };
};

/**
 * The points that are written. One that is not the slave's, or that the caller does not see, is not found. End users write what the app recipe
 * in use lets them: its commands may write points that it does not show.
 */
const askedPoints = async (
  db: Db,
  caller: Caller,
  { points, recipeId }: RegisteredSlave,
  values: Readonly<Record<string, Raw>>,
): Promise<Asked[]> => {
  const ids = Object.keys(values);
  if (ids.length === 0) throw fieldProblem("values", "rule.history.point");
  const app = (await appsFor(db, caller, [recipeId])).get(recipeId);
  const offered = app?.lets(values) ?? false;
  const seen = await db
    .selectFrom("point")
    .select("id")
    .where("id", "in", ids)
    .$if(!offered, (query) => query.where(isVisible(caller)))
    .execute();
  const visible = new Set(seen.map((row) => row.id));
  const asked = Object.entries(values).map(([id, value]) => {
    const point = visible.has(id) ? points.find((known) => known.id === id) : undefined;
    if (!point) throw new Problem("notFound");
    return { point, value };
  });
  if (app && !offered) throw new Problem("commandForbidden");
  return asked;
};

const rawOf = (point: RegisteredPoint, value: Raw): Raw => {
  const written = writtenValue(point, value);
  if (!written.ok) throw writeProblem(written.fault);
  return written.raw;
};
