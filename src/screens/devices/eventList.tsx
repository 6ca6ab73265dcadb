import type { IntlShape } from "react-intl";
import { deviceEvent, type EventRow, eventKinds } from "#contract/resources/log.ts";
import type { ConfirmOptions } from "#src/kit/feedback/feedback.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, typedFilters, writes } from "#src/kit/screen/rowsSource.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { serverNow } from "#store/serverClock.ts";
import { eventWords, hasFailed, isWaiting, resultWords } from "./eventWords.ts";
import { companyColumn, deviceMoves, type LogListOptions, layoutOf, nameColumn, periodFilters, snColumn } from "./logList.tsx";
import { logPeriod } from "./logPeriod.ts";
import { LogPeriodLine } from "./logPeriodText.tsx";

const callOff = writes(deviceEventCalls.call_off, (ids: readonly string[]) => ({ ids: [...ids] }));

const callOffQuestion = (count: number, intl: IntlShape): ConfirmOptions => ({
  ...{ kind: "danger", question: intl.formatMessage({ id: "events.callOffQuestion" }, { count }) },
  action: intl.formatMessage({ id: "events.action.callOff" }),
});

/** Commands, events and movements of devices, newest first. */
export const eventList = (options: LogListOptions) => {
  const { zone, deviceId } = options;
  const moves = deviceMoves<EventRow>(options);
  return screenOf({
    id: "events",
    route: layoutOf("/devices/logs/events", deviceId),
    rows: rowsFrom(deviceEventCalls.query, {
      filters: ["period"],
      toRequest: ({ pageNo, pageSize, sort, filters: { period, from, to, ...filters } }) => ({
        ...typedFilters(deviceEvent.calls.query.request, filters),
        ...(filters.waiting === "true" ? {} : logPeriod(zone, { period, from, to }, serverNow())),
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
        text: (row, intl) => resultWords(row, intl, zone),
        render: (row, intl) => <span className={hasFailed(row) ? "gh-logs-failed" : undefined}>{resultWords(row, intl, zone)}</span>,
      },
      { id: "account", width: 104, sortable: false, text: (row) => row.account || "–" },
      ...snColumn<EventRow>(options),
      ...companyColumn<EventRow>(options),
    ],
    filters: [
      ...(deviceId ? [] : [companyFilter]),
      { id: "kind", kind: "select", values: eventKinds },
      { id: "failed", kind: "boolean" },
      { id: "waiting", kind: "boolean", aside: true },
      ...periodFilters,
    ],
    ...moves,
    rowActions: [
      ...(moves.rowActions ?? []),
      {
        ...{ id: "callOff", icon: "disable", call: callOff.call, shown: isWaiting },
        run: (row, { sendConfirmed, intl }) => void sendConfirmed(callOffQuestion(1, intl), callOff, [row.id], "events.calledOff"),
      },
    ],
    bulk: [
      {
        ...{ id: "callOff", icon: "disable", call: callOff.call, changes: isWaiting },
        run: (rows, { sendConfirmed, intl }) =>
          sendConfirmed(
            callOffQuestion(rows.length, intl),
            callOff,
            rows.map(({ id }) => id),
            "events.calledOff",
          ),
      },
    ],
    Above: LogPeriodLine,
  });
};
