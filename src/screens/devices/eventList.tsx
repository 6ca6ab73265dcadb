import { deviceEvent, type EventRow, eventKinds } from "#contract/resources/log.ts";
import { rowsFrom, typedFilters } from "#src/kit/screen/rowsSource.ts";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { deviceAddress } from "#src/screens/alarms/alarmAddress.ts";
import { CellLink } from "#src/screens/alarms/cellLink.tsx";
import { deviceEventCalls } from "#store/handles/log.ts";
import { eventWords, resultWords } from "./eventWords.ts";
import { logPeriod } from "./logPeriod.ts";
import { type LogListOptions, onlyDevice, periodFilters } from "./stateList.tsx";

/** Commands, events and movements of devices, newest first. */
export const eventList = (options: LogListOptions): ScreenDefinition<EventRow> => {
  const { zone, deviceId, devices = false } = options;
  return {
    id: "events",
    route: "/devices/logs/events",
    rows: rowsFrom(deviceEventCalls.query, {
      toRequest: ({ pageNo, pageSize, sort, filters: { period, from, to, ...filters } }) => ({
        ...typedFilters(deviceEvent.calls.query.request, filters),
        ...logPeriod(zone, { period, from, to }, Date.now()),
        ...(deviceId ? { deviceId } : {}),
        ...{ pageNo, pageSize, sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row) => row.deviceName,
    search: "search",
    sort: { field: "at", order: "desc" },
    columns: [
      { id: "at", width: 150, text: (row) => formatInstant(zone, row.at) },
      {
        id: "deviceName",
        width: 180,
        sortable: false,
        text: (row) => row.deviceName,
        ...(devices
          ? { render: (row: EventRow) => <CellLink address={() => deviceAddress(row.deviceId)}>{row.deviceName}</CellLink> }
          : {}),
      },
      { id: "kind", width: 96, sortable: false, text: (row, intl) => intl.formatMessage({ id: `device.kind.${row.kind}` }) },
      { id: "content", width: 340, sortable: false, text: eventWords },
      {
        id: "result",
        width: 200,
        sortable: false,
        text: resultWords,
        render: (row, intl) => (
          <span className={row.result === "" || row.result === "ok" ? undefined : "gh-logs-failed"}>{resultWords(row, intl)}</span>
        ),
      },
      { id: "account", width: 120, sortable: false, text: (row) => row.account || "–" },
      { id: "deviceSn", width: 140, mono: true, sortable: false, text: (row) => row.deviceSn },
    ],
    filters: [{ id: "kind", kind: "select", values: eventKinds }, { id: "failed", kind: "boolean" }, ...periodFilters],
    ...(devices ? { address: (row: EventRow) => deviceAddress(row.deviceId) } : {}),
    rowActions: onlyDevice(options),
  };
};
