import { z } from "zod";
import { companyFilter, level, list, sortedPage, utcTime } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";
import { alarmRow } from "#contract/resources/alarm.ts";
import { maskRow } from "#contract/resources/alarmMask.ts";

/** A number for each of the four levels, lowest first. */
export const byLevel = z.array(z.object({ level, count: z.number().int() }));

/** How many of its alarms a device is told with, the newest. */
export const newestAlarms = 10;

export const deviceAlarmState = z.object({
  deviceId: z.string(),
  /** How many alarms have not cleared, and of which level. */
  open: z.number().int(),
  levels: byLevel,
  /** The newest of these. */
  newest: z.array(alarmRow),
  /** What holds notices of this device alone, or of a rule or type on it, back now. */
  masks: z.array(maskRow),
});
export type DeviceAlarmState = z.output<typeof deviceAlarmState>;

/** A device with alarms that have not cleared. */
export const deviceInAlarm = z.object({
  id: z.string(),
  name: z.string(),
  sn: z.string(),
  companyName: z.string(),
  /** How many have not cleared, and the highest level among them. */
  open: z.number().int(),
  level,
  /** When the newest of these was raised. */
  raisedAt: utcTime,
});
export type DeviceInAlarm = z.output<typeof deviceInAlarm>;

/** `level`: devices with an open alarm of that level, whatever else they have. */
export const inAlarmRequest = z.object({
  ...sortedPage(["level", "open", "raisedAt", "name", "sn", "companyName"]),
  ...companyFilter,
  search: filterText,
  level: level.optional(),
});
export const inAlarmList = list(deviceInAlarm);

export const alarmNumbers = z.object({
  total: z.number().int(),
  alarmed: z.number().int(),
  without: z.number().int(),
  /** Devices with an open alarm of that level: one with alarms of two levels is counted at both. */
  levels: byLevel,
});
export type AlarmNumbers = z.output<typeof alarmNumbers>;
