interface TroubleLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What is written or looked after behind the answers. */
export type Part =
  | "operation log"
  | "operation log head"
  | "operation log rows"
  | "refused calls"
  | "presence"
  | "later commands"
  | "alarm notices"
  | "communication times"
  | "device log"
  | "message counts"
  | "alarms"
  | "changes"
  | "readings"
  | "folding of readings"
  | "retention"
  | "unused pictures"
  | "leases"
  | "jobs"
  | "expiry"
  | "licence"
  | "device connections"
  | "message queue"
  | "present status"
  | "descriptors"
  | "disk"
  | "low disk"
  | "database"
  | "database lock"
  | "realtime"
  | "short-lived state"
  | "data folder"
  | "telemetry writer"
  | "telemetry reader";

export interface Trouble {
  readonly part: Part;
  /** UTC milliseconds of the first failure in a row. */
  readonly since: number;
}

/** What could not be done the last time that it was tried, and will be tried again. Told here, in /readyz and in /metrics. */
export interface Troubles {
  /** The first failure is a line of the log, further ones are counted and told once a minute: the log may lie on the disk that is full. */
  failed(part: Part, fault: unknown, message: string): void;
  /** It went well again; costs nothing where there was no trouble. */
  over(part: Part): void;
  standing(): readonly Trouble[];
  /** Failures since the start. */
  total(): number;
}

interface Held {
  readonly since: number;
  toldAt: number;
  untold: number;
}

const tellAgainMs = 60_000;

export const openTroubles = (log: TroubleLog, now: () => number, uptime: () => number): Troubles => {
  const held = new Map<Part, Held>();
  let total = 0;
  return {
    failed(part, fault, message) {
      total += 1;
      const known = held.get(part);
      if (known && uptime() - known.toldAt < tellAgainMs) {
        known.untold += 1;
        return;
      }
      const more = known && known.untold > 0 ? { more: known.untold } : {};
      held.set(part, { since: known?.since ?? now(), toldAt: uptime(), untold: 0 });
      log.error({ part, err: fault, ...more }, message);
    },
    over(part) {
      const known = held.get(part);
      if (!known) return;
      held.delete(part);
      log.info({ part, since: new Date(known.since).toISOString() }, `${part}: in order again`);
    },
    standing: () => Array.from(held, ([part, { since }]) => ({ part, since })),
    total: () => total,
  };
};
