import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { deviceAddress } from "#src/screens/devices/deviceAddress.ts";
import { deviceCalls } from "#store/handles/device.ts";
import "./home.css";

const shown = 8;

/** The devices that are bound to who looks, those that are away first; nothing for those who have none. */
export function MyDevices() {
  const intl = useIntl();
  const readable = useAllowed()(deviceCalls.my.call);
  const { data } = deviceCalls.my.useQuery(readable ? { pageSize: shown, sortField: "presence", sortOrder: "desc" } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  if (!data || data.total === 0) return null;
  return (
    <section aria-label={intl.formatMessage({ id: "home.my" })}>
      <h2>{intl.formatMessage({ id: "home.my.count" }, { count: data.total })}</h2>
      <ul className="gh-home-alarms">
        {data.list.map((device) => (
          <li key={device.id} className="gh-home-alarm">
            <PresenceMark presence={device.presence} />
            <ViewLink className="gh-home-device" call={deviceCalls.get.call} to={deviceAddress(device.id)}>
              <ForeignText text={`${device.name} (${device.sn})`} />
            </ViewLink>
            <span className="gh-home-text">{intl.formatMessage({ id: `home.my.state.${device.state}` })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
