import { limits } from "#contract/limits.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";

/** Who answers for an account. */
export interface Answerer {
  readonly account: string;
  readonly address: string;
  /** The session, or the browser that has signed in to this account before: it is counted by itself, and strangers' tries do not stop it. */
  readonly known?: string | undefined;
  /** Whether the account signed in from this address before. */
  readonly familiar?: boolean;
}

/** A try that counts as wrong from its beginning, so that no number of tries at once passes a limit. */
export interface Attempt {
  /** False when nothing may be judged now. */
  readonly allowed: boolean;
  /** It was right: what this answerer got wrong is forgotten. */
  right(): void;
  /** It was neither right nor wrong, for more is asked: it does not count. */
  takeBack(): void;
}

export interface LoginLimits {
  begin(who: Answerer, at: number): Attempt;
}

interface Count {
  failures: number;
  lockedUntil: number;
  last: number;
}

const forgetMs = 3_600_000;
const most = 50_000;
const fresh: Count = { failures: 0, lockedUntil: 0, last: 0 };
const refused: Attempt = { allowed: false, right: () => undefined, takeBack: () => undefined };

/**
 * Counts wrong answers against who gives them: a browser or session that is known by itself, everybody else by account and address, and
 * besides by address, and by account from anywhere. Each lock lasts twice as long as the one before it. What strangers get wrong elsewhere leaves an address that got
 * nothing wrong itself one try, and what they get wrong behind the same address leaves it those accounts that signed in from there before.
 */
export const openLoginLimits = (): LoginLimits => {
  const counts = new Map<string, Count>();
  const countOf = (key: string, at: number): Count => {
    const count = counts.get(key);
    return count && at - count.last < forgetMs ? count : fresh;
  };
  const sweep = (at: number): void => {
    for (const [key, count] of counts) if (at - count.last > forgetMs || counts.size > most) counts.delete(key);
  };
  /** Counts a failure, and answers what takes it back. */
  const counted = (key: string, allowed: number, at: number): (() => void) => {
    const before = countOf(key, at);
    const failures = before.failures + 1;
    const locks = Math.floor(failures / allowed);
    const wait = Math.min(limits.login.lockSeconds * 2 ** Math.max(0, locks - 1), limits.login.lockMaxSeconds) * 1000;
    const lockedUntil = failures % allowed === 0 ? at + wait : before.lockedUntil;
    counts.set(key, { failures, last: at, lockedUntil });
    return () => {
      const now = counts.get(key);
      if (now)
        counts.set(key, {
          ...now,
          failures: Math.max(0, now.failures - 1),
          lockedUntil: now.lockedUntil === lockedUntil ? before.lockedUntil : now.lockedUntil,
        });
    };
  };
  return {
    begin({ account, address, known, familiar = false }, at) {
      if (counts.size > most) sweep(at);
      const named = account.toLowerCase();
      const block = addressBlock(address);
      const own = known === undefined ? `account ${named} ${block}` : `known ${named} ${known}`;
      const [spread, from] = [`spread ${named}`, `address ${block}`];
      const isLocked = (key: string): boolean => countOf(key, at).lockedUntil > at;
      if (isLocked(own)) return refused;
      if (known === undefined) {
        if (isLocked(spread) && countOf(own, at).failures > 0) return refused;
        if (isLocked(from) && !familiar) return refused;
      }
      const backs = [counted(own, limits.login.perAccount, at)];
      if (known === undefined) backs.push(counted(spread, limits.login.perAccount * 10, at), counted(from, limits.login.perAddress, at));
      const takeBack = (): void => {
        for (const back of backs.splice(0)) back();
      };
      return {
        allowed: true,
        takeBack,
        right() {
          takeBack();
          counts.delete(own);
          if (known === undefined) counts.delete(spread);
        },
      };
    },
  };
};
