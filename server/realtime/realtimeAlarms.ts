import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import type { AlarmNotice } from "#server/realtime/alarmNotice.ts";
import { openAlarmStorms } from "#server/realtime/alarmStorms.ts";
import { openAlarmWindows } from "#server/realtime/alarmWindows.ts";
import type { Audience, SessionSockets } from "#server/realtime/audience.ts";

export interface RealtimeAlarms {
  take(event: AlarmEvent): void;
  /** Whether something waits to be told of the device. */
  has(deviceId: string): boolean;
  /** The device belongs to another organisation now, or to none: scopes that no longer see it are not told of it any more. */
  moved(deviceId: string, companyPath: string | undefined): void;
  stop(): void;
}

interface Options {
  uptime: () => number;
  audience: Pick<Audience, "scopes" | "covers" | "within" | "reached">;
  /** What whoever is told holds. */
  grant: string;
  tell: (receivers: readonly SessionSockets[], notice: AlarmNotice) => void;
}

/** Alarms on their way to those who see them: what comes in numbers waits a little and is one notice, and a storm of any is a few that grow. */
export const openRealtimeAlarms = ({ uptime, audience, grant, tell }: Options): RealtimeAlarms => {
  const { scopes, covers } = audience;
  const storms = openAlarmStorms({ uptime, scopes, covers, tell: (scope, notice) => tell(audience.within(scope, grant), notice) });
  const windows = openAlarmWindows({
    ...{ uptime, scopes, covers },
    flush: (scope, notices) => {
      for (const events of notices) storms.takeTogether(scope, events);
    },
  });
  return {
    take(event) {
      const { id: deviceId, companyPath } = event.device;
      const comesInNumbers = event.absence || event.heldBack || event.again || event.record.repeats > 0;
      if (event.kind === "processed") tell(audience.reached({ deviceId, companyPath }, grant), { event, count: 1 });
      else if (comesInNumbers) windows.take(event);
      else storms.take(event);
    },
    has: (deviceId) => windows.has(deviceId) || storms.has(deviceId),
    moved(deviceId, companyPath) {
      windows.moved(deviceId, companyPath);
      storms.moved(deviceId, companyPath);
    },
    stop() {
      windows.stop();
      storms.stop();
    },
  };
};
