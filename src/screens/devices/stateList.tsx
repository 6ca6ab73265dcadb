import type { IntlShape } from "react-intl";
import { type StateRow, stateKinds } from "#contract/resources/deviceStateLog.ts";
import { rowsFrom } from "#src/kit/screen/rowsSource.ts";
import type { PageActionSpec, RowActionSpec, ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { deviceAddress } from "#src/screens/alarms/alarmAddress.ts";
import { CellLink } from "#src/screens/alarms/cellLink.tsx";
import { deviceStateLogCalls } from "#store/handles/stateLog.ts";
import { lastedText } from "./lastedText.ts";
import { logPresets } from "./logPeriod.ts";
import { StateDays } from "./stateDays.tsx";
import { stateRequest } from "./stateRequest.ts";

export interface LogListOptions {
  zone: string;
  /** The one device that is looked at. */
  deviceId?: string | undefined;
  /** Whether device names lead to the device. */
  devices?: boolean;
  /** Shows one device only. */
  onDevice?(deviceId: string): void;
}

export const periodFilters = [
  { id: "period", kind: "select", values: logPresets },
  { id: "from", kind: "date" },
  { id: "to", kind: "date" },
] as const;

/** Narrows the log to the row's device, unless it is the only one already. */
export const onlyDevice = <Row extends { deviceId: string }>({ deviceId, onDevice }: LogListOptions): RowActionSpec<Row>[] =>
  onDevice && !deviceId ? [{ id: "only", icon: "filter", run: (row) => onDevice(row.deviceId) }] : [];

const lasted = ({ at, until }: StateRow, intl: IntlShape): string => {
  const text = lastedText((until === null ? Date.now() : Date.parse(until)) - Date.parse(at), intl);
  return until === null ? intl.formatMessage({ id: "logs.lasting" }, { age: text }) : text;
};

/** Comings and goings of devices, newest first; an absence says how long it lasted. */
export const stateList = (options: LogListOptions, download?: PageActionSpec<StateRow>): ScreenDefinition<StateRow> => {
  const { zone, deviceId, devices = false } = options;
  return {
    id: "states",
    route: "/devices/logs",
    rows: rowsFrom(deviceStateLogCalls.query, {
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
      { id: "at", width: 150, text: (row) => formatInstant(zone, row.at) },
      {
        id: "deviceName",
        width: 180,
        sortable: false,
        text: (row) => row.deviceName,
        ...(devices
          ? { render: (row: StateRow) => <CellLink address={() => deviceAddress(row.deviceId)}>{row.deviceName}</CellLink> }
          : {}),
      },
      {
        id: "kind",
        width: 96,
        sortable: false,
        text: (row, intl) => intl.formatMessage({ id: `presence.${row.kind}` }),
        render: (row) => <PresenceMark presence={row.kind} />,
      },
      {
        id: "lasted",
        width: 150,
        align: "end",
        sortable: false,
        text: lasted,
        render: (row, intl) => <span className={row.kind === "offline" ? "gh-logs-away" : "gh-logs-there"}>{lasted(row, intl)}</span>,
      },
      { id: "until", width: 150, sortable: false, text: (row) => formatInstant(zone, row.until) },
      { id: "reason", width: 220, sortable: false, text: (row, intl) => intl.formatMessage({ id: `states.reason.${row.reason}` }) },
      { id: "deviceSn", width: 140, mono: true, sortable: false, text: (row) => row.deviceSn },
      { id: "companyName", width: 140, sortable: false, text: (row) => row.companyName },
    ],
    filters: [{ id: "kind", kind: "select", values: stateKinds }, ...periodFilters],
    ...(devices ? { address: (row: StateRow) => deviceAddress(row.deviceId) } : {}),
    rowActions: onlyDevice(options),
    ...(download ? { actions: [download] } : {}),
    Above: StateDays,
  };
};
