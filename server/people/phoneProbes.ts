import { limits } from "#contract/limits.ts";
import { type Attempt, openAttempts } from "#server/auth/attempts.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { ShortLived } from "#server/shortLived/shortLived.ts";

/** Phones that were typed in and turned out to be accounts of other organisations: each tells that there is such an account. */
export interface PhoneProbes {
  /** Counts as a find until it is taken back. */
  begin(caller: Pick<Caller, "userId" | "companyId">): Promise<Attempt>;
}

/** Finds that lock who made them, and the organisation that they belong to, whose users cost nothing. */
const { perAccount } = limits.login;
const perCompany = perAccount * 4;

export const openPhoneProbes = (shortLived: ShortLived): PhoneProbes => {
  const attempts = openAttempts(shortLived, "phoneProbe");
  return {
    begin({ userId, companyId }) {
      const counted = [
        { key: `user ${userId}`, allowed: perAccount, cleared: false },
        { key: `company ${companyId}`, allowed: perCompany, cleared: false },
      ];
      return attempts.begin(counted, ({ isLocked }) => counted.some(({ key }) => isLocked(key)));
    },
  };
};
