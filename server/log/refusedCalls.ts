import { codes } from "#contract/codes.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Operation, OperationLog } from "#server/log/operationLog.ts";
import type { Troubles } from "#server/system/troubles.ts";

export interface RefusedCalls {
  /**
   * The first refusal of a user, address, call and code is written at once; more within the minute become one row, which says how many
   * and of what.
   */
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
  closed: () => void;
}

interface Row {
  /** What it is counted under. */
  readonly key: string;
  readonly kept: Operation;
  /** Whose room it takes. */
  readonly owners: readonly string[];
}

const longestAsked = 3000;
/** Rows of a minute for one user, for one address of strangers, and for all strangers together; what is beyond shares one. */
const rows = { perUser: 40, perAddress: 8, strangers: 400 };
const everyStranger = "strangers";

/**
 * Keeps refused calls of users and whatever strangers are refused in the operation log, so that a scanner is seen there and cannot fill
 * it. `windowMs`: a minute unless said.
 */
export const openRefusedCalls = (
  operationLog: OperationLog,
  troubles: Pick<Troubles, "failed" | "over">,
  now: () => number,
  windowMs = 60_000,
): RefusedCalls => {
  const windows = new Map<string, Counted>();
  /** Rows that are being counted, by whose room they take. */
  const taken = new Map<string, number>();
  const roomOf = (owner: string, most: number): boolean => (taken.get(owner) ?? 0) < most;
  const take = (owners: readonly string[]): void => {
    for (const owner of owners) taken.set(owner, (taken.get(owner) ?? 0) + 1);
  };
  const giveBack = (owners: readonly string[]): void => {
    for (const owner of owners) {
      const left = (taken.get(owner) ?? 1) - 1;
      if (left > 0) taken.set(owner, left);
      else taken.delete(owner);
    }
  };

  const open = (key: string, counted: Omit<Counted, "timer">): void => {
    windows.set(key, { ...counted, timer: setTimeout(() => void close(key), windowMs).unref() });
  };

  /** What could not be written is counted on, and tried again when the window is over. */
  const again = (key: string, unwritten: Omit<Counted, "timer">, fault: unknown): void => {
    troubles.failed("refused calls", fault, "refused calls could not be kept, will be tried again");
    const since = windows.get(key);
    if (since) clearTimeout(since.timer);
    open(key, {
      more: unwritten.more + (since?.more ?? 0),
      asked: [...new Set([...unwritten.asked, ...(since?.asked ?? [])])],
      last: since?.last ?? unwritten.last,
      closed() {
        unwritten.closed();
        since?.closed();
      },
    });
  };

  const close = async (key: string): Promise<void> => {
    const counted = windows.get(key);
    if (!counted) return;
    windows.delete(key);
    clearTimeout(counted.timer);
    const { more, asked, last, closed } = counted;
    if (more === 0) return closed();
    try {
      const told = { times: more, asked: more === 1 ? [last.detail] : asked, last: new Date(last.at).toISOString() };
      await operationLog.write({ ...last, at: now(), detail: JSON.stringify(told) });
      troubles.over("refused calls");
      closed();
    } catch (fault) {
      again(key, counted, fault);
    }
  };

  const count = (counted: Counted, operation: Operation): void => {
    counted.more += 1;
    counted.last = operation;
    const length = counted.asked.reduce((sum, text) => sum + text.length, 0);
    if (length + operation.detail.length <= longestAsked && !counted.asked.includes(operation.detail)) counted.asked.push(operation.detail);
  };

  const gather = async ({ key, kept, owners }: Row): Promise<void> => {
    const counted = windows.get(key);
    if (counted) return count(counted, kept);
    take(owners);
    open(key, { more: 0, asked: [], last: kept, closed: () => giveBack(owners) });
    try {
      await operationLog.write(kept);
    } catch (fault) {
      again(key, { more: 1, asked: [kept.detail], last: kept, closed: () => undefined }, fault);
    }
  };

  /** What a row says that is shared by several calls. */
  const sharedOf = (operation: Operation): Operation => {
    const { call, code, detail } = operation;
    return { ...operation, companies: "", detail: JSON.stringify({ call, code, detail }) };
  };

  const note = (operation: Operation): Promise<void> => {
    const { userId, address, call, code, companies = "" } = operation;
    const owner = JSON.stringify(["user", userId]);
    const key = JSON.stringify(["user", userId, addressBlock(address), call, code, companies]);
    const own = windows.has(key) || roomOf(owner, rows.perUser);
    return gather({ owners: [owner], ...(own ? { key, kept: operation } : { key: owner, kept: sharedOf(operation) }) });
  };

  /** A row of its own while there is room; otherwise one with others, which is nobody's but the platform's. */
  const stranger = (operation: Operation): Promise<void> => {
    const { address, call, code, companyId } = operation;
    const block = addressBlock(address);
    const owner = JSON.stringify(["stranger", block]);
    const key = JSON.stringify(["stranger", block, call, code, companyId]);
    const room = roomOf(everyStranger, rows.strangers);
    const own = windows.has(key) || (room && roomOf(owner, rows.perAddress));
    const shared = { key: room ? owner : everyStranger, kept: { ...sharedOf(operation), account: "", userName: "", companyId: null } };
    return gather({ owners: [owner, everyStranger], ...(own ? { key, kept: operation } : shared) });
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
