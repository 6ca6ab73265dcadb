import { alarmLog } from "#contract/resources/alarm.ts";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import type { Client, SessionSockets } from "./audience.ts";

interface Options {
  sessions(): readonly SessionSockets[];
  tell(client: Client, resources: readonly string[]): void;
}

interface Quiet {
  readonly companyPath: string;
  readonly level: number;
  readonly masked: boolean;
}

const resources = [alarmLog.name];
const grant = alarmLog.calls.query.path;
/** A page that shows alarms is read again no more often. */
const gatherMs = 2_000;

/**
 * Alarms that bring a session no notice, since they are masked or its user wants none of their level, still change what its pages show: these
 * are told to ask anew, what comes within two seconds together, at a cost of the organisations that they are of and not of their number.
 */
export const openQuietAlarms = ({ sessions, tell }: Options) => {
  let waiting = new Map<string, Quiet>();
  let timer: NodeJS.Timeout | undefined;
  const concerns = ({ caller, devices, switches }: SessionSockets, { companyPath, level, masked }: Quiet): boolean =>
    devices === undefined && companyPath.startsWith(caller.companyPath) && (masked || !switches[level]?.notice);
  const flush = (): void => {
    const told = [...waiting.values()];
    waiting = new Map();
    timer = undefined;
    for (const session of sessions())
      if (session.caller.grants.has(grant) && told.some((quiet) => concerns(session, quiet)))
        for (const client of session.clients) tell(client, resources);
  };
  return {
    take({ device: { companyPath }, record: { level }, masked }: AlarmEvent): void {
      waiting.set(`${companyPath} ${level} ${masked}`, { companyPath, level, masked });
      timer ??= setTimeout(flush, gatherMs);
    },
    stop: () => clearTimeout(timer),
  };
};
