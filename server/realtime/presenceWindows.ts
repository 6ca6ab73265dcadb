import { hasPassed } from "#server/kit/hasPassed.ts";
import type { DevicePlace } from "#server/realtime/audience.ts";
import { singles } from "#server/realtime/crowds.ts";

/** A device's connection began or ended at `at`. */
export interface PresenceChange {
  readonly deviceId: string;
  readonly name: string;
  readonly sn: string;
  readonly companyPath: string;
  readonly online: boolean;
  readonly at: number;
}

/** One notice: `count` devices, of which `change` is the one that is named. */
export interface PresenceNotice {
  readonly change: PresenceChange;
  readonly count: number;
}

interface Held {
  readonly before: boolean;
  last: PresenceChange;
}

interface Window {
  readonly opened: number;
  readonly held: Map<string, Held>;
  timer: NodeJS.Timeout;
}

export interface PresenceWindows {
  take(change: PresenceChange): void;
  has(deviceId: string): boolean;
  /** The device belongs to another organisation now, or to none: scopes that no longer see it forget it. */
  moved(deviceId: string, companyPath: string | undefined): void;
  stop(): void;
}

interface Options {
  now: () => number;
  /** Scopes with somebody who listens: a window is kept for each, so that one receiver gets one notice. */
  scopes: (place: DevicePlace) => Iterable<string>;
  /** Whether the scope sees the device there. */
  covers: (scope: string, place: DevicePlace) => boolean;
  flush: (scope: string, notices: PresenceNotice[]) => void;
}

const quiet = 1_000;
const latest = 5_000;

/** A few are told one by one; more are one notice for each direction. */
const combine = (changes: readonly PresenceChange[]): PresenceNotice[] => {
  const named = changes.at(-1);
  if (!named) return [];
  return changes.length <= singles ? changes.map((change) => ({ change, count: 1 })) : [{ change: named, count: changes.length }];
};

const settled = (window: Window): PresenceNotice[] => {
  const changes = [...window.held.values()].filter(({ before, last }) => last.online !== before).map(({ last }) => last);
  return [...combine(changes.filter(({ online }) => online)), ...combine(changes.filter(({ online }) => !online))];
};

/**
 * Gathers comings and goings for each receiving scope until nothing new has come for a second, five seconds at most.
 * A device that is back where it was before the window brings no notice.
 */
export const openPresenceWindows = ({ now, scopes, covers, flush }: Options): PresenceWindows => {
  const windows = new Map<string, Window>();

  const close = (scope: string) => {
    const window = windows.get(scope);
    if (!window) return;
    windows.delete(scope);
    const notices = settled(window);
    if (notices.length > 0) flush(scope, notices);
  };
  const timer = (scope: string, milliseconds: number) => setTimeout(close, Math.max(0, milliseconds), scope);

  const hold = (scope: string, change: PresenceChange) => {
    const at = now();
    const window = windows.get(scope) ?? { opened: at, held: new Map<string, Held>(), timer: timer(scope, quiet) };
    windows.set(scope, window);
    const held = window.held.get(change.deviceId);
    if (held) {
      held.last = change;
      window.held.delete(change.deviceId);
    }
    window.held.set(change.deviceId, held ?? { before: !change.online, last: change });
    clearTimeout(window.timer);
    window.timer = timer(scope, hasPassed(window.opened, at, latest) ? 0 : Math.min(quiet, window.opened + latest - at));
  };

  return {
    take(change) {
      for (const scope of scopes(change)) hold(scope, change);
    },
    has: (deviceId) => [...windows.values()].some((window) => window.held.has(deviceId)),
    moved(deviceId, companyPath) {
      for (const [scope, window] of windows)
        if (companyPath === undefined || !covers(scope, { deviceId, companyPath })) window.held.delete(deviceId);
    },
    stop() {
      for (const window of windows.values()) clearTimeout(window.timer);
      windows.clear();
    },
  };
};
