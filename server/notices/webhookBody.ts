import { keptValue, linkOf } from "./noticeText.ts";
import { mostTold, type ToldAlarm, type ToldBatch } from "./toldAlarms.ts";

const iso = (at: number): string => new Date(at).toISOString();

const alarmOf = (alarm: ToldAlarm, publicUrl: string | undefined) => ({
  id: alarm.record_id,
  event: alarm.event,
  level: alarm.level,
  rule: alarm.rule_name,
  content: alarm.content,
  contentEn: alarm.content_en,
  device: { id: alarm.device_id, name: alarm.device_name, sn: alarm.device_sn },
  company: alarm.company_name,
  slave: alarm.slave,
  point: alarm.point_name,
  pointEn: alarm.point_name_en,
  value: keptValue(alarm),
  unit: alarm.unit,
  raisedAt: iso(alarm.raised_at),
  releasedAt: alarm.released_at === null ? null : iso(alarm.released_at),
  link: linkOf(publicUrl, alarm.device_id) || null,
});

/**
 * What is posted of a batch. `event` is raised, released or, of more than one, summary with `count` and the first hundred `alarms`, the
 * highest levels first. `id` is that of the delivery, whatever the try; times are UTC.
 */
export const webhookBody = (id: string, batch: ToldBatch, at: number, publicUrl: string | undefined): string => {
  const alarms = batch.alarms.slice(0, mostTold).map((alarm) => alarmOf(alarm, publicUrl));
  const [first] = alarms;
  const sent = { id, sentAt: iso(at) };
  if (batch.count === 1 && first) return JSON.stringify({ ...sent, event: first.event, alarm: first });
  return JSON.stringify({ ...sent, event: "summary", count: batch.count, from: iso(batch.from), until: iso(batch.until), alarms });
};

export const testBody = (id: string, group: string, at: number): string =>
  JSON.stringify({ id, sentAt: iso(at), event: "test", group, alarm: null });
