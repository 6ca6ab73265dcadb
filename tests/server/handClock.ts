import type { Later } from "#server/wire/presence.ts";

/** A clock and its timers that go on when the test says so. */
export interface HandClock {
  readonly now: () => number;
  readonly later: Later;
  /** Moves the clock on; what falls due on the way is done in order, at its own time. */
  pass(milliseconds: number): void;
}

export const handClock = (start = Date.now()): HandClock => {
  let at = start;
  const waiting = new Set<{ due: number; work: () => void }>();
  return {
    now: () => at,
    later(work, milliseconds) {
      const entry = { due: at + milliseconds, work };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass(milliseconds) {
      const end = at + milliseconds;
      for (;;) {
        const [next] = [...waiting].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due);
        if (!next) break;
        waiting.delete(next);
        at = Math.max(at, next.due);
        next.work();
      }
      at = end;
    },
  };
};
