import type { IntlShape } from "react-intl";
import { type StateRow, stateKinds } from "#contract/resources/deviceStateLog.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom } from "#src/kit/screen/rowsSource.ts";
import type { ExportSpec } from "#src/kit/screen/screenDefinition.ts";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceStateLogCalls } from "#store/handles/deviceStateLog.ts";
import { serverNow } from "#store/serverClock.ts";
import { lastedText } from "./lastedText.ts";
import { companyColumn, deviceMoves, type LogListOptions, layoutOf, nameColumn, periodFilters, snColumn } from "./logList.tsx";
import { StateDays } from "./stateDays.tsx";
import { stateRequest } from "./stateRequest.ts";

const lasted = ({ at, until }: StateRow, intl: IntlShape): string => {
  const text = lastedText((until === null ? serverNow() : Date.parse(until)) - Date.parse(at), intl);
  return until === null ? intl.formatMessage({ id: "logs.lasting" }, { age: text }) : text;
};

/** Comings and goings of devices, newest first; an absence says how long it lasted. */
export const stateList = (options: LogListOptions, exports?: ExportSpec) => {
  const { zone, deviceId } = options;
  return screenOf({
    id: "states",
    route: layoutOf("/devices/logs", deviceId),
    rows: rowsFrom(deviceStateLogCalls.query, {
      filters: ["period"],
      toRequest: (state) => ({
        ...stateRequest(zone, deviceId, state),
        ...{ pageNo: state.pageNo, pageSize: state.pageSize, sortField: state.sort?.field, sortOrder: state.sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row) => row.deviceName,
    search: "search",
    sort: { field: "at", order: "desc" },
    columns: [
      { id: "at", width: 150, instant: (row) => row.at, text: (row) => formatInstant(zone, row.at) },
      ...nameColumn<StateRow>(options),
      {
        id: "kind",
        width: 96,
        sortable: false,
        text: (row, intl) => intl.formatMessage({ id: `presence.${row.kind}` }),
        render: (row) => <PresenceMark presence={row.kind} past />,
      },
      {
        id: "lasted",
        width: 144,
        align: "end",
        sortable: false,
        text: lasted,
        render: (row, intl) => <span className={row.kind === "offline" ? "gh-logs-away" : "gh-logs-there"}>{lasted(row, intl)}</span>,
      },
      { id: "until", width: 150, sortable: false, instant: (row) => row.until, text: (row) => formatInstant(zone, row.until) },
      { id: "reason", width: 220, sortable: false, text: (row, intl) => intl.formatMessage({ id: `states.reason.${row.reason}` }) },
      ...snColumn<StateRow>(options),
      ...companyColumn<StateRow>(options),
    ],
    filters: [...(deviceId ? [] : [companyFilter]), { id: "kind", kind: "select", values: stateKinds }, ...periodFilters],
    ...deviceMoves<StateRow>(options),
    ...(exports ? { exports } : {}),
    Above: StateDays,
  });
};
