import { limits } from "#contract/limits.ts";

export interface LoginLimits {
  /** Until when this account or this address has to wait; undefined when it may try. */
  check(account: string, address: string, at: number): { lockedUntil?: number };
  failed(account: string, address: string, at: number): void;
  succeeded(account: string, address: string): void;
}

interface Count {
  failures: number;
  lockedUntil: number;
  last: number;
}

const forgetMs = 3_600_000;
const most = 50_000;

/**
 * Counts failures per account from one address, and per address. A stranger's failures from elsewhere do not lock the owner out; each
 * lock lasts twice as long as the one before it.
 */
export const openLoginLimits = (): LoginLimits => {
  const counts = new Map<string, Count>();
  const keys = (account: string, address: string): [string, number][] => [
    [`account ${account.toLowerCase()} ${address}`, limits.login.perAccount],
    [`spread ${account.toLowerCase()}`, limits.login.perAccount * 10],
    [`address ${address}`, limits.login.perAddress],
  ];
  return {
    check(account, address, at) {
      const until = Math.max(...keys(account, address).map(([key]) => counts.get(key)?.lockedUntil ?? 0));
      return until > at ? { lockedUntil: until } : {};
    },
    failed(account, address, at) {
      if (counts.size > most) for (const [key, count] of counts) if (at - count.last > forgetMs || counts.size > most) counts.delete(key);
      for (const [key, allowed] of keys(account, address)) {
        const before = counts.get(key);
        const failures = before && at - before.last < forgetMs ? before.failures + 1 : 1;
        const locks = Math.floor(failures / allowed);
        const wait = Math.min(limits.login.lockSeconds * 2 ** Math.max(0, locks - 1), limits.login.lockMaxSeconds) * 1000;
        counts.set(key, { failures, last: at, lockedUntil: failures % allowed === 0 ? at + wait : (before?.lockedUntil ?? 0) });
      }
    },
    succeeded(account, address) {
      for (const [key] of keys(account, address).slice(0, 2)) counts.delete(key);
    },
  };
};
