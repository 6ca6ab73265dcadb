import { useIntl } from "react-intl";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { shownText } from "#src/kit/value/shownText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { DevicePanel } from "./devicePanel.tsx";

const most = 10;

/** The last alarms of one device. */
export function DeviceAlarms({ deviceId }: { deviceId: string }) {
  const intl = useIntl();
  const { me } = useSession();
  const read = alarmLogCalls.query.useQuery({ deviceId, pageSize: most }, { refetchOnMountOrArgChange: true });
  return (
    <DevicePanel name="alarms" read={read} rows={read.data?.list.length}>
      <ul className="gh-entries">
        {read.data?.list.map((alarm) => (
          <li key={alarm.id} className="gh-entry">
            <LevelMark level={alarm.level} />
            <span className="gh-entry-text" title={shownText(alarm.triggerText)}>
              <ForeignText text={alarm.triggerText} />
            </span>
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
