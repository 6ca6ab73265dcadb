import { limits } from "#contract/limits.ts";

/** How long one is to wait behind what was sent, by name. */
export interface GrowingWaits {
  /** Milliseconds until there may be another; endless when the hour is used up. */
  left(key: string): number;
  /** Counts one more of the hour. `wait` says how many seconds to wait behind the n-th; they are answered. */
  count(key: string, wait: (n: number) => number): number;
  /** There may be another at once; the one before counts all the same. */
  release(key: string): void;
}

const hourMs = 3_600_000;
const most = 10_000;
const { phoneCode } = limits;

/** The wait behind the n-th text of the hour to one address: the specified one, and from the third on twice as long each time. */
export const waitTo = (seconds: number, n: number): number =>
  Math.max(seconds, Math.min(seconds * 2 ** Math.max(0, n - 2), phoneCode.longestWaitSeconds));

/** The wait behind the n-th text of the hour that one place asked for: none for many, then longer and longer, so that it never ends for an hour. */
export const waitOfPlace = (n: number): number =>
  n < phoneCode.freePerAddress
    ? 0
    : Math.min(phoneCode.addressWaitSeconds * 2 ** (n - phoneCode.freePerAddress), phoneCode.longestAddressWaitSeconds);

export const openGrowingWaits = (now: () => number, perHour: number): GrowingWaits => {
  const sent = new Map<string, { times: number[]; until: number }>();
  /** Not before twice as many are there as were left: what is asked for does not pay for all that others asked for. */
  let sweepAt = most;
  const recent = (times: readonly number[]): number[] => times.filter((at) => now() - at < hourMs);
  const sweep = (): void => {
    for (const [key, { times, until }] of sent) if (until <= now() && recent(times).length === 0) sent.delete(key);
    sweepAt = Math.max(most, sent.size * 2);
  };
  return {
    left(key) {
      const held = sent.get(key);
      if (!held) return 0;
      return recent(held.times).length >= perHour ? Number.POSITIVE_INFINITY : Math.max(0, held.until - now());
    },
    count(key, wait) {
      if (sent.size > sweepAt) sweep();
      const times = [...recent(sent.get(key)?.times ?? []), now()];
      const seconds = wait(times.length);
      sent.set(key, { times, until: now() + seconds * 1000 });
      return seconds;
    },
    release(key) {
      const held = sent.get(key);
      if (held) held.until = now();
    },
  };
};
