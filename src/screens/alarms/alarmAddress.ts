import type { AlarmRow } from "#contract/resources/alarm.ts";
import { writeAsk } from "#src/screens/devices/historyAsk.ts";

const beforeMs = 3_600_000;

/** The device's history from an hour before the alarm to an hour after its end, but not beyond now, with the watched point where it is known. */
export const historyAddress = (alarm: AlarmRow, pointId: string | null, now: number): string => {
  const from = Date.parse(alarm.raisedAt) - beforeMs;
  const ended = Date.parse(alarm.releasedAt ?? alarm.raisedAt);
  const to = Math.min(Math.max(now, from + beforeMs), ended + beforeMs);
  const points = pointId === null ? [] : [{ slave: alarm.slave, pointId }];
  return `/devices/history?${writeAsk({ deviceId: alarm.deviceId, points, aggregation: "raw", period: { from, to } })}`;
};
