import type { Language } from "#contract/messages.ts";
import { messageTypes, type RealtimeMessage } from "#contract/realtime.ts";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import type { AlarmSwitch } from "#server/alarm/alarmSwitches.ts";
import { utcText } from "#server/kit/utcText.ts";
import { type AlarmNotice, sounds } from "#server/realtime/alarmNotice.ts";
import type { PointValue } from "#server/realtime/deviceWatches.ts";
import type { PresenceNotice } from "#server/realtime/presenceWindows.ts";

/** A device began (1) or ceased (0) to move at `at`. */
export interface MovementChange {
  readonly deviceId: string;
  readonly name: string;
  readonly sn: string;
  readonly companyPath: string;
  readonly state: number;
  readonly at: number;
}

/** The traffic card of a device passed its threshold at `at`. */
export interface TrafficCrossing {
  readonly deviceId: string;
  readonly name: string;
  readonly sn: string;
  readonly companyPath: string;
  readonly at: number;
}

/** The service of a device ends on this day, yyyy-MM-dd. */
export interface LeaseEnding {
  readonly deviceId: string;
  readonly name: string;
  readonly sn: string;
  readonly companyPath: string;
  readonly leaseEnd: string;
  readonly at: number;
}

const text = (data: RealtimeMessage["data"]): string => JSON.stringify({ code: 0, data } satisfies RealtimeMessage);

const changedAt = ({ kind, record, again = false }: AlarmEvent): number => {
  if (kind === "released") return record.released_at ?? record.raised_at;
  if (kind === "processed") return record.processed_at ?? record.raised_at;
  return (again ? record.reminded_at : null) ?? record.raised_at;
};

export const alarmText = (
  { event, count, severalRules = false, gathering }: AlarmNotice,
  language: Language,
  { sound, tone, desktop }: Pick<AlarmSwitch, "sound" | "tone" | "desktop">,
): string => {
  const { record, device } = event;
  const urges = sounds(event);
  return text({
    type: messageTypes.alarm,
    content: {
      id: record.id,
      deviceId: device.id,
      deviceName: device.name,
      deviceSn: device.sn,
      slaveName: device.slaveNames?.get(record.slave) ?? "",
      triggerText: language === "en" ? record.content_en : record.content,
      triggerTexts: { zh: record.content, en: record.content_en },
      updateTime: utcText(changedAt(event)),
      state: record.state,
      remark: record.remark,
      level: record.level,
      alarmSwitchState: sound && urges ? 1 : 0,
      ...(sound && urges ? { tone } : {}),
      ...(desktop && urges ? { desktop } : {}),
      released: record.released_at !== null,
      count,
      ...(severalRules ? { severalRules } : {}),
      ...(gathering === undefined ? {} : { gathering }),
    },
  });
};

export const dataText = (deviceId: string, values: PointValue[]): string =>
  text({
    type: messageTypes.data,
    content: { deviceId, values: values.map(({ slave, pointId, value, ts }) => ({ slave, pointId, value, ts: utcText(ts) })) },
  });

export const presenceText = ({ change, count }: PresenceNotice): string =>
  text({
    type: messageTypes.presence,
    content: {
      deviceId: change.deviceId,
      name: change.name,
      deviceSn: change.sn,
      createTime: utcText(change.at),
      state: change.online ? 1 : 0,
      count,
    },
  });

export const movementText = (change: MovementChange): string =>
  text({
    type: messageTypes.movement,
    content: { deviceId: change.deviceId, name: change.name, deviceSn: change.sn, createTime: utcText(change.at), state: change.state },
  });

export const trafficText = (crossing: TrafficCrossing): string =>
  text({ type: messageTypes.traffic, content: { name: crossing.name, deviceSn: crossing.sn, updateTime: utcText(crossing.at) } });

/** `count` devices whose service is about to end, of which one is named. */
export const leaseText = ({ deviceId, name, sn, leaseEnd, at }: LeaseEnding, count: number): string =>
  text({ type: messageTypes.lease, content: { deviceId, name, deviceSn: sn, leaseEnd, createTime: utcText(at), count } });
