import { AnchorButton, Icon } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { Fragment, useEffect } from "react";
import { useIntl } from "react-intl";
import type { MessageRow } from "#contract/resources/deviceMessage.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { communicationAddress, communicationView } from "#src/screens/devices/deviceAddress.ts";
import { bytesOfHex } from "#src/screens/devices/messageBytes.ts";
import { MessageBytes } from "#src/screens/devices/messageBytesView.tsx";
import { calmOutcomes, faultWords, kindWords, mendingWords, outcomeWords, valueWords } from "#src/screens/devices/messageWords.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceMessageCalls } from "#store/handles/deviceMessage.ts";

const shown = 30;

/** Of what is kept for minutes the day says nothing. */
const timeOf = (instant: string): string => instant.slice(instant.indexOf(" ") + 1);

function Arrived({ row, zone }: { row: MessageRow; zone: string }) {
  const intl = useIntl();
  const gone = row.outcome === "offline";
  const fine = calmOutcomes.includes(row.outcome);
  const more = row.valueCount - row.values.length;
  return (
    <li className={`gh-connect-message${gone ? " gh-connect-gone" : fine ? "" : " gh-connect-failed"}`}>
      <div className="gh-connect-message-head">
        <Icon icon={gone ? "disable" : fine ? "tick-circle" : "warning-sign"} />
        <strong>{kindWords(row.kind, intl)}</strong>
        <span>{outcomeWords(row, intl)}</span>
        <time dateTime={row.at} title={formatInstant(zone, row.at)}>
          {timeOf(formatInstant(zone, row.at))}
        </time>
      </div>
      {row.faultCount > 0 && (
        <p className="gh-connect-fault">
          <bdi>{faultWords(row, intl)}</bdi>
        </p>
      )}
      {mendingWords(row, intl).map((mending) => (
        <p key={mending} className="gh-connect-mend">
          {mending}
        </p>
      ))}
      {row.values.length > 0 && (
        <ul className="gh-connect-values">
          {row.values.map((value) => (
            <li key={`${value.slave} ${value.pointId}`}>
              <bdi>{valueWords(value, intl)}</bdi>
            </li>
          ))}
          {more > 0 && <li>{intl.formatMessage({ id: "messages.moreFaults" }, { count: more })}</li>}
        </ul>
      )}
      {row.bytes > 0 && (
        <details>
          <summary>{intl.formatMessage({ id: `connect.arrived.${row.direction}` }, { place: row.place || "–", bytes: row.bytes })}</summary>
          <MessageBytes head={row.hex === null ? undefined : bytesOfHex(row.hex)} bytes={row.bytes} />
        </details>
      )}
    </li>
  );
}

/** Where in the course of the messages some are missing. */
function TooFast({ count }: { count: number }) {
  const intl = useIntl();
  if (count === 0) return null;
  return <li className="gh-connect-fault">{intl.formatMessage({ id: "connect.arrived.skipped" }, { count })}</li>;
}

/** The messages of a device as they come and go, newest first, its refused log-ins among them; `onPresence` is told when it last went on- or offline. */
export function ArrivedMessages({ deviceId, onPresence }: { deviceId: string; onPresence(messageId: string): void }) {
  const intl = useIntl();
  const opens = useOpens();
  const { me } = useSession();
  const read = deviceMessageCalls.query.useQuery(deviceId === "" ? skipToken : { deviceId, pageNo: 1, pageSize: shown });
  const failure = useFailure(read);
  const rows = read.currentData?.list ?? [];
  const lastPresence = rows.find(({ kind }) => kind === "presence")?.id;
  useEffect(() => {
    if (lastPresence !== undefined) onPresence(lastPresence);
  }, [lastPresence, onPresence]);
  return (
    <>
      {failure !== undefined && <FailedRead error={failure} onRetry={() => void read.refetch()} />}
      <ol className="gh-connect-messages" aria-live="polite" aria-label={intl.formatMessage({ id: "connect.arrived" })}>
        <TooFast count={read.currentData?.skipped ?? 0} />
        {rows.map((row) => (
          <Fragment key={row.id}>
            <Arrived row={row} zone={me.zone} />
            <TooFast count={row.skipped} />
          </Fragment>
        ))}
      </ol>
      {failure === undefined && rows.length === 0 && (
        <p className="gh-connect-waiting">
          {intl.formatMessage({ id: deviceId === "" ? "connect.arrived.choose" : "connect.arrived.none" })}
        </p>
      )}
      {deviceId !== "" && opens(deviceMessageCalls.query.call, communicationView) && (
        <AnchorButton
          size="small"
          variant="minimal"
          icon="cell-tower"
          href={`#${communicationAddress(deviceId)}`}
          text={intl.formatMessage({ id: "device.action.messages" })}
        />
      )}
    </>
  );
}
