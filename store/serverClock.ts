/** The server's time as this page knows it: the browser's clock, put right by what the server says of its own. */
export interface ServerClock {
  /** Epoch milliseconds: "now" for ages, days, ranges and countdowns. */
  now(): number;
  /** The server's time of an instant by the browser's clock. */
  at(local: number): number;
  /** Milliseconds that the browser's clock is ahead of the server's; below zero when it is behind. */
  ahead(): number;
  /**
   * The server said `time`, true to `within` milliseconds, in an answer that was asked for at `sent` and was there at `received` (both by the
   * browser's clock). What is known already stays while it fits, so that "now" does not jump with every answer.
   */
  heard(time: number, sent: number, received: number, within?: number): void;
  /** What an earlier page of this tab knew, until the server is heard. */
  assume(ahead: number): void;
  /** Called whenever `ahead` has changed. */
  subscribe(listener: () => void): () => void;
}

export const openServerClock = (local: () => number): ServerClock => {
  let ahead = 0;
  const listeners = new Set<() => void>();
  const become = (next: number): void => {
    if (next === ahead) return;
    ahead = next;
    for (const listener of listeners) listener();
  };
  return {
    now: () => local() - ahead,
    at: (instant) => instant - ahead,
    ahead: () => ahead,
    heard(time, sent, received, within = 0) {
      if (!Number.isFinite(time) || received < sent) return;
      become(Math.min(Math.max(ahead, sent - time - within), received - time));
    },
    assume: become,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The page's one clock. */
export const serverClock = openServerClock(() => Date.now());

export const serverNow = (): number => serverClock.now();
