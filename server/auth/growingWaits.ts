import { limits } from "#contract/limits.ts";

/** How many were sent within the hour, and until when there may be no other; milliseconds of one clock. */
export interface Sent {
  readonly times: readonly number[];
  readonly until: number;
}

const hourMs = 3_600_000;
const { phoneCode } = limits;

const recent = (sent: Sent | undefined, now: number): readonly number[] => (sent?.times ?? []).filter((at) => now - at < hourMs);

/** The wait behind the n-th text of the hour to one address: the specified one, and from the third on twice as long each time. */
export const waitTo = (seconds: number, n: number): number =>
  Math.max(seconds, Math.min(seconds * 2 ** Math.max(0, n - 2), phoneCode.longestWaitSeconds));

/** The wait behind the n-th text of the hour that one place asked for: none for many, then longer and longer, so that it never ends for an hour. */
export const waitOfPlace = (n: number): number =>
  n < phoneCode.freePerAddress
    ? 0
    : Math.min(phoneCode.addressWaitSeconds * 2 ** (n - phoneCode.freePerAddress), phoneCode.longestAddressWaitSeconds);

/** Milliseconds until there may be another; endless when the hour is used up. */
export const waitLeft = (sent: Sent | undefined, perHour: number, now: number): number =>
  sent === undefined ? 0 : recent(sent, now).length >= perHour ? Number.POSITIVE_INFINITY : Math.max(0, sent.until - now);

/** One more of the hour. `wait` says how many seconds to wait behind the n-th. */
export const oneMore = (sent: Sent | undefined, now: number, wait: (n: number) => number): { sent: Sent; seconds: number } => {
  const times = [...recent(sent, now), now];
  const seconds = wait(times.length);
  return { sent: { times, until: now + seconds * 1000 }, seconds };
};

/** There may be another at once; the one before counts all the same. */
export const released = (sent: Sent, now: number): Sent => ({ ...sent, until: now });

/** From when on nothing is to be known of it. */
export const overAt = ({ times, until }: Sent): number => Math.max(until, (times.at(-1) ?? 0) + hourMs);
