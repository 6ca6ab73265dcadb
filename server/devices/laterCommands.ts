import type { Logger } from "pino";
import type { CodeName } from "#contract/codes.ts";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import type { Sessions } from "#server/auth/sessions.ts";
import type { Db } from "#server/db/open.ts";
import { openLooking } from "#server/kit/looking.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { replyResult } from "#server/wire/commandRow.ts";
import type { CommandOutcome, CommandSender } from "#server/wire/commands.ts";
import { Lanes } from "#server/wire/lanes.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import type { DeviceRegistry } from "#server/wire/registry.ts";
import { devicesInScope } from "./deviceRows.ts";
import { encodedCommand, reasonOf } from "./encodedCommand.ts";
import type { LaterCommands } from "./laterCommand.ts";
import {
  dueLater,
  endLater,
  forgetLater,
  keepLater,
  type LaterRow,
  laterOf,
  lostLater,
  markDue,
  moveLater,
  offeredLater,
  resumeLater,
} from "./laterRows.ts";

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
  readonly presence: Pick<PresenceKeeper, "isConnected" | "isOnline">;
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

/** It was not handed over, and may be later. */
const away: ReadonlySet<CodeName> = new Set<CodeName>(["deviceOffline", "deviceUnsubscribed", "deviceStalled", "commandExpired"]);

/** How it goes on with a device: it takes no more for this reason, or what is next may be sent. */
type Came = { readonly away: CodeName } | "over";

