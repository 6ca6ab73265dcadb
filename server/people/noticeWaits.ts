import { limits } from "#contract/limits.ts";
import { oneMore, overAt, type Sent, waitLeft, waitOfPlace, waitTo } from "#server/auth/growingWaits.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Kind, ShortLived } from "#server/shortLived/shortLived.ts";

export interface NoticeWaits {
  /** Counts one change that is told, or refuses it: otherwise there could be one that nobody is told of. */
  change(userId: string): Promise<void>;
  /** Counts one notice to an address; false while it has had enough of them. */
  notice(address: string): Promise<boolean>;
}

const kind: Kind<Sent> = { name: "noticeWait" };
const { perPhonePerHour, perAddressPerHour } = limits.phoneCode;

export const openNoticeWaits = (shortLived: ShortLived): NoticeWaits => {
  /** Counts one more where there may be one. */
  const take = (key: string, perHour: number, wait: (n: number) => number): Promise<boolean> =>
    shortLived.step(kind, [key], (held) => {
      const now = shortLived.now();
      if (waitLeft(held.of(key), perHour, now) > 0) return false;
      const { sent } = oneMore(held.of(key), now, wait);
      held.put(key, sent, overAt(sent));
      return true;
    });
  return {
    async change(userId) {
      if (!(await take(`user ${userId}`, perAddressPerHour, waitOfPlace))) throw new Problem("tooMany");
    },
    notice: (address) => take(`address ${address}`, perPhonePerHour, (n) => waitTo(limits.resend.resetSeconds, n)),
  };
};
