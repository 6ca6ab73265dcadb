import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { alarmLevels, LevelMark } from "#src/kit/value/levelMark.tsx";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import "./alarms.css";

/** How many devices are in alarm now, and at which level: each figure leads to the devices that it counts. */
export function FleetInAlarm({ companyId }: { companyId: string | undefined }) {
  const intl = useIntl();
  const readable = useAllowed()(deviceCalls.getDeviceAlarmNum.call);
  const asked = companyId === undefined ? {} : { companyId };
  const { data } = deviceCalls.getDeviceAlarmNum.useQuery(readable ? asked : skipToken, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  const within = companyId === undefined ? "" : `&companyId=${encodeURIComponent(companyId)}`;
  const devices = `/alarms/history?view=devices&open=true${within}`;
  const say = (id: string, count: number) => intl.formatMessage({ id: `alarmedDevices.${id}` }, { count });
  return (
    <p className="gh-alarmed-now">
      <ViewLink call={alarmLogCalls.queryDevices.call} to={devices}>
        {say("now", data.alarmed)}
      </ViewLink>
      {alarmLevels.map((level) => (
        <ViewLink key={level} call={alarmLogCalls.queryDevices.call} to={`${devices}&level=${level}`}>
          <LevelMark level={level} /> {intl.formatNumber(data.levels.find((entry) => entry.level === level)?.count ?? 0)}
        </ViewLink>
      ))}
      <ViewLink call={deviceCalls.query.call} to={`/devices/list?alarmed=false${within}`}>
        {say("without", data.without)}
      </ViewLink>
    </p>
  );
}
