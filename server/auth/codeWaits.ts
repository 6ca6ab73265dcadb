import { limits } from "#contract/limits.ts";
import { type Asker, countedAs } from "#server/auth/asker.ts";
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

const hourMs = 3_600_000;
const most = 10_000;
const { phoneCode } = limits;

/** The wait behind the n-th code of the hour that strangers asked for to one phone: the specified one, and from the third on twice as long each time. */
const phoneWait = (seconds: number, n: number): number =>
  Math.max(seconds, Math.min(seconds * 2 ** Math.max(0, n - 2), phoneCode.longestWaitSeconds));

/** The wait behind the n-th code of the hour for one address: none for many, then longer and longer, so that it never ends for an hour. */
const addressWait = (n: number): number =>
  n < phoneCode.freePerAddress
    ? 0
    : Math.min(phoneCode.addressWaitSeconds * 2 ** (n - phoneCode.freePerAddress), phoneCode.longestAddressWaitSeconds);

/**
 * How often codes may be asked for. Each purpose counts apart, and so does everybody who is known: strangers share the waits of a phone
 * and of an address among themselves.
 */
export const openCodeWaits = (now: () => number): CodeWaits => {
  const sent = new Map<string, number[]>();
  const waits = new Map<string, number>();
  const recent = (key: string): number[] => (sent.get(key) ?? []).filter((at) => now() - at < hourMs);
  const keysOf = ({ purpose, phone, asker }: Asked): { phoneKey: string; placeKey: string } =>
    asker.known === undefined
      ? { phoneKey: `${purpose} ${phone}`, placeKey: `${purpose} ${addressBlock(asker.address)}` }
      : { phoneKey: `${purpose} ${phone} ${countedAs(asker)}`, placeKey: `${purpose} ${countedAs(asker)}` };
  const sweep = (): void => {
    for (const [key, until] of waits) if (until <= now()) waits.delete(key);
    for (const key of sent.keys()) if (recent(key).length === 0) sent.delete(key);
  };
  const count = (key: string): number => {
    const times = [...recent(key), now()];
    sent.set(key, times);
    return times.length;
  };
  return {
    take(asked) {
      const { phoneKey, placeKey } = keysOf(asked);
      if (sent.size > most) sweep();
      if (recent(phoneKey).length >= phoneCode.perPhonePerHour || recent(placeKey).length >= phoneCode.perAddressPerHour)
        throw new Problem("tooMany");
      const until = Math.max(waits.get(phoneKey) ?? 0, waits.get(placeKey) ?? 0);
      if (until > now()) throw new Problem("phoneCodeWait", { values: { seconds: Math.ceil((until - now()) / 1000) } });
      const known = asked.asker.known !== undefined;
      const toPhone = count(phoneKey);
      const seconds = known ? asked.waitSeconds : phoneWait(asked.waitSeconds, toPhone);
      waits.set(phoneKey, now() + seconds * 1000);
      const fromPlace = count(placeKey);
      if (!known) waits.set(placeKey, now() + addressWait(fromPlace) * 1000);
      return seconds;
    },
    release(asked) {
      waits.delete(keysOf(asked).phoneKey);
    },
  };
};
