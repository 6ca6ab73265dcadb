import { useIntl } from "react-intl";
import type { EventRow } from "#contract/resources/log.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom } from "#src/kit/screen/rowsSource.ts";
import { type ShownRows, useAddressedRow } from "#src/kit/screen/useRowSteps.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { serverNow } from "#store/serverClock.ts";
import { eventWords, hasFailed, resultWords } from "./eventWords.ts";
import { periodFilters } from "./logList.tsx";
import { logPeriod } from "./logPeriod.ts";
import { keptFault } from "./messageBytes.ts";
import { MessageBytes } from "./messageBytesView.tsx";
import { directionOf } from "./messageWords.ts";

/** What of a device's messages is kept for long. */
const keptKinds = ["command", "event", "info", "location", "fault"] as const satisfies readonly EventRow["kind"][];

interface Options {
  zone: string;
  deviceId: string;
  onOpen?(row: { id: string }): string;
}

function KeptDrawer({ zone, ...shown }: ShownRows<EventRow> & { zone: string }) {
  const intl = useIntl();
  const { id, steps, close } = useAddressedRow("row", shown);
  const row = shown.rows.find((one) => one.id === id);
  const fault = row?.kind === "fault" ? keptFault(row.content) : undefined;
  return (
    <SideDrawer
      title={row ? intl.formatMessage({ id: `device.kind.${row.kind}` }) : intl.formatMessage({ id: "messages.gone" })}
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
              <dd>{intl.formatMessage({ id: `messages.option.direction.${directionOf(row)}` })}</dd>
              <dt>{intl.formatMessage({ id: "keptMessages.column.content" })}</dt>
              <dd>
                <bdi>{eventWords(row, intl)}</bdi>
              </dd>
              <dt>{intl.formatMessage({ id: "keptMessages.column.result" })}</dt>
              <dd>{resultWords(row, intl, zone)}</dd>
            </dl>
            {row.kind === "fault" && <MessageBytes head={fault?.head} bytes={fault?.bytes ?? 0} />}
          </>
        )}
      </div>
    </SideDrawer>
  );
}

/** What is kept of one device's messages: commands, events, and what could not be read with its bytes, newest first. */
export const keptMessages = ({ zone, deviceId, onOpen }: Options) =>
  screenOf({
    id: "keptMessages",
    route: "/devices/communicate/details/kept",
    rows: rowsFrom(deviceEventCalls.query, {
      filters: ["period"],
      toRequest: ({ pageNo, pageSize, sort, filters: { period, from, to, kind } }) => ({
        kinds: keptKinds.filter((one) => kind === undefined || one === kind),
        ...logPeriod(zone, { period, from, to }, serverNow()),
        ...{ deviceId, pageNo, pageSize, sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row, intl) => intl.formatMessage({ id: `device.kind.${row.kind}` }),
    sort: { field: "at", order: "desc" },
    columns: [
      { id: "at", width: 150, instant: (row) => row.at, text: (row) => formatInstant(zone, row.at) },
      {
        id: "direction",
        width: 72,
        sortable: false,
        text: (row, intl) => intl.formatMessage({ id: `messages.option.direction.${directionOf(row)}` }),
      },
      { id: "kind", width: 110, sortable: false, text: (row, intl) => intl.formatMessage({ id: `device.kind.${row.kind}` }) },
      {
        id: "bytes",
        width: 96,
        align: "end",
        sortable: false,
        number: (row) => keptFault(row.content)?.bytes ?? null,
        text: (row, intl) => {
          const bytes = row.kind === "fault" ? keptFault(row.content)?.bytes : undefined;
          return bytes === undefined ? "–" : intl.formatNumber(bytes);
        },
      },
      { id: "content", width: 420, sortable: false, text: eventWords },
      {
        id: "result",
        width: 200,
        sortable: false,
        text: (row, intl) => resultWords(row, intl, zone),
        render: (row, intl) => <span className={hasFailed(row) ? "gh-logs-failed" : undefined}>{resultWords(row, intl, zone)}</span>,
      },
      { id: "account", width: 104, sortable: false, text: (row) => row.account || "–" },
    ],
    filters: [{ id: "kind", kind: "select", values: keptKinds }, ...periodFilters],
    ...(onOpen ? { address: onOpen } : {}),
    beside: (shown) => <KeptDrawer zone={zone} {...shown} />,
  });
