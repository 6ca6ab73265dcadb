import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { deviceAddress } from "#src/screens/devices/deviceAddress.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import "./home.css";

const shown = 6;

/** The devices that are worst off now; nothing while all is well. */
export function WorstDevices() {
  const intl = useIntl();
  const { me } = useSession();
  const readable = useAllowed()(deviceCalls.device_alarm_list.call);
  const { data } = deviceCalls.device_alarm_list.useQuery(readable ? { pageSize: shown } : skipToken, { refetchOnMountOrArgChange: true });
  if (!data || data.total === 0) return null;
  return (
    <section aria-label={intl.formatMessage({ id: "home.worst" })}>
      <h2>
        {intl.formatMessage({ id: "home.worst" })}
        <ViewLink className="gh-home-all" call={alarmLogCalls.queryDevices.call} to="/alarms/history?view=devices&open=true">
          {intl.formatMessage({ id: "home.worst.count" }, { count: data.total })}
        </ViewLink>
      </h2>
      <ul className="gh-home-alarms">
        {data.list.map((device) => (
          <li key={device.id} className="gh-home-alarm">
            <LevelMark level={device.level} />
            <ViewLink className="gh-home-device" call={deviceCalls.get.call} to={deviceAddress(device.id)}>
              <ForeignText text={`${device.name} (${device.sn})`} />
            </ViewLink>
            <span className="gh-home-text">{intl.formatMessage({ id: "home.worst.open" }, { count: device.open })}</span>
            <time className="gh-home-time">{formatInstant(me.zone, device.raisedAt)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
