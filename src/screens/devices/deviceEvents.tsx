import { HTMLSelect } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { type EventRow, eventKinds } from "#contract/resources/log.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { DevicePanel } from "./devicePanel.tsx";
import { eventWords, resultWords } from "./eventWords.ts";

const most = 20;

/** Commands, events and what could not be read, newest first. */
export function DeviceEvents({ deviceId }: { deviceId: string }) {
  const intl = useIntl();
  const { me } = useSession();
  const [kind, setKind] = useState<EventRow["kind"]>();
  const read = deviceEventCalls.query.useQuery(
    { deviceId, pageSize: most, ...(kind ? { kind } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  const choice = (
    <HTMLSelect
      minimal
      className="gh-panel-choice"
      aria-label={intl.formatMessage({ id: "device.panel.kind" })}
      value={kind ?? ""}
      onChange={(event) => {
        const wanted = event.currentTarget.value;
        setKind(eventKinds.find((one) => one === wanted));
      }}
    >
      <option value="">{intl.formatMessage({ id: "device.kind.all" })}</option>
      {eventKinds.map((one) => (
        <option key={one} value={one}>
          {intl.formatMessage({ id: `device.kind.${one}` })}
        </option>
      ))}
    </HTMLSelect>
  );
  return (
    <DevicePanel name="events" read={read} rows={read.data?.list.length} tools={choice}>
      <ul className="gh-entries">
        {read.data?.list.map((event) => (
          <li key={event.id} className="gh-entry">
            <span className="gh-entry-kind">{intl.formatMessage({ id: `device.kind.${event.kind}` })}</span>
            <span className="gh-entry-text" title={eventWords(event, intl)}>
              <bdi>{eventWords(event, intl)}</bdi>
            </span>
            <span className="gh-entry-side" title={event.result && resultWords(event, intl, me.zone)}>
              {event.result && <bdi>{resultWords(event, intl, me.zone)}</bdi>}
            </span>
            {event.account && (
              <span className="gh-entry-side">
                <ForeignText text={event.account} />
              </span>
            )}
            <time className="gh-entry-time">{formatInstant(me.zone, event.at)}</time>
          </li>
        ))}
      </ul>
    </DevicePanel>
  );
}
