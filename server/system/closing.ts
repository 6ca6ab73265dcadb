import type { Logger } from "pino";

export interface Closing {
  /** To be closed before everything that was added earlier. */
  add(name: string, close: () => unknown): void;
  /**
   * Closes all of it, the newest first, within the milliseconds. What fails or takes longer is said and holds up nothing that comes after it:
   * the databases are closed all the same.
   */
  close(withinMs: number): Promise<void>;
}

/** What a part has that is closed when the time is over already. */
const leastMs = 50;

export const openClosing = (log: Logger): Closing => {
  const parts: { name: string; close: () => unknown }[] = [];
  const closed = async (name: string, close: () => unknown, withinMs: number): Promise<void> => {
    let overdue: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      overdue = setTimeout(() => reject(new Error(`not done within ${Math.round(withinMs)} ms`)), withinMs);
    });
    try {
      await Promise.race([Promise.resolve().then(close), late]);
    } catch (fault) {
      log.error({ part: name, err: fault }, `${name} could not be stopped in order`);
    } finally {
      clearTimeout(overdue);
    }
  };
  return {
    add(name, close) {
      parts.unshift({ name, close });
    },
    async close(withinMs) {
      const deadline = performance.now() + withinMs;
      for (const { name, close } of parts.splice(0)) await closed(name, close, Math.max(leastMs, deadline - performance.now()));
    },
  };
};
