import type { Later } from "#server/wire/presence.ts";

/** A timer whose work is done when the test says so, however slow the machine is. */
export interface HandTimer {
  readonly later: Later;
  /** Does what is waiting now. */
  run(): void;
  /** Goes on until nothing waits. */
  runAll(): void;
}

export const handTimer = (): HandTimer => {
  const waiting = new Set<() => void>();
  const run = (): void => {
    const due = [...waiting];
    waiting.clear();
    for (const work of due) work();
  };
  return {
    later(work) {
      waiting.add(work);
      return () => void waiting.delete(work);
    },
    run,
    runAll() {
      while (waiting.size > 0) run();
    },
  };
};
