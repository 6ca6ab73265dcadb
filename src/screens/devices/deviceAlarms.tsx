import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import type { DeviceAlarmState } from "#contract/resources/deviceAlarm.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { alarmLevels, LevelMark } from "#src/kit/value/levelMark.tsx";
import { shownText } from "#src/kit/value/shownText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { DevicePanel } from "./devicePanel.tsx";

const most = 10;

/** How many are open at each level there is one of; each leads to these. */
function OpenByLevel({ alarms: { deviceId, levels } }: { alarms: DeviceAlarmState }) {
  const intl = useIntl();
  const counted = alarmLevels.flatMap((level) => levels.filter((entry) => entry.level === level && entry.count > 0));
  return counted.map(({ level, count }) => (
    <ViewLink
      key={level}
      className="gh-open-level"
      call={alarmLogCalls.query.call}
      to={`/alarms/history?deviceId=${encodeURIComponent(deviceId)}&open=true&level=${level}`}
    >
      <LevelMark level={level} /> {intl.formatMessage({ id: "device.alarm.openCount" }, { count })}
    </ViewLink>
  ));
}

/** What of one device has not cleared, and the last of its other alarms. */
export function DeviceAlarms({ deviceId }: { deviceId: string }) {
  const intl = useIntl();
  const { me } = useSession();
  const { device_alarm } = deviceCalls;
  const now = device_alarm.useQuery(useAllowed()(device_alarm.call) ? { deviceId } : skipToken, { refetchOnMountOrArgChange: true });
  const read = alarmLogCalls.query.useQuery({ deviceId, pageSize: most }, { refetchOnMountOrArgChange: true });
  const open = now.currentData?.newest ?? [];
  const shown = new Set(open.map(({ id }) => id));
  const alarms = read.data && [...open, ...read.data.list.filter(({ id }) => !shown.has(id))].slice(0, most);
  return (
    <DevicePanel
      name="alarms"
      read={read}
      rows={alarms?.length}
      tools={now.currentData && now.currentData.open > 0 && <OpenByLevel alarms={now.currentData} />}
    >
      <ul className="gh-entries">
        {alarms?.map((alarm) => (
          <li key={alarm.id} className="gh-entry">
            <LevelMark level={alarm.level} />
            <ViewLink
              className="gh-entry-text"
              title={shownText(alarm.triggerText)}
              call={alarmLogCalls.get.call}
              to={`/alarms/history?deviceId=${encodeURIComponent(deviceId)}&record=${encodeURIComponent(alarm.id)}`}
            >
              <ForeignText text={alarm.triggerText} />
            </ViewLink>
            {alarm.repeats > 0 && (
              <span className="gh-entry-side">{intl.formatMessage({ id: "device.alarm.repeats" }, { count: alarm.repeats })}</span>
            )}
            <span className="gh-entry-side">
              {intl.formatMessage({ id: `device.alarm.${alarm.releasedAt === null ? "open" : "released"}` })}
            </span>
            <span className="gh-entry-side">{intl.formatMessage({ id: `device.alarm.state.${alarm.state}` })}</span>
            <time className="gh-entry-time">{formatInstant(me.zone, alarm.raisedAt)}</time>
          </li>
        ))}
      </ul>
    </DevicePanel>
  );
}
