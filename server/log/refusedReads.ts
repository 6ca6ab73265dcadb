import type { Logger } from "pino";
import { codes } from "#contract/codes.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Operation, OperationLog } from "#server/log/operationLog.ts";

export interface RefusedReads {
  /** The first refusal of a user, call and code is written at once; more within the minute become one row, which says how many and of what. */
  note(operation: Operation): Promise<void>;
  /** A device's realtime values, asked for over the socket. */
  subscription(refusal: { caller: Caller; address: string; deviceId: string; code: "forbidden" | "notFound" }): Promise<void>;
  /** Writes what is still being counted. */
  flush(): Promise<void>;
}

interface Counted {
  more: number;
  asked: string[];
  last: Operation;
  timer: NodeJS.Timeout;
}

const longestAsked = 3000;

/** Keeps refused reads in the operation log, so that a scanner is seen there and cannot fill it. `windowMs`: a minute unless said. */
export const openRefusedReads = (operationLog: OperationLog, log: Logger, now: () => number, windowMs = 60_000): RefusedReads => {
  const windows = new Map<string, Counted>();

  const close = async (key: string): Promise<void> => {
    const counted = windows.get(key);
    if (!counted) return;
    windows.delete(key);
    clearTimeout(counted.timer);
    const { more, asked, last } = counted;
    if (more > 0) await operationLog.write({ ...last, detail: more === 1 ? last.detail : JSON.stringify({ times: more, asked }) });
  };

  const note = async (operation: Operation): Promise<void> => {
    const key = JSON.stringify([operation.userId, operation.call, operation.code]);
    const counted = windows.get(key);
    if (counted) {
      counted.more += 1;
      counted.last = operation;
      const length = counted.asked.reduce((sum, text) => sum + text.length, 0);
      if (length + operation.detail.length <= longestAsked && !counted.asked.includes(operation.detail))
        counted.asked.push(operation.detail);
      return;
    }
    const timer = setTimeout(() => {
      close(key).catch((fault: unknown) => log.error({ err: fault, part: "operation log" }, "refused reads could not be kept"));
    }, windowMs);
    timer.unref();
    windows.set(key, { more: 0, asked: [], last: operation, timer });
    await operationLog.write(operation);
  };

  return {
    note,
    subscription: ({ caller, address, deviceId, code }) =>
      note({
        at: now(),
        userId: caller.userId,
        account: caller.account,
        userName: caller.userName,
        companyId: caller.companyId,
        address,
        call: "subscibe_device_on",
        detail: JSON.stringify({ deviceId }),
        code: codes[code].code,
        milliseconds: 0,
      }),
    async flush() {
      for (const key of [...windows.keys()]) await close(key);
    },
  };
};
