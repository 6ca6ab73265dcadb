import { limits } from "#contract/limits.ts";
import { openGrowingWaits, waitOfPlace, waitTo } from "#server/auth/growingWaits.ts";
import { Problem } from "#server/kit/problem.ts";

export interface NoticeWaits {
  /** Counts one change that is told, or refuses it: otherwise there could be one that nobody is told of. */
  change(userId: string): void;
  /** Counts one notice to an address; false while it has had enough of them. */
  notice(address: string): boolean;
}

export const openNoticeWaits = (now: () => number): NoticeWaits => {
  const addresses = openGrowingWaits(now, limits.phoneCode.perPhonePerHour);
  const users = openGrowingWaits(now, limits.phoneCode.perAddressPerHour);
  return {
    change(userId) {
      if (users.left(userId) > 0) throw new Problem("tooMany");
      users.count(userId, waitOfPlace);
    },
    notice(address) {
      if (addresses.left(address) > 0) return false;
      addresses.count(address, (n) => waitTo(limits.resend.resetSeconds, n));
      return true;
    },
  };
};
