import { skipToken } from "@reduxjs/toolkit/query/react";
import type { DeviceCounts, Presence } from "#contract/resources/device.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { type AlarmLevel, alarmLevels } from "#src/kit/value/levelMark.tsx";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";

/** A number of the fleet: undefined while it is unknown, `failed` when it could not be read. */
export interface FleetFigure {
  count: number | undefined;
  failed: boolean;
}

export interface FleetFigures {
  devices: FleetFigure;
  presence: Record<Presence, FleetFigure>;
  openAlarms: FleetFigure;
  unprocessed: FleetFigure;
  levels: readonly { level: AlarmLevel; figure: FleetFigure }[];
  seesDevices: boolean;
  seesAlarms: boolean;
}

const anew = { refetchOnMountOrArgChange: true };

/** Devices by presence and open alarms by level, of all that the user sees; they follow the realtime messages. */
export const useFleetFigures = (): FleetFigures => {
  const allowed = useAllowed();
  const seesDevices = allowed(deviceCalls.get_user_count.call);
  const seesCount = allowed(alarmLogCalls.count.call);
  const seesAlarms = seesCount && allowed(alarmLogCalls.countLevel.call);
  const devices = deviceCalls.get_user_count.useQuery(seesDevices ? {} : skipToken, anew);
  const unknown = useFailure(devices) !== undefined;
  const ofDevices = (name: keyof DeviceCounts): FleetFigure => ({ count: devices.data?.[name], failed: unknown });
  const counted = alarmLogCalls.count.useQuery(seesCount ? {} : skipToken, anew);
  const byLevel = alarmLogCalls.countLevel.useQuery(seesAlarms ? { open: true } : skipToken, anew);
  const unread = { counts: useFailure(counted) !== undefined, levels: useFailure(byLevel) !== undefined };
  const ofLevel = (level: AlarmLevel): number | undefined =>
    byLevel.data && (byLevel.data.find((entry) => entry.level === level)?.count ?? 0);
  return {
    devices: ofDevices("total"),
    presence: { online: ofDevices("online"), offline: ofDevices("offline"), inactive: ofDevices("inactive") },
    openAlarms: { count: counted.data?.open, failed: unread.counts },
    unprocessed: { count: counted.data?.unprocessed, failed: unread.counts },
    levels: alarmLevels.map((level) => ({ level, figure: { count: ofLevel(level), failed: unread.levels } })),
    seesDevices,
    seesAlarms,
  };
};
