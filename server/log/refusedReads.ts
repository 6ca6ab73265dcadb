import { codes } from "#contract/codes.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Operation, OperationLog } from "#server/log/operationLog.ts";
import type { Troubles } from "#server/system/troubles.ts";

export interface RefusedReads {
  /** The first refusal of a user, call and code is written at once; more within the minute become one row, which says how many and of what. */
  note(operation: Operation): Promise<void>;
  /** The same of a stranger's refused call, whatever it is: by address instead of user. */
  stranger(operation: Operation): Promise<void>;
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
  /** Told once nothing more of it waits to be written. */
  closed?: () => void;
}

const longestAsked = 3000;
/** Rows of a minute for one address, and for all strangers together; what is beyond shares one. */
const strangerRows = { perAddress: 8, all: 400 };

/**
 * Keeps refused reads, and whatever strangers are refused, in the operation log, so that a scanner is seen there and cannot fill it.
 * `windowMs`: a minute unless said.
 */
export const openRefusedReads = (
  operationLog: OperationLog,
  troubles: Pick<Troubles, "failed" | "over">,
  now: () => number,
  windowMs = 60_000,
): RefusedReads => {
  const windows = new Map<string, Counted>();
  const strangers = new Map<string, number>();
  let strangersOpen = 0;

  /** What could not be written is counted on and tried again when the next window is over. */
  const close = async (key: string): Promise<void> => {
    const counted = windows.get(key);
    if (!counted) return;
    windows.delete(key);
    clearTimeout(counted.timer);
    const { more, asked, last, closed } = counted;
    if (more === 0) {
      closed?.();
      return;
    }
    try {
      const told = { times: more, asked: more === 1 ? [last.detail] : asked, last: new Date(last.at).toISOString() };
      await operationLog.write({ ...last, at: now(), detail: JSON.stringify(told) });
      troubles.over("refused reads");
      closed?.();
    } catch (fault) {
      troubles.failed("refused reads", fault, "refused reads could not be kept, will be tried again");
      const since = windows.get(key);
      if (since) clearTimeout(since.timer);
      open(key, {
        more: more + (since ? since.more + 1 : 0),
        asked,
        last: since?.last ?? last,
        closed() {
          closed?.();
          since?.closed?.();
        },
      });
    }
  };

  const open = (key: string, counted: Omit<Counted, "timer">): void => {
    windows.set(key, { ...counted, timer: setTimeout(() => void close(key), windowMs).unref() });
  };

  const gather = async (key: string, operation: Operation, closed?: () => void): Promise<void> => {
    const counted = windows.get(key);
    if (counted) {
      counted.more += 1;
      counted.last = operation;
      const length = counted.asked.reduce((sum, text) => sum + text.length, 0);
      if (length + operation.detail.length <= longestAsked && !counted.asked.includes(operation.detail))
        counted.asked.push(operation.detail);
      return;
    }
    open(key, { more: 0, asked: [], last: operation, ...(closed ? { closed } : {}) });
    await operationLog.write(operation);
  };

  const note = (operation: Operation): Promise<void> =>
    gather(JSON.stringify([operation.userId, operation.call, operation.code]), operation);

  /** A row of its own while there is room; otherwise one with others, which is nobody's but the platform's. */
  const strangerRow = (block: string, operation: Operation): { key: string; kept: Operation } => {
    const { call, code, companyId, detail } = operation;
    const own = JSON.stringify(["stranger", block, call, code, companyId]);
    const room = strangersOpen < strangerRows.all && (strangers.get(block) ?? 0) < strangerRows.perAddress;
    if (room || windows.has(own)) return { key: own, kept: operation };
    const shared = JSON.stringify(strangersOpen < strangerRows.all ? ["stranger", block] : ["strangers"]);
    return {
      key: shared,
      kept: { ...operation, account: "", userName: "", companyId: null, detail: JSON.stringify({ call, code, detail }) },
    };
  };

  const stranger = (operation: Operation): Promise<void> => {
    const block = addressBlock(operation.address);
    const { key, kept } = strangerRow(block, operation);
    if (windows.has(key)) return gather(key, kept);
    strangersOpen += 1;
    strangers.set(block, (strangers.get(block) ?? 0) + 1);
    return gather(key, kept, () => {
      strangersOpen -= 1;
      const left = (strangers.get(block) ?? 1) - 1;
      if (left > 0) strangers.set(block, left);
      else strangers.delete(block);
    });
  };

  return {
    note,
    stranger,
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
