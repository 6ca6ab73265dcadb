import { limits } from "#contract/limits.ts";
import type { Held, Kind, ShortLived } from "#server/shortLived/shortLived.ts";

/** A try that counts as wrong from its beginning, so that no number of tries at once passes a limit. */
export interface Attempt {
  /** False when nothing may be judged now. */
  readonly allowed: boolean;
  /** It was right: what this answerer got wrong is forgotten. */
  right(): Promise<void>;
  /** It was neither right nor wrong, for more is asked: it does not count. */
  takeBack(): Promise<void>;
}

/** Under which name a try counts, and how many wrong ones lock it. */
export interface Counted {
  readonly key: string;
  readonly allowed: number;
  /** Whether a right one clears it. */
  readonly cleared: boolean;
}

/** What was got wrong so far. */
export interface Counts {
  isLocked(key: string): boolean;
  failures(key: string): number;
}

export interface Attempts {
  /**
   * Begins a try that counts under all of these, unless `refuses` says that nothing may be judged now. Deciding and counting are one step.
   */
  begin(counted: readonly Counted[], refuses: (counts: Counts) => boolean): Promise<Attempt>;
}

interface Count {
  readonly failures: number;
  readonly lockedUntil: number;
  /** When it is forgotten. */
  readonly until: number;
}

const forgetMs = 3_600_000;
const most = 50_000;
const fresh: Count = { failures: 0, lockedUntil: 0, until: 0 };

const nothing = (): Promise<void> => Promise.resolve();
const refusedAttempt: Attempt = { allowed: false, right: nothing, takeBack: nothing };

/** Counts wrong tries by name, apart from those of other kinds. Each lock lasts twice as long as the one before it. */
export const openAttempts = (shortLived: ShortLived, name: string): Attempts => {
  const kind: Kind<Count> = { name, most };
  const { now } = shortLived;
  const put = (held: Held<Count>, key: string, count: Count): void => {
    if (count.failures === 0 && count.lockedUntil <= now()) held.drop(key);
    else held.put(key, count, count.until);
  };
  /** Counts a failure, and answers what was there before and until when it locks now. */
  const count = (held: Held<Count>, { key, allowed }: Counted): { key: string; before: Count; lockedUntil: number } => {
    const before = held.of(key) ?? fresh;
    const failures = before.failures + 1;
    const locks = Math.floor(failures / allowed);
    const wait = Math.min(limits.login.lockSeconds * 2 ** Math.max(0, locks - 1), limits.login.lockMaxSeconds) * 1000;
    const lockedUntil = failures % allowed === 0 ? now() + wait : before.lockedUntil;
    put(held, key, { failures, lockedUntil, until: now() + forgetMs });
    return { key, before, lockedUntil };
  };
  return {
    async begin(counted, refuses) {
      const keys = counted.map(({ key }) => key);
      const begun = await shortLived.step(kind, keys, (held) => {
        const counts: Counts = {
          isLocked: (key) => (held.of(key)?.lockedUntil ?? 0) > now(),
          failures: (key) => held.of(key)?.failures ?? 0,
        };
        return refuses(counts) ? undefined : counted.map((each) => count(held, each));
      });
      if (!begun) return refusedAttempt;
      let isOpen = true;
      const end = async (cleared: readonly string[]): Promise<void> => {
        if (!isOpen) return;
        isOpen = false;
        await shortLived.step(kind, keys, (held) => {
          for (const { key, before, lockedUntil } of begun) {
            const there = held.of(key);
            if (cleared.includes(key)) held.drop(key);
            else if (there)
              put(held, key, {
                ...there,
                failures: Math.max(0, there.failures - 1),
                lockedUntil: there.lockedUntil === lockedUntil ? before.lockedUntil : there.lockedUntil,
              });
          }
        });
      };
      return {
        allowed: true,
        takeBack: () => end([]),
        right: () => end(counted.filter(({ cleared }) => cleared).map(({ key }) => key)),
      };
    },
  };
};
