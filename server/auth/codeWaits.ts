import { limits } from "#contract/limits.ts";
import { type Asker, countedAs } from "#server/auth/asker.ts";
import { openGrowingWaits, waitOfPlace, waitTo } from "#server/auth/growingWaits.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { Problem } from "#server/kit/problem.ts";

interface Asked {
  readonly purpose: string;
  readonly phone: string;
  readonly asker: Asker;
  readonly waitSeconds: number;
}

export interface CodeWaits {
  /** Counts one more code, or refuses. Answers how long to wait for the next, in seconds. */
  take(asked: Asked): number;
  /** The code did not go out: it may be asked for again at once, and counts all the same. */
  release(asked: Asked): void;
}

const keysOf = ({ purpose, phone, asker }: Asked): { phoneKey: string; placeKey: string } =>
  asker.known === undefined
    ? { phoneKey: `${purpose} ${phone}`, placeKey: `${purpose} ${addressBlock(asker.address)}` }
    : { phoneKey: `${purpose} ${phone} ${countedAs(asker)}`, placeKey: `${purpose} ${countedAs(asker)}` };

/**
 * How often codes may be asked for. Each purpose counts apart, and so does everybody who is known: strangers share the waits of a phone
 * and of an address among themselves.
 */
export const openCodeWaits = (now: () => number): CodeWaits => {
  const phones = openGrowingWaits(now, limits.phoneCode.perPhonePerHour);
  const places = openGrowingWaits(now, limits.phoneCode.perAddressPerHour);
  return {
    take(asked) {
      const { phoneKey, placeKey } = keysOf(asked);
      const left = Math.max(phones.left(phoneKey), places.left(placeKey));
      if (left === Number.POSITIVE_INFINITY) throw new Problem("tooMany");
      if (left > 0) throw new Problem("phoneCodeWait", { values: { seconds: Math.ceil(left / 1000) } });
      const known = asked.asker.known !== undefined;
      places.count(placeKey, (n) => (known ? 0 : waitOfPlace(n)));
      return phones.count(phoneKey, (n) => (known ? asked.waitSeconds : waitTo(asked.waitSeconds, n)));
    },
    release(asked) {
      phones.release(keysOf(asked).phoneKey);
    },
  };
};
