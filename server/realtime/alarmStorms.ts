import { randomUUID } from "node:crypto";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import { type AlarmNotice, namedOf } from "#server/realtime/alarmNotice.ts";
import type { DevicePlace } from "#server/realtime/audience.ts";

/** Alarms of one level that come, or end, in one storm. */
interface Gathering {
  readonly id: string;
  readonly ruleId: string | null;
  severalRules: boolean;
  told: number;
  waiting: AlarmEvent[];
}

interface Storm {
  /** When some were told by themselves, and which records: their end changes the notice that is there. */
  single: number[];
  readonly records: Set<string>;
  readonly gatherings: Map<string, Gathering>;
  lastAt: number;
  timer: NodeJS.Timeout;
}

export interface AlarmStorms {
  take(event: AlarmEvent): void;
  /** Alarms that are one notice for the scope already. */
  takeTogether(scope: string, events: readonly AlarmEvent[]): void;
  has(deviceId: string): boolean;
  /** The device belongs to another organisation now, or to none: scopes that no longer see it are not told of it any more. */
  moved(deviceId: string, companyPath: string | undefined): void;
  stop(): void;
}

interface Options {
  uptime: () => number;
  /** Scopes with somebody who listens: a storm is one for each, so that nobody is told of what others see. */
  scopes: (place: DevicePlace) => Iterable<string>;
  covers: (scope: string, place: DevicePlace) => boolean;
  tell: (scope: string, notice: AlarmNotice) => void;
}

/** With one notice for each level and direction they are ten at the most. */
const single = { most: 2, withinMs: 1_000 };
const growMs = 150;
const quietMs = 3_000;

/**
 * Tells alarms to scopes as they come, until more than a few come within a second: from then on those of one level are one notice that grows,
 * and nothing is left out of its count, until none has come for three seconds.
 */
export const openAlarmStorms = ({ uptime, scopes, covers, tell }: Options): AlarmStorms => {
  const storms = new Map<string, Storm>();

  const grow = (scope: string, gathering: Gathering): void => {
    const event = namedOf(gathering.waiting);
    if (event === undefined) return;
    gathering.told += gathering.waiting.length;
    gathering.waiting = [];
    const { id, told: count, severalRules } = gathering;
    tell(scope, { event, count, gathering: id, severalRules });
  };
  const look = (scope: string): void => {
    const storm = storms.get(scope);
    if (!storm) return;
    for (const gathering of storm.gatherings.values()) grow(scope, gathering);
    if (uptime() - storm.lastAt >= quietMs) storms.delete(scope);
    else storm.timer = setTimeout(look, growMs, scope);
  };
  const stormOf = (scope: string, at: number): Storm => {
    const storm = storms.get(scope) ?? {
      ...{ single: [], records: new Set<string>(), gatherings: new Map<string, Gathering>(), lastAt: at },
      timer: setTimeout(look, growMs, scope),
    };
    storms.set(scope, storm);
    storm.lastAt = at;
    return storm;
  };
  const isOver = (storm: Storm, { kind, record }: AlarmEvent): boolean => kind === "released" && storm.records.delete(record.id);
  const gather = ({ gatherings }: Storm, { kind, record }: AlarmEvent, events: readonly AlarmEvent[]): void => {
    const key = `${kind} ${record.level}`;
    const gathering = gatherings.get(key) ?? { id: randomUUID(), ruleId: record.rule_id, severalRules: false, told: 0, waiting: [] };
    gatherings.set(key, gathering);
    gathering.severalRules ||= gathering.ruleId !== record.rule_id;
    gathering.waiting.push(...events);
  };

  const takeTogether: AlarmStorms["takeTogether"] = (scope, events) => {
    const event = namedOf(events);
    if (event === undefined) return;
    const at = uptime();
    const storm = stormOf(scope, at);
    const ends = events.length === 1 && isOver(storm, event);
    storm.single = storm.single.filter((then) => at - then < single.withinMs);
    const few = storm.gatherings.size === 0 && storm.single.length < single.most;
    if (!ends && !few) return gather(storm, event, events);
    if (!ends) storm.single.push(at);
    if (!ends && event.kind === "raised" && events.length === 1) storm.records.add(event.record.id);
    tell(scope, { event, count: events.length });
  };

  return {
    take(event) {
      for (const scope of scopes({ deviceId: event.device.id, companyPath: event.device.companyPath })) takeTogether(scope, [event]);
    },
    takeTogether,
    has: (deviceId) =>
      [...storms.values()].some(({ gatherings }) =>
        [...gatherings.values()].some(({ waiting }) => waiting.some(({ device }) => device.id === deviceId)),
      ),
    moved(deviceId, companyPath) {
      for (const [scope, { gatherings }] of storms) {
        if (companyPath !== undefined && covers(scope, { deviceId, companyPath })) continue;
        for (const gathering of gatherings.values()) gathering.waiting = gathering.waiting.filter(({ device }) => device.id !== deviceId);
      }
    },
    stop() {
      for (const { timer } of storms.values()) clearTimeout(timer);
      storms.clear();
    },
  };
};
