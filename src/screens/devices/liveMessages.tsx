import { useIntl } from "react-intl";
import { type MessageRow, messageDirections } from "#contract/resources/deviceMessage.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, typedFilters } from "#src/kit/screen/rowsSource.ts";
import { type ShownRows, useAddressedRow } from "#src/kit/screen/useRowSteps.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { deviceMessageCalls } from "#store/handles/deviceMessage.ts";
import { bytesOfHex } from "./messageBytes.ts";
import { MessageBytes } from "./messageBytesView.tsx";
import { calmOutcomes, faultWords, kindWords, outcomeWords, valuesWords } from "./messageWords.ts";

interface Options {
  zone: string;
  deviceId: string;
  onOpen?(row: { id: string }): string;
}

function LiveDrawer({ zone, ...shown }: ShownRows<MessageRow> & { zone: string }) {
  const intl = useIntl();
  const { id, steps, close } = useAddressedRow("row", shown);
  const row = shown.rows.find((one) => one.id === id);
  return (
    <SideDrawer
      title={row ? kindWords(row.kind, intl) : intl.formatMessage({ id: "messages.gone" })}
      isOpen={id !== undefined}
      size={640}
      steps={steps}
      onClose={close}
    >
      <div className="gh-form-fields gh-operation-detail">
        {row && (
          <>
            <dl className="gh-operation-entries">
              <dt>{intl.formatMessage({ id: "messages.column.at" })}</dt>
              <dd>{formatInstant(zone, row.at)}</dd>
              <dt>{intl.formatMessage({ id: "messages.column.direction" })}</dt>
              <dd>{intl.formatMessage({ id: `messages.option.direction.${row.direction}` })}</dd>
              <dt>{intl.formatMessage({ id: "messages.column.outcome" })}</dt>
              <dd>{outcomeWords(row, intl)}</dd>
              {row.values.length > 0 && (
                <>
                  <dt>{intl.formatMessage({ id: "messages.column.values" })}</dt>
                  <dd>
                    <bdi>{valuesWords(row, intl)}</bdi>
                  </dd>
                </>
              )}
              {row.faultCount > 0 && (
                <>
                  <dt>{intl.formatMessage({ id: "messages.column.faults" })}</dt>
                  <dd>
                    <bdi>{faultWords(row, intl)}</bdi>
                  </dd>
                </>
              )}
            </dl>
            <MessageBytes head={row.hex === null ? undefined : bytesOfHex(row.hex)} bytes={row.bytes} />
          </>
        )}
      </div>
    </SideDrawer>
  );
}

/** The messages of one device as they come and go, newest first. */
export const liveMessages = ({ zone, deviceId, onOpen }: Options) =>
  screenOf({
    id: "messages",
    route: "/devices/communicate/details/live",
    rows: rowsFrom(deviceMessageCalls.query, {
      toRequest: ({ pageNo, pageSize, filters }) => ({
        ...typedFilters(deviceMessageCalls.query.call.request, filters),
        ...{ deviceId, pageNo, pageSize },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row, intl) => kindWords(row.kind, intl),
    columns: [
      { id: "at", width: 150, sortable: false, instant: (row) => row.at, text: (row) => formatInstant(zone, row.at) },
      {
        id: "direction",
        width: 72,
        sortable: false,
        text: (row, intl) => intl.formatMessage({ id: `messages.option.direction.${row.direction}` }),
      },
      { id: "kind", width: 120, sortable: false, text: (row, intl) => kindWords(row.kind, intl) },
      { id: "place", width: 160, mono: true, sortable: false, text: (row) => row.place || "–" },
      {
        id: "bytes",
        width: 96,
        align: "end",
        sortable: false,
        number: (row) => row.bytes,
        text: (row, intl) => intl.formatNumber(row.bytes),
      },
      {
        id: "outcome",
        width: 160,
        sortable: false,
        text: (row, intl) => outcomeWords(row, intl),
        render: (row, intl) => (
          <span className={calmOutcomes.includes(row.outcome) ? undefined : "gh-logs-failed"}>{outcomeWords(row, intl)}</span>
        ),
      },
      { id: "values", width: 320, sortable: false, text: (row, intl) => valuesWords(row, intl) || "–" },
      { id: "faults", width: 320, sortable: false, text: (row, intl) => faultWords(row, intl) || "–" },
      {
        id: "skipped",
        width: 104,
        align: "end",
        sortable: false,
        number: (row) => row.skipped,
        text: (row, intl) => (row.skipped === 0 ? "–" : intl.formatNumber(row.skipped)),
      },
    ],
    filters: [
      { id: "direction", kind: "select", values: messageDirections },
      { id: "failed", kind: "boolean" },
    ],
    ...(onOpen ? { address: onOpen } : {}),
    beside: (shown) => <LiveDrawer zone={zone} {...shown} />,
  });
