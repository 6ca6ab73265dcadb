import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { shownText } from "#src/kit/value/shownText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { deviceAddress } from "#src/screens/devices/deviceAddress.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import "./home.css";

const whereOf = ({ deviceName, slaveName }: AlarmRow): string => (slaveName === "" ? deviceName : `${deviceName} · ${slaveName}`);

/** The newest alarms that nobody has processed. */
export function NewAlarms({ most }: { most: number }) {
  const intl = useIntl();
  const { me } = useSession();
  const readable = useAllowed()(alarmLogCalls.query.call);
  const { data, error, isFetching, refetch } = alarmLogCalls.query.useQuery(readable ? { state: 0, pageSize: most } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const failure = useFailure({ currentData: data, error, isFetching, refetch });
  if (!readable) return null;
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  if (data?.list.length === 0) return <p className="gh-home-nothing">{intl.formatMessage({ id: "home.alarms.none" })}</p>;
  return (
    <ul className="gh-home-alarms">
      {data?.list.map((alarm) => (
        <li key={alarm.id} className="gh-home-alarm">
          <LevelMark level={alarm.level} />
          <ViewLink
            className="gh-home-device"
            call={deviceCalls.get.call}
            to={deviceAddress(alarm.deviceId)}
            title={shownText(whereOf(alarm))}
          >
            <ForeignText text={whereOf(alarm)} />
          </ViewLink>
          <span className="gh-home-text" title={shownText(alarm.triggerText)}>
            <ForeignText text={alarm.triggerText} />
          </span>
          <time className="gh-home-time">{formatInstant(me.zone, alarm.raisedAt)}</time>
        </li>
      ))}
    </ul>
  );
}
