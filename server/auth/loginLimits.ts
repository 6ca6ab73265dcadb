import { limits } from "#contract/limits.ts";
import { type Attempt, type Counted, openAttempts, refusedAttempt } from "#server/auth/attempts.ts";
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

export interface LoginLimits {
  begin(who: Answerer, at: number): Attempt;
}

interface Everywhere {
  /** How many wrong answers from anywhere but known browsers lock the account for these. */
  readonly allowed: number;
  /** Whether an address that got nothing wrong itself still has one try. */
  readonly oneEach: boolean;
}

/** What is asked for first. Anybody may be wrong there, and must not keep out who is right. */
export const passwordLimits: Everywhere = { allowed: limits.login.perAccount * 10, oneEach: true };

/** What is asked for behind a right password. Addresses are cheap for who has that, and six digits are few: nobody has a try of their own. */
export const factorLimits: Everywhere = { allowed: limits.login.perAccount * 2, oneEach: false };

/**
 * Counts wrong answers against who gives them: a browser or session that is known by itself, everybody else by account and address, and
 * besides by address, and by account from anywhere. What strangers get wrong elsewhere leaves an address that got nothing wrong itself one
 * try where the limits say so, and what they get wrong behind the same address leaves it those accounts that signed in from there before.
 */
export const openLoginLimits = (everywhere: Everywhere = passwordLimits): LoginLimits => {
  const attempts = openAttempts();
  return {
    begin({ account, address, known, familiar = false }, at) {
      const named = account.toLowerCase();
      const block = addressBlock(address);
      const own = known === undefined ? `account ${named} ${block}` : `known ${named} ${known}`;
      const counted: Counted[] = [{ key: own, allowed: limits.login.perAccount, cleared: true }];
      if (attempts.isLocked(own, at)) return refusedAttempt;
      if (known === undefined) {
        const [spread, from] = [`spread ${named}`, `address ${block}`];
        const keptOut = !everywhere.oneEach || attempts.failures(own, at) > 0;
        if (attempts.isLocked(spread, at) && keptOut) return refusedAttempt;
        if (attempts.isLocked(from, at) && !familiar) return refusedAttempt;
        counted.push({ key: spread, allowed: everywhere.allowed, cleared: true });
        counted.push({ key: from, allowed: limits.login.perAddress, cleared: false });
      }
      return attempts.begin(counted, at);
    },
  };
};
