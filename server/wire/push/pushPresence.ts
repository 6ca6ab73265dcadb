import type { Later, PresenceKeeper, PresentDevice } from "#server/wire/presence.ts";
import { leastSilenceMs, mostSilenceMs } from "./silence.ts";

/** Devices that are heard by what they post: each is online from its post until one fails to come. */
export interface PushPresence {
  posted(device: PresentDevice): void;
  /** It is online by its posts. */
  has(sn: string): boolean;
  /** Milliseconds since its last post, and until it is held offline unless it posts; undefined while it is offline. */
  heard(sn: string): { agoMs: number; leftMs: number } | undefined;
  /** It may not stay: offline at once. */
  drop(sn: string): void;
  stop(): void;
}

interface Options {
  presence: Pick<PresenceKeeper, "connected" | "disconnected" | "isConnected">;
  /** A clock that only goes forward. */
  uptime: () => number;
  later: Later;
  /** It is connected by another transport as well, which says when it goes. */
  connectedElsewhere(sn: string): boolean;
  /** Told when it is held offline. */
  silent(sn: string): void;
}

interface Pushing {
  device: PresentDevice;
  /** Of its last post. */
  at: number;
  /** When its last visit began: what it posts in one go is one visit. */
  visitAt: number;
  /** Milliseconds between its last visits, oldest first. */
  gaps: number[];
  /** When it is looked at next. */
  due: number;
  stopWaiting: () => void;
}

const visitMs = 10_000;
const gapsKept = 5;
/** With fewer, nobody knows yet how often it posts. */
const gapsNeeded = 3;
const gapsMissed = 3;

const silenceOf = ({ gaps }: Pushing): number => {
  if (gaps.length < gapsNeeded) return mostSilenceMs;
  const sorted = [...gaps].sort((one, other) => one - other);
  const median = sorted[sorted.length >> 1] ?? mostSilenceMs;
  return Math.min(mostSilenceMs, Math.max(leastSilenceMs, gapsMissed * median));
};

export const openPushPresence = ({ presence, uptime, later, connectedElsewhere, silent }: Options): PushPresence => {
  const devices = new Map<string, Pushing>();
  const leftOf = (pushing: Pushing): number => pushing.at + silenceOf(pushing) - uptime();
  const wait = (pushing: Pushing): void => {
    const left = Math.max(1, leftOf(pushing));
    pushing.due = uptime() + left;
    pushing.stopWaiting = later(() => look(pushing), left);
  };
  /** A timer that comes too early waits on; one that would come too late is set anew, once it is known how often the device posts. */
  const hasten = (pushing: Pushing): void => {
    if (uptime() + leftOf(pushing) >= pushing.due) return;
    pushing.stopWaiting();
    wait(pushing);
  };
  const end = (pushing: Pushing): void => {
    const { device } = pushing;
    devices.delete(device.sn);
    pushing.stopWaiting();
    silent(device.sn);
    if (!connectedElsewhere(device.sn)) presence.disconnected(device, "silent");
  };
  const look = (pushing: Pushing): void => (leftOf(pushing) > 0 ? wait(pushing) : end(pushing));
  return {
    posted(device) {
      const at = uptime();
      if (!presence.isConnected(device.id)) presence.connected(device, "posted");
      const known = devices.get(device.sn);
      if (!known) {
        const pushing = { device, at, visitAt: at, gaps: [], due: at, stopWaiting: () => undefined };
        devices.set(device.sn, pushing);
        return wait(pushing);
      }
      known.device = device;
      known.at = at;
      const gap = at - known.visitAt;
      if (gap < visitMs) return;
      known.visitAt = at;
      known.gaps = [...known.gaps, gap].slice(-gapsKept);
      hasten(known);
    },
    has: (sn) => devices.has(sn),
    heard(sn) {
      const pushing = devices.get(sn);
      return pushing && { agoMs: uptime() - pushing.at, leftMs: Math.max(0, leftOf(pushing)) };
    },
    drop(sn) {
      const pushing = devices.get(sn);
      if (pushing) end(pushing);
    },
    stop() {
      for (const pushing of devices.values()) pushing.stopWaiting();
      devices.clear();
    },
  };
};
