import { deviceEvent, type EventRow, eventKinds } from "#contract/resources/log.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, typedFilters } from "#src/kit/screen/rowsSource.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { serverNow } from "#store/serverClock.ts";
import { eventWords, resultWords } from "./eventWords.ts";
import { companyColumn, deviceMoves, type LogListOptions, layoutOf, nameColumn, periodFilters, snColumn } from "./logList.tsx";
import { logPeriod } from "./logPeriod.ts";
import { LogPeriodLine } from "./logPeriodText.tsx";

/** Commands, events and movements of devices, newest first. */
export const eventList = (options: LogListOptions) => {
  const { zone, deviceId } = options;
  return screenOf({
    id: "events",
    route: layoutOf("/devices/logs/events", deviceId),
    rows: rowsFrom(deviceEventCalls.query, {
      filters: ["period"],
      toRequest: ({ pageNo, pageSize, sort, filters: { period, from, to, ...filters } }) => ({
        ...typedFilters(deviceEvent.calls.query.request, filters),
        ...logPeriod(zone, { period, from, to }, serverNow()),
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
      { id: "at", width: 150, instant: (row) => row.at, text: (row) => formatInstant(zone, row.at) },
      ...nameColumn<EventRow>(options),
      { id: "kind", width: 96, sortable: false, text: (row, intl) => intl.formatMessage({ id: `device.kind.${row.kind}` }) },
      { id: "content", width: 280, sortable: false, text: eventWords },
      {
        id: "result",
        width: 232,
        sortable: false,
        text: resultWords,
        render: (row, intl) => (
          <span className={row.result === "" || row.result === "ok" ? undefined : "gh-logs-failed"}>{resultWords(row, intl)}</span>
        ),
      },
      { id: "account", width: 104, sortable: false, text: (row) => row.account || "–" },
      ...snColumn<EventRow>(options),
      ...companyColumn<EventRow>(options),
    ],
    filters: [
      ...(deviceId ? [] : [companyFilter]),
      { id: "kind", kind: "select", values: eventKinds },
      { id: "failed", kind: "boolean" },
      ...periodFilters,
    ],
    ...deviceMoves<EventRow>(options),
    Above: LogPeriodLine,
  });
};
