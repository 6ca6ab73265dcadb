import { randomUUID } from "node:crypto";

interface FailureLog {
  error(fields: object, message: string): void;
}

export interface FailedCalls {
  /** Tells of a fault that nobody expected; answers the number under which the log has it. */
  note(fault: unknown, call: string): string;
  /** Writes what is still being counted. */
  flush(): void;
}

interface Gathered {
  readonly reference: string;
  /** Those that failed besides the first. */
  more: number;
  lastCall: string;
  readonly timer: NodeJS.Timeout;
}

/** Faults that have lines of their own within a minute; all others share one. */
const mostFaults = 100;
const windowMs = 60_000;

/** Faults are the same that say the same and come from the same place. */
const sameAs = (fault: unknown): string =>
  fault instanceof Error ? `${fault.name} ${fault.message} ${/^\s+at .*$/m.exec(fault.stack ?? "")?.[0] ?? ""}` : String(fault);

/**
 * Keeps a fault that every call meets, as a database that is away, from filling the log: the first is a line, and those that follow within the
 * minute are counted, answered its number, and become one line at its end.
 */
export const openFailedCalls = (log: FailureLog): FailedCalls => {
  const held = new Map<string, Gathered>();
  const close = (key: string): void => {
    const gathered = held.get(key);
    if (!gathered) return;
    held.delete(key);
    clearTimeout(gathered.timer);
    const { reference, more, lastCall } = gathered;
    if (more > 0) log.error({ reference, more, call: lastCall }, "more calls failed alike");
  };
  return {
    note(fault, call) {
      const own = sameAs(fault);
      const key = held.has(own) || held.size < mostFaults ? own : "others";
      const known = held.get(key);
      if (known) {
        known.more += 1;
        known.lastCall = call;
        return known.reference;
      }
      const reference = randomUUID();
      held.set(key, { reference, more: 0, lastCall: call, timer: setTimeout(close, windowMs, key).unref() });
      log.error({ err: fault, call, reference }, "call failed");
      return reference;
    },
    flush() {
      for (const key of [...held.keys()]) close(key);
    },
  };
};
