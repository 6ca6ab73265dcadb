import { addressBlock } from "#server/kit/addressBlock.ts";
import type { TransportLog } from "./transport.ts";

type Level = "info" | "warn" | "error";

export interface GatheredLines {
  /** The first such line of an address is written at once; what follows within the minute becomes one line with its count. */
  write(level: Level, remote: string, fields: object, message: string): void;
  /** Writes what is still being counted. */
  flush(): void;
}

interface Counted {
  level: Level;
  place: string;
  message: string;
  times: number;
  last: object;
  timer: NodeJS.Timeout;
}

/** Addresses that have lines of their own within a minute; all others share one for each message. */
const mostPlaces = 200;
const others = "other addresses";

/** Keeps strangers from filling the server's log: whoever can connect can have something refused, as often as he likes. */
export const openGatheredLines = (log: TransportLog, windowMs = 60_000): GatheredLines => {
  const windows = new Map<string, Counted>();

  const close = (key: string): void => {
    const counted = windows.get(key);
    if (!counted) return;
    windows.delete(key);
    clearTimeout(counted.timer);
    const { level, place, message, times, last } = counted;
    if (times > 0) log[level]({ ...last, remote: place, times }, `${message}, more of the same`);
  };

  return {
    write(level, remote, fields, message) {
      const block = addressBlock(remote);
      const own = `${block} ${message}`;
      const place = windows.has(own) || windows.size < mostPlaces ? block : others;
      const key = `${place} ${message}`;
      const counted = windows.get(key);
      if (counted) {
        counted.times += 1;
        counted.last = fields;
        return;
      }
      const timer = setTimeout(close, windowMs, key).unref();
      windows.set(key, { level, place, message, times: 0, last: fields, timer });
      log[level]({ ...fields, remote }, message);
    },
    flush() {
      for (const key of [...windows.keys()]) close(key);
    },
  };
};
