import { setTimeout as pause } from "node:timers/promises";
import type { FaultLog } from "./faults.ts";
import type { RegisteredDevice } from "./registered.ts";

export interface EventLimits {
  /** KB of events a second that one device may have kept for long; each counts one more for its row. */
  perSecond: number;
  /** KB at once after a rest: what was kept offline comes in one go. */
  burst: number;
  /** How long the acknowledgement of one that is beyond it is held back. */
  holdMs: number;
  /** How long those that are not kept are gathered into one row of the device's log. */
  gatherMs: number;
}

export const eventLimits: EventLimits = { perSecond: 2, burst: 8192, holdMs: 1000, gatherMs: 60_000 };

export interface EventBudget {
  /**
   * Resolves when it may be kept. Beyond the device's budget that takes a while, which holds up its socket; false: its share of the disk
   * is used up for longer than that, the device's log is told.
   */
  mayKeep(device: RegisteredDevice, payload: Buffer): Promise<boolean>;
  /** Tells of what was not kept so far. */
  flush(): void;
}

interface Spent {
  left: number;
  at: number;
}

interface Lost {
  device: RegisteredDevice;
  events: number;
  bytes: number;
  /** Of the last one. */
  payload: Buffer;
  timer: NodeJS.Timeout;
}

/** A device that fills its log by events would fill the disk for all. `clock` never steps. */
export const openEventBudget = (faults: Pick<FaultLog, "note">, limits = eventLimits, clock = () => performance.now()): EventBudget => {
  const devices = new Map<string, Spent>();
  const lost = new Map<string, Lost>();

  const spentBy = (id: string): Spent => {
    const now = clock();
    const spent = devices.get(id) ?? { left: limits.burst, at: now };
    spent.left = Math.min(limits.burst, spent.left + ((now - spent.at) * limits.perSecond) / 1000);
    spent.at = now;
    devices.set(id, spent);
    return spent;
  };

  const tell = (id: string): void => {
    const told = lost.get(id);
    if (!told) return;
    lost.delete(id);
    clearTimeout(told.timer);
    const { device, events, bytes, payload } = told;
    faults.note(device, { code: "eventsNotKept", values: { events, bytes } }, payload);
  };

  const gather = (device: RegisteredDevice, payload: Buffer): void => {
    const timer = lost.get(device.id)?.timer ?? setTimeout(tell, limits.gatherMs, device.id).unref();
    const { events, bytes } = lost.get(device.id) ?? { events: 0, bytes: 0 };
    lost.set(device.id, { device, events: events + 1, bytes: bytes + payload.length, payload, timer });
  };

  return {
    async mayKeep(device, payload) {
      const spent = spentBy(device.id);
      const cost = 1 + payload.length / 1024;
      const waitMs = ((cost - spent.left) * 1000) / limits.perSecond;
      const kept = waitMs <= limits.holdMs;
      if (kept) spent.left -= cost;
      if (waitMs > 0) await pause(Math.min(waitMs, limits.holdMs), undefined, { ref: false });
      if (!kept) gather(device, payload);
      return kept;
    },
    flush() {
      for (const id of [...lost.keys()]) tell(id);
    },
  };
};
