import type { Logger } from "pino";
import type { CodeName } from "#contract/codes.ts";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { LaterState } from "#server/db/laterCommands.ts";
import type { Db } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { replyResult } from "#server/wire/commandRow.ts";
import type { CommandOutcome, CommandSender } from "#server/wire/commands.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";
import { deviceInScope } from "./deviceRows.ts";
import { encodedCommand, reasonOf } from "./encodedCommand.ts";
import type { LaterCommands } from "./laterCommand.ts";
import { endLater, keepLater, type LaterRow, laterOf, moveLater } from "./laterRows.ts";

interface Options {
  readonly db: Db;
  readonly log: Logger;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  /** The time of day that may be sent by. */
  readonly believed: () => number;
  readonly uptime: () => number;
  readonly sessions: Pick<Sessions, "callerOf">;
  readonly registry: Pick<DeviceRegistry, "byId">;
  readonly commands: Pick<CommandSender, "send">;
  readonly presence: Pick<PresenceKeeper, "isConnected">;
  /** A row of the device's log has changed. */
  written(device: { id: string; companyPath: string }): void;
}

const part = "later commands";
const lookMs = 1000;
/** Of one that was planned without being kept: a server that was away meanwhile sends it no later than this. */
const lateMs = 300_000;
/** A device that is connected and takes no commands is tried again after so long, and less and less often. */
const againMs = [15_000, 60_000, 300_000] as const;
const devicesAtOnce = 100;
const rowsAtOnce = 500;

const isAway = (code: CodeName): boolean => code === "deviceOffline" || code === "deviceUnsubscribed";

