import type { AlarmRow } from "#contract/resources/alarm.ts";
import { writeAsk } from "#src/screens/devices/historyAsk.ts";

const beforeMs = 3_600_000;

/** The device's history from an hour before the alarm to an hour after its end, but not beyond now, with the watched point where it is known. */
export const historyAddress = (alarm: AlarmRow, now: number): string => {
  const { pointId } = alarm;
  const from = Date.parse(alarm.raisedAt) - beforeMs;
  const ended = Date.parse(alarm.releasedAt ?? alarm.raisedAt);
  const to = Math.min(Math.max(now, from + beforeMs), ended + beforeMs);
  const points = pointId === null ? [] : [{ slave: alarm.slave, pointId }];
  return `/devices/history?${writeAsk({ deviceId: alarm.deviceId, points, aggregation: "raw", period: { from, to } })}`;
};

const around = { share: 0.15, leastMs: 600_000, mostMs: 3_600_000 };
const longestMs = 7 * 86_400_000;

/**
 * What is looked at of an alarm, UTC ms: from some minutes before it was raised until as many behind its end, or until now where it has not
 * ended; of one that lasts for long its first week.
 */
export const momentRange = ({ raisedAt, releasedAt }: AlarmRow, now: number): { from: number; to: number } => {
  const raised = Date.parse(raisedAt);
  const ended = Math.max(raised, releasedAt === null ? now : Date.parse(releasedAt));
  const margin = Math.min(Math.max((ended - raised) * around.share, around.leastMs), around.mostMs);
  const from = Math.round(raised - margin);
  return { from, to: Math.max(raised + 60_000, Math.min(now, Math.round(ended + margin), from + longestMs)) };
};
