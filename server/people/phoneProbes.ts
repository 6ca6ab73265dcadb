import { limits } from "#contract/limits.ts";
import { type Attempt, openAttempts, refusedAttempt } from "#server/auth/attempts.ts";
import type { Caller } from "#server/kit/caller.ts";

/** Phones that were typed in and turned out to be accounts of other organisations: each tells that there is such an account. */
export interface PhoneProbes {
  /** Counts as a find until it is taken back. */
  begin(caller: Pick<Caller, "userId" | "companyId">, at: number): Attempt;
}

/** Finds that lock who made them, and the organisation that they belong to, whose users cost nothing. */
const { perAccount } = limits.login;
const perCompany = perAccount * 4;

export const openPhoneProbes = (): PhoneProbes => {
  const attempts = openAttempts();
  return {
    begin({ userId, companyId }, at) {
      const counted = [
        { key: `user ${userId}`, allowed: perAccount, cleared: false },
        { key: `company ${companyId}`, allowed: perCompany, cleared: false },
      ];
      return counted.some(({ key }) => attempts.isLocked(key, at)) ? refusedAttempt : attempts.begin(counted, at);
    },
  };
};
