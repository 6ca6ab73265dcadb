import { limits } from "#contract/limits.ts";

/** A try that counts as wrong from its beginning, so that no number of tries at once passes a limit. */
export interface Attempt {
  /** False when nothing may be judged now. */
  readonly allowed: boolean;
  /** It was right: what this answerer got wrong is forgotten. */
  right(): void;
  /** It was neither right nor wrong, for more is asked: it does not count. */
  takeBack(): void;
}

/** Under which name a try counts, and how many wrong ones lock it. */
export interface Counted {
  readonly key: string;
  readonly allowed: number;
  /** Whether a right one clears it. */
  readonly cleared: boolean;
}

export interface Attempts {
  isLocked(key: string, at: number): boolean;
  failures(key: string, at: number): number;
  begin(counted: readonly Counted[], at: number): Attempt;
}

interface Count {
  failures: number;
  lockedUntil: number;
  last: number;
}

const forgetMs = 3_600_000;
const most = 50_000;
/** So many fewer that walking through all of them pays off. */
const kept = 40_000;
const fresh: Count = { failures: 0, lockedUntil: 0, last: 0 };

export const refusedAttempt: Attempt = { allowed: false, right: () => undefined, takeBack: () => undefined };

/** Counts wrong tries by name. Each lock lasts twice as long as the one before it. */
export const openAttempts = (): Attempts => {
  const counts = new Map<string, Count>();
  const countOf = (key: string, at: number): Count => {
    const count = counts.get(key);
    return count && at - count.last < forgetMs ? count : fresh;
  };
  const forget = (at: number): void => {
    if (counts.size <= most) return;
    for (const [key, { last }] of counts) if (at - last >= forgetMs) counts.delete(key);
    for (const key of counts.keys()) {
      if (counts.size <= kept) return;
      counts.delete(key);
    }
  };
  /** Counts a failure, and answers what takes it back. */
  const count = ({ key, allowed }: Counted, at: number): (() => void) => {
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
    isLocked: (key, at) => countOf(key, at).lockedUntil > at,
    failures: (key, at) => countOf(key, at).failures,
    begin(counted, at) {
      forget(at);
      const backs = counted.map((each) => count(each, at));
      const takeBack = (): void => {
        for (const back of backs.splice(0)) back();
      };
      return {
        allowed: true,
        takeBack,
        right() {
          takeBack();
          for (const { key, cleared } of counted) if (cleared) counts.delete(key);
        },
      };
    },
  };
};
