import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { replyResult } from "#server/wire/commandRow.ts";
import type { CommandOutcome, CommandSender } from "#server/wire/commands.ts";
import { keepEventRow } from "#server/wire/keepEventRow.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";
import { deviceInScope } from "./deviceRows.ts";
import { encodedCommand, keptValue, reasonOf } from "./encodedCommand.ts";
import type { LaterCommands } from "./laterCommand.ts";

const dayMs = 86_400_000;

type Request = RequestOf<typeof device.calls.cmd>;
type Result = ResponseOf<typeof device.calls.cmd>;

export interface CommandParts {
  registry: Pick<DeviceRegistry, "byId">;
  commands: Pick<CommandSender, "send">;
  laterCommands: Pick<LaterCommands, "plan" | "hold">;
}

/**
 * Writes points of one slave and waits for the device's reply, or keeps the command for its time or its device. Whatever comes of it once it
 * could be encoded, the device's log has it: the values as they were asked for, who asked, and as the result `ok` or the name of the code
 * that it failed with or waits by. The row's id is that of the command, by which a late reply finds it.
 */
export const commandDevice = async (db: Db, caller: Caller, request: Request, at: number, parts: CommandParts): Promise<Result> => {
  const row = await deviceInScope(db, caller, request.id);
  const registered = await parts.registry.byId(row.id);
  if (!registered) throw new Problem("notFound");
  const { slave, asked, points, values } = await encodedCommand(db, caller, registered, request.slave, request.values);
  const commandId = newId(at);
  const content = { slave: slave.no, values: asked.map(keptValue) };
  const event = { id: commandId, device_id: row.id, company_id: row.company_id, kind: "command", at } as const;
  const by = { user_id: caller.userId, account: caller.account };
  const log = (details: object, result: string) =>
    keepEventRow(db, { ...event, ...by, content: JSON.stringify({ ...content, ...details }), result });
  const command = { event: { ...event, ...by }, content, slave: slave.no, asked: request.values, keep: request.keep };
  const dueAt = plannedAt(request, at);
  if (dueAt !== undefined) {
    await parts.laterCommands.plan({ ...command, dueAt });
    return { commandId, state: "planned", message: "", milliseconds: null };
  }
  let held = false;
  const keep = async (outcome: CommandOutcome): Promise<void> => {
    if ("answer" in outcome) await log({ commandId, ...outcome.answer }, replyResult(outcome.answer.code));
    else if (!(outcome.fault instanceof Problem)) await log({ commandId }, "fault");
    else {
      held = await parts.laterCommands.hold(command, outcome.fault.code);
      if (!held) await log({ commandId, ...reasonOf(outcome.fault) }, outcome.fault.code);
    }
  };
  try {
    const { code, message, milliseconds } = await parts.commands.send(commandId, registered, slave.no, values, keep, points);
    if (code !== 0) throw new Problem("deviceRefused", { values: { reason: message || String(code) } });
    return { commandId, state: "done", message, milliseconds };
  } catch (fault) {
    if (!held) throw fault;
    return { commandId, state: "held", message: "", milliseconds: null };
  }
};

/** The instant that a command is to wait for; undefined where it is sent at once. Throws where it cannot wait for that one. */
export const plannedAt = ({ at }: Pick<Request, "at">, now: number): number | undefined => {
  if (at === undefined) return undefined;
  const due = Date.parse(at);
  if (due < now) throw fieldProblem("at", "rule.command.past");
  const days = limits.command.aheadDays;
  if (due > now + days * dayMs)
    throw new Problem("badRequest", { fields: [{ path: "at", message: "rule.command.ahead", values: { days } }] });
  return due;
};
