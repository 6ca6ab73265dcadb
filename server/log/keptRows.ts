import type { Logger } from "pino";
import type { Operation, OperationLog } from "#server/log/operationLog.ts";
import type { Troubles } from "#server/system/troubles.ts";

export interface KeptRows extends OperationLog {
  /** Resolves once the row is written, or kept to be written later: what it tells of is done already. */
  write(operation: Operation): Promise<void>;
  /** So many rows wait to be written that nothing more may be done that would need one. */
  full(): boolean;
  /** Tries once more; what cannot be written even now stands in the process's own log. */
  stop(): Promise<void>;
}

interface Parts {
  readonly operationLog: OperationLog;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  readonly log: Pick<Logger, "error">;
  readonly pauseMs?: number;
  /** Rows that may wait. */
  readonly most?: number;
}

const longestPauseMs = 30_000;

/** Loses no row of what was done: one that cannot be written is a trouble, and is tried again until it is. */
export const keepRows = ({ operationLog, troubles, log, pauseMs = 500, most = 1000 }: Parts): KeptRows => {
  const kept = new Set<Operation>();
  let timer: NodeJS.Timeout | undefined;
  let pause = pauseMs;
  let stopped = false;

  const attempt = async (operation: Operation): Promise<void> => {
    try {
      await operationLog.write(operation);
      kept.delete(operation);
    } catch (fault) {
      kept.add(operation);
      troubles.failed("operation log rows", fault, "what was done could not be written into the operation log, will be tried again");
      plan();
    }
  };
  const attemptAll = async (): Promise<void> => {
    for (const operation of [...kept]) await attempt(operation);
    if (kept.size > 0) return;
    pause = pauseMs;
    troubles.over("operation log rows");
  };
  const plan = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(async () => {
      pause = Math.min(longestPauseMs, pause * 2);
      await attemptAll();
      timer = undefined;
      if (kept.size > 0) plan();
    }, pause).unref();
  };

  return {
    write: attempt,
    full: () => kept.size >= most,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await attemptAll();
      for (const operation of kept)
        log.error({ part: "operation log rows", operation }, "a row of the operation log could not be written: it stands here alone");
    },
  };
};
