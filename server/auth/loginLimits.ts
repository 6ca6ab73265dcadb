import { limits } from "#contract/limits.ts";
import { type Attempt, type Counted, openAttempts } from "#server/auth/attempts.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import type { ShortLived } from "#server/shortLived/shortLived.ts";

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
  begin(who: Answerer): Promise<Attempt>;
}

interface Everywhere {
  /** What is answered: each counts apart. */
  readonly name: string;
  /** How many wrong answers from anywhere but known browsers lock the account for these. */
  readonly allowed: number;
  /** Whether an address that got nothing wrong itself still has one try. */
  readonly oneEach: boolean;
}

/** What is asked for first. Anybody may be wrong there, and must not keep out who is right. */
export const passwordLimits: Everywhere = { name: "password", allowed: limits.login.perAccount * 10, oneEach: true };

/** What is asked for behind a right password. Addresses are cheap for who has that, and six digits are few: nobody has a try of their own. */
export const factorLimits: Everywhere = { name: "factor", allowed: limits.login.perAccount * 2, oneEach: false };

/**
 * Counts wrong answers against who gives them: a browser or session that is known by itself, everybody else by account and address, and
 * besides by address, and by account from anywhere. What strangers get wrong elsewhere leaves an address that got nothing wrong itself one
 * try where the limits say so, and what they get wrong behind the same address leaves it those accounts that signed in from there before.
 */
export const openLoginLimits = (shortLived: ShortLived, everywhere: Everywhere = passwordLimits): LoginLimits => {
  const attempts = openAttempts(shortLived, everywhere.name);
  return {
    begin({ account, address, known, familiar = false }) {
      const named = account.toLowerCase();
      const block = addressBlock(address);
      const own = known === undefined ? `account ${named} ${block}` : `known ${named} ${known}`;
      const counted: Counted[] = [{ key: own, allowed: limits.login.perAccount, cleared: true }];
      if (known !== undefined) return attempts.begin(counted, ({ isLocked }) => isLocked(own));
      const [spread, from] = [`spread ${named}`, `address ${block}`];
      counted.push({ key: spread, allowed: everywhere.allowed, cleared: true });
      counted.push({ key: from, allowed: limits.login.perAddress, cleared: false });
      return attempts.begin(counted, ({ isLocked, failures }) => {
        if (isLocked(own)) return true;
        const keptOut = !everywhere.oneEach || failures(own) > 0;
        return (isLocked(spread) && keptOut) || (isLocked(from) && !familiar);
      });
    },
  };
};