export const openLaterCommands = (options: Options): LaterCommands => {
  const { db, log, troubles, believed, uptime, sessions, registry, commands, presence } = options;
  /** Devices that commands are held for, with when they are tried again though nothing was heard of them. */
  const held = new Map<string, { tries: number; at: number }>();
  /** Devices that are served or wait for their turn; again: something came meanwhile. */
  const busy = new Map<string, { again: boolean; done: Promise<void> }>();
  /** Organisations take turns. */
  const lanes = new Lanes(devicesAtOnce);
  /** What came of commands that were sent, and could not be written. */
  const unwritten = new Map<LaterRow, () => Promise<Came>>();
  const looking = openLooking(() => lookOnce(), lookMs);

  const tell = async (deviceId: string): Promise<void> => {
    const known = await registry.byId(deviceId);
    if (known) options.written(known);
  };
  const tryAgain = (deviceId: string): void => {
    const tries = held.get(deviceId)?.tries ?? 0;
    const wait = againMs[Math.min(tries, againMs.length - 1)] ?? lateMs;
    held.set(deviceId, { tries: tries + 1, at: uptime() + wait });
  };
  const over = async (row: LaterRow, code: string, details: object = {}): Promise<"over"> => {
    await endLater(db, row.id, details, code);
    return "over";
  };
  /** Kept on for a device that is away: as the sender chose, or since the server itself was away and the device was expected back. */
  const staysFor = ({ device_id, keep, until, state }: LaterRow): boolean =>
    until > believed() && (keep !== null || state === "held" || (presence.isOnline(device_id) && !presence.isConnected(device_id)));

  const kept = async (row: LaterRow, sentAt: string, outcome: CommandOutcome): Promise<Came> => {
    const sent = { commandId: row.id, sentAt };
    if ("answer" in outcome) return over(row, replyResult(outcome.answer.code), { ...sent, ...outcome.answer });
    const { fault } = outcome;
    if (!(fault instanceof Problem)) return over(row, "fault", sent);
    if (away.has(fault.code)) {
      if (staysFor(row)) await moveLater(db, row, "held", { result: "commandHeld" });
      else await over(row, fault.code, reasonOf(fault));
      return { away: fault.code };
    }
    if (fault.code !== "deviceWaiting") return over(row, fault.code, { ...sent, ...reasonOf(fault) });
    await moveLater(db, row, "offered", { result: "deviceWaiting", details: sent });
    return "over";
  };

  /** What the command is by now, for who asked; the code that it ends with where it is none any more. */
  const judged = async (row: LaterRow) => {
    const caller = await sessions.callerOf(row.user_id, row.id);
    const known = await registry.byId(row.device_id);
    if (!known || !caller?.grants.has(device.calls.cmd.path)) return "commandForbidden";
    const [seen] = await devicesInScope(db, caller, [row.device_id]).select("device.id").execute();
    if (!seen) return "commandForbidden";
    return { known, ...(await encodedCommand(db, caller, known, row.slave, JSON.parse(row.asked))) };
  };

  const send = async (row: LaterRow): Promise<Came> => {
    let what: Awaited<ReturnType<typeof judged>>;
    try {
      what = await judged(row);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      // Its slave or its point is gone.
      return over(row, fault.code === "notFound" ? "orderUnfit" : fault.code, reasonOf(fault));
    }
    if (typeof what === "string") return over(row, what);
    const at = believed();
    if (!(await moveLater(db, row, "sending", { at }))) return "over";
    let came: Came = "over";
    const keep = async (outcome: CommandOutcome): Promise<void> => {
      const write = () => kept(row, new Date(at).toISOString(), outcome);
      came = await write().catch((fault: unknown) => {
        unwritten.set(row, write);
        throw fault;
      });
    };
    // Its row tells what became of it; what could not be written is thrown.
    await commands.send(row.id, what.known, what.slave.no, what.values, keep, what.points).catch((fault: unknown) => {
      if (!(fault instanceof Problem)) throw fault;
    });
    return came;
  };

  /** Sends a device what is for it, one after another in the order in which it is due, up to the first that it does not take. */
  const serve = async (deviceId: string): Promise<void> => {
    held.delete(deviceId);
    let why: CodeName | undefined;
    for (const row of await laterOf(db, deviceId)) {
      if (looking.isResting()) return;
      if (row.keep !== null && row.until <= believed()) await over(row, "commandOverdue");
      else if (why === undefined) {
        const came = await send(row);
        if (came !== "over") why = came.away;
      } else if (staysFor(row)) await moveLater(db, row, "held", { result: "commandHeld" });
      else await over(row, why);
    }
    if (why !== undefined) tryAgain(deviceId);
    await tell(deviceId);
  };
  const takeTurn = async (deviceId: string): Promise<void> => {
    try {
      const known = await registry.byId(deviceId);
      await lanes.run(known?.companyId ?? "", () => (looking.isResting() ? Promise.resolve() : serve(deviceId)));
    } catch (fault) {
      tryAgain(deviceId);
      troubles.failed(part, fault, "commands that were to be sent later could not be, will be tried again");
    }
    const again = busy.get(deviceId)?.again ?? false;
    busy.delete(deviceId);
    if (again) serveSoon(deviceId);
  };
  const serveSoon = (deviceId: string): void => {
    if (looking.isResting()) return;
    const turn = busy.get(deviceId);
    if (turn) {
      turn.again = true;
      return;
    }
    const begun = { again: false, done: Promise.resolve() };
    busy.set(deviceId, begun);
    begun.done = takeTurn(deviceId);
  };
  const keepsHolding = (deviceId: string): void => {
    if (!held.has(deviceId)) tryAgain(deviceId);
  };

  /** Ends what has expired unsent, and has devices served that something is due for. */
  const lookAtDue = async (): Promise<void> => {
    const at = believed();
    for (;;) {
      const rows = await dueLater(db, at, rowsAtOnce);
      const late = rows.filter(({ until }) => until <= at);
      for (const row of late) await over(row, "commandOverdue");
      const due = rows.filter(({ until }) => until > at);
      await markDue(
        db,
        due.map(({ id }) => id),
      );
      for (const deviceId of new Set(late.map(({ device_id }) => device_id))) await tell(deviceId);
      for (const deviceId of new Set(due.map(({ device_id }) => device_id))) serveSoon(deviceId);
      if (rows.length < rowsAtOnce) return;
    }
  };
  const lookOnce = async (): Promise<void> => {
    try {
      for (const [row, write] of unwritten) {
        if ((await write()) !== "over") keepsHolding(row.device_id);
        unwritten.delete(row);
        await tell(row.device_id);
      }
      await lookAtDue();
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
      if (keep === undefined || !(away.has(why) || why === "deviceWaiting")) return false;
      const until = event.at + keep * 1000;
      const offered = why === "deviceWaiting";
      const told = { ...content, until: new Date(until).toISOString() };
      const times = { due_at: event.at, until, next_at: until };
      const row = { slave, asked: JSON.stringify(asked), keep, state: offered ? "offered" : "held", ...times } as const;
      if (!(await keepLater(db, event, told, offered ? why : "commandHeld", row))) return false;
      if (!offered) {
        keepsHolding(event.device_id);
        // It may have come between its refusal and this.
        if (why !== "deviceStalled" && presence.isConnected(event.device_id)) serveSoon(event.device_id);
      }
      return true;
    },
    reachable(deviceId) {
      if (held.has(deviceId) || busy.has(deviceId)) serveSoon(deviceId);
    },
    async ended(commandId, result) {
      const row = await offeredLater(db, commandId);
      if (!row) return;
      if (result === "commandExpired" && row.until > believed()) {
        await moveLater(db, row, "held", { result: "commandHeld" });
        keepsHolding(row.device_id);
      } else await forgetLater(db, commandId);
      await tell(row.device_id);
    },
    forget(deviceIds) {
      for (const deviceId of deviceIds) held.delete(deviceId);
    },
    async look() {
      await lookOnce();
      await idle();
    },
    async begin() {
      // What was under way when the server stopped may have been sent.
      const lost = await lostLater(db);
      for (const { id, state, next_at } of lost)
        await endLater(db, id, state === "sending" ? { sentAt: new Date(next_at).toISOString() } : {}, "deviceSilent");
      if (lost.length > 0)
        log.warn({ part, commands: lost.length }, "commands were under way when the server stopped: they are not sent again");
      for (const deviceId of await resumeLater(db)) keepsHolding(deviceId);
      looking.begin();
    },
    rest: looking.rest,
    async stop() {
      looking.rest();
      await looking.ended();
      await idle();
    },
  };
};
