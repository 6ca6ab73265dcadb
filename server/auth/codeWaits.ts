import { limits } from "#contract/limits.ts";
import { type Asker, countedAs } from "#server/auth/asker.ts";
import { oneMore, overAt, released, type Sent, waitLeft, waitOfPlace, waitTo } from "#server/auth/growingWaits.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Kind, ShortLived } from "#server/shortLived/shortLived.ts";

interface Asked {
  readonly purpose: string;
  readonly phone: string;
  readonly asker: Asker;
  readonly waitSeconds: number;
}

export interface CodeWaits {
  /** Counts one more code, or refuses. Answers how long to wait for the next, in seconds. */
  take(asked: Asked): Promise<number>;
  /** The code did not go out: it may be asked for again at once, and counts all the same. */
  release(asked: Asked): Promise<void>;
}

const kind: Kind<Sent> = { name: "codeWait" };
const { perPhonePerHour, perAddressPerHour } = limits.phoneCode;

const keysOf = ({ purpose, phone, asker }: Asked): { phoneKey: string; placeKey: string } =>
  asker.known === undefined
    ? { phoneKey: `phone ${purpose} ${phone}`, placeKey: `place ${purpose} ${addressBlock(asker.address)}` }
    : { phoneKey: `phone ${purpose} ${phone} ${countedAs(asker)}`, placeKey: `place ${purpose} ${countedAs(asker)}` };

/**
 * How often codes may be asked for. Each purpose counts apart, and so does everybody who is known: strangers share the waits of a phone
 * and of an address among themselves.
 */
export const openCodeWaits = (shortLived: ShortLived): CodeWaits => ({
  take(asked) {
    const { phoneKey, placeKey } = keysOf(asked);
    const isKnown = asked.asker.known !== undefined;
    return shortLived.step(kind, [phoneKey, placeKey], (held) => {
      const now = shortLived.now();
      const left = Math.max(waitLeft(held.of(phoneKey), perPhonePerHour, now), waitLeft(held.of(placeKey), perAddressPerHour, now));
      if (left === Number.POSITIVE_INFINITY) throw new Problem("tooMany");
      if (left > 0) throw new Problem("phoneCodeWait", { values: { seconds: Math.ceil(left / 1000) } });
      const place = oneMore(held.of(placeKey), now, (n) => (isKnown ? 0 : waitOfPlace(n)));
      const phone = oneMore(held.of(phoneKey), now, (n) => (isKnown ? asked.waitSeconds : waitTo(asked.waitSeconds, n)));
      held.put(placeKey, place.sent, overAt(place.sent));
      held.put(phoneKey, phone.sent, overAt(phone.sent));
      return phone.seconds;
    });
  },
  release(asked) {
    const { phoneKey } = keysOf(asked);
    return shortLived.step(kind, [phoneKey], (held) => {
      const sent = held.of(phoneKey);
      if (!sent) return;
      const free = released(sent, shortLived.now());
      held.put(phoneKey, free, overAt(free));
    });
  },
});
