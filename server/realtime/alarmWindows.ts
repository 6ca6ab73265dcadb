import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import type { DevicePlace } from "#server/realtime/audience.ts";
import { singles } from "#server/realtime/crowds.ts";

interface Window {
  readonly opened: number;
  /** By record; what was raised and is over within the window is told by its end alone, or not at all. */
  readonly held: Map<string, AlarmEvent>;
  timer: NodeJS.Timeout;
}

export interface AlarmWindows {
  take(event: AlarmEvent): void;
  has(deviceId: string): boolean;
  /** The device belongs to another organisation now, or to none: scopes that no longer see it forget its alarms. */
  moved(deviceId: string, companyPath: string | undefined): void;
  stop(): void;
}

interface Options {
  uptime: () => number;
  /** Scopes with somebody who listens: a window is kept for each, so that one receiver gets one notice. */
  scopes: (place: DevicePlace) => Iterable<string>;
  covers: (scope: string, place: DevicePlace) => boolean;
  /** Each of these is one notice. */
  flush: (scope: string, notices: readonly (readonly AlarmEvent[])[]) => void;
}

const quiet = 1_000;
const latest = 5_000;

/** A few are told one by one; more of one rule are one notice for each direction. */
const combined = (events: readonly AlarmEvent[]): (readonly AlarmEvent[])[] => {
  const groups = groupedBy(events, ({ kind, record }) => `${kind} ${record.rule_id}`);
  return [...groups.values()].flatMap((group) => (group.length > singles ? [group] : group.map((event) => [event])));
};

/**
 * Gathers alarms of absence, and those that count on a record, for each receiving scope until nothing new has come for a second, five seconds at
 * most: what is lost is lost together, and what flaps may do so a thousand times a second.
 */
export const openAlarmWindows = ({ uptime, scopes, covers, flush }: Options): AlarmWindows => {
  const windows = new Map<string, Window>();

  const close = (scope: string): void => {
    const window = windows.get(scope);
    windows.delete(scope);
    if (window && window.held.size > 0) flush(scope, combined([...window.held.values()]));
  };
  const hold = (scope: string, event: AlarmEvent): void => {
    const at = uptime();
    const window = windows.get(scope) ?? { opened: at, held: new Map<string, AlarmEvent>(), timer: setTimeout(close, quiet, scope) };
    windows.set(scope, window);
    const { id, repeats } = event.record;
    const before = window.held.get(id);
    window.held.delete(id);
    const neverTold = before?.kind === "raised" && !before.again && event.kind === "released" && repeats === 0;
    if (!neverTold) window.held.set(id, event);
    clearTimeout(window.timer);
    window.timer = setTimeout(close, Math.max(0, Math.min(quiet, window.opened + latest - at)), scope);
  };

  return {
    take(event) {
      for (const scope of scopes({ deviceId: event.device.id, companyPath: event.device.companyPath })) hold(scope, event);
    },
    has: (deviceId) => [...windows.values()].some(({ held }) => [...held.values()].some(({ device }) => device.id === deviceId)),
    moved(deviceId, companyPath) {
      for (const [scope, { held }] of windows) {
        if (companyPath !== undefined && covers(scope, { deviceId, companyPath })) continue;
        for (const [id, { device }] of held) if (device.id === deviceId) held.delete(id);
      }
    },
    stop() {
      for (const { timer } of windows.values()) clearTimeout(timer);
      windows.clear();
    },
  };
};