export const openLaterCommands = (options: Options): LaterCommands => {
  const { db, log, troubles, believed, uptime, sessions, registry, commands, presence } = options;
  /** Devices that commands are held for, with when they are tried again though nothing was heard of them. */
  const held = new Map<string, { tries: number; at: number }>();
  /** Devices whose turn it is, and those that are at it; again: something came meanwhile. */
  const waiting = new Set<string>();
  const busy = new Map<string, { again: boolean; done: Promise<void> }>();
  let stopped = false;

  const tell = async (deviceId: string): Promise<void> => {
    const known = await registry.byId(deviceId);
    if (known) options.written(known);
  };
  const tryAgain = (deviceId: string): void => {
    const tries = held.get(deviceId)?.tries ?? 0;
    const wait = againMs[Math.min(tries, againMs.length - 1)] ?? lateMs;
    held.set(deviceId, { tries: tries + 1, at: uptime() + wait });
  };
  const refused = async (row: LaterRow, code: CodeName, details: object = {}): Promise<void> => endLater(db, row.id, details, code);

  /** What came of a command that was sent; answers whether the device takes no more. */
  const kept = async (row: LaterRow, sentAt: number, outcome: CommandOutcome): Promise<"away" | "over"> => {
    const sent = { commandId: row.id, sentAt: new Date(sentAt).toISOString() };
    if ("answer" in outcome) {
      await endLater(db, row.id, { ...sent, ...outcome.answer }, replyResult(outcome.answer.code));
      return "over";
    }
    const { fault } = outcome;
    if (!(fault instanceof Problem)) {
      await endLater(db, row.id, sent, "fault");
      return "over";
    }
    if (isAway(fault.code) && row.keep !== null) {
      await moveLater(db, row, "held", "commandHeld");
      return "away";
    }
    if (fault.code === "deviceWaiting") await moveLater(db, row, "offered", "deviceWaiting", sent);
    else await endLater(db, row.id, isAway(fault.code) ? {} : { ...sent, ...reasonOf(fault) }, fault.code);
    return "over";
  };

  const send = async (row: LaterRow): Promise<"away" | "over"> => {
    const caller = await sessions.callerOf(row.user_id, row.id);
    if (!caller?.grants.has(device.calls.cmd.path)) {
      await refused(row, "commandForbidden");
      return "over";
    }
    let what: Awaited<ReturnType<typeof encodedCommand>>;
    const known = await registry.byId(row.device_id);
    if (!known) return "over";
    try {
      await deviceInScope(db, caller, row.device_id);
      what = await encodedCommand(db, caller, known, row.slave, JSON.parse(row.asked));
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      // What is not there for who asked was there when they did.
      await refused(row, fault.code === "notFound" ? "commandForbidden" : fault.code, reasonOf(fault));
      return "over";
    }
    const sentAt = believed();
    if (!(await moveLater(db, row, "sending"))) return "over";
    let came: "away" | "over" = "over";
    const keep = async (outcome: CommandOutcome): Promise<void> => {
      came = await kept(row, sentAt, outcome);
    };
    // Its row tells what became of it; what could not be written is thrown.
    await commands.send(row.id, known, what.slave.no, what.values, keep, what.points).catch((fault: unknown) => {
      if (!(fault instanceof Problem)) throw fault;
    });
    return came;
  };

  /** Sends a device what is for it, one after another in the order in which it is due. */
  const serve = async (deviceId: string): Promise<void> => {
    const at = believed();
    held.delete(deviceId);
    for (const row of await laterOf(db, deviceId, at)) {
      if (stopped) return;
      const came = row.until <= at ? await refused(row, "commandOverdue").then(() => "over") : await send(row);
      if (came === "away") {
        tryAgain(deviceId);
        break;
      }
    }
    await tell(deviceId);
  };
  const pump = (): void => {
    for (const deviceId of waiting) {
      if (stopped || busy.size >= devicesAtOnce) return;
      if (busy.has(deviceId)) continue;
      waiting.delete(deviceId);
      const turn = { again: false, done: Promise.resolve() };
      busy.set(deviceId, turn);
      turn.done = serve(deviceId)
        .then(() => troubles.over(part))
        .catch((fault: unknown) => {
          tryAgain(deviceId);
          troubles.failed(part, fault, "commands that were to be sent later could not be, will be tried again");
        })
        .finally(() => {
          busy.delete(deviceId);
          if (turn.again) waiting.add(deviceId);
          pump();
        });
    }
  };
  const serveSoon = (deviceId: string): void => {
    const turn = busy.get(deviceId);
    if (turn) turn.again = true;
    else waiting.add(deviceId);
    pump();
  };
  const keepsHolding = (deviceId: string): void => {
    if (!held.has(deviceId)) tryAgain(deviceId);
  };

  /** What is due, and what has expired unsent. */
  const due = (at: number) =>
    db
      .selectFrom("later_command")
      .select("device_id")
      .distinct()
      .where("state", "in", ["planned", "held"])
      .where("next_at", "<=", at)
      .limit(rowsAtOnce)
      .execute();
  const lookOnce = async (): Promise<void> => {
    try {
      for (const { device_id } of await due(believed())) if (!busy.has(device_id)) serveSoon(device_id);
      const now = uptime();
      for (const [deviceId, { at }] of held) if (at <= now && presence.isConnected(deviceId)) serveSoon(deviceId);
      troubles.over(part);
    } catch (fault) {
      troubles.failed(part, fault, "commands that are due could not be looked for, will be tried again");
    }
  };
  const idle = async (): Promise<void> => {
    while (busy.size > 0) await Promise.all([...busy.values()].map(({ done }) => done));
  };
  let looking: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookOn = (): void => {
    looking = lookOnce().then(() => {
      if (!stopped) timer = setTimeout(lookOn, lookMs);
    });
  };

  return {
    async plan({ event, content, slave, asked, keep, dueAt }) {
      const until = dueAt + (keep === undefined ? lateMs : keep * 1000);
      const times = { due_at: dueAt, until, next_at: dueAt };
      const told = {
        ...content,
        dueAt: new Date(dueAt).toISOString(),
        ...(keep === undefined ? {} : { until: new Date(until).toISOString() }),
      };
      const row = { slave, asked: JSON.stringify(asked), keep: keep ?? null, state: "planned", ...times } as const;
      if (!(await keepLater(db, event, told, "commandPlanned", row)))
        throw new Problem("commandsFull", { values: { count: limits.command.waiting } });
    },
    async hold({ event, content, slave, asked, keep }, why) {
      if (keep === undefined || !(isAway(why) || why === "deviceWaiting")) return false;
      const until = event.at + keep * 1000;
      const state: LaterState = isAway(why) ? "held" : "offered";
      const told = { ...content, until: new Date(until).toISOString() };
      const row = { slave, asked: JSON.stringify(asked), keep, state, due_at: event.at, until, next_at: until };
      if (!(await keepLater(db, event, told, isAway(why) ? "commandHeld" : why, row))) return false;
      if (state === "held") {
        keepsHolding(event.device_id);
        // It may have come between its refusal and this.
        if (presence.isConnected(event.device_id)) serveSoon(event.device_id);
      }
      return true;
    },
    reachable(deviceId) {
      if (held.has(deviceId) || busy.has(deviceId)) serveSoon(deviceId);
    },
    async ended(commandId, result) {
      const row = await db
        .selectFrom("later_command")
        .selectAll()
        .where("id", "=", commandId)
        .where("state", "=", "offered")
        .executeTakeFirst();
      if (!row) return;
      if (result === "commandExpired" && row.until > believed()) {
        await moveLater(db, row, "held", "commandHeld");
        keepsHolding(row.device_id);
      } else await db.deleteFrom("later_command").where("id", "=", commandId).execute();
      await tell(row.device_id);
    },
    async look() {
      await lookOnce();
      await idle();
    },
    async begin() {
      // What was under way when the server stopped may have been sent.
      const lost = await db.selectFrom("later_command").select("id").where("state", "=", "sending").execute();
      for (const { id } of lost) await endLater(db, id, {}, "deviceSilent");
      await db.deleteFrom("later_command").where("state", "=", "offered").execute();
      const rows = await db.selectFrom("later_command").select("device_id").distinct().where("state", "=", "held").execute();
      for (const { device_id } of rows) keepsHolding(device_id);
      if (lost.length > 0)
        log.warn({ part, commands: lost.length }, "commands were under way when the server stopped: they are not sent again");
      timer = setTimeout(lookOn, lookMs);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await idle();
    },
  };
};
