import type { ColumnSpec, ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { CellLink } from "#src/screens/alarms/cellLink.tsx";
import { deviceAddress } from "./deviceAddress.ts";
import { logPresets } from "./logPeriod.ts";

export interface LogListOptions {
  zone: string;
  /** The one device that is looked at; its name, SN and organisation need no columns then. */
  deviceId?: string | undefined;
  /** Whether device names lead to the device. */
  devices?: boolean;
  /** Shows one device only. */
  onDevice?(deviceId: string): void;
}

interface LogRow {
  deviceId: string;
  deviceName: string;
  deviceSn: string;
  companyName: string;
}

/** Under which a list's columns are kept: the list of one device has fewer. */
export const layoutOf = (route: string, deviceId: string | undefined): string => (deviceId ? `${route}/device` : route);

export const nameColumn = <Row extends LogRow>({ deviceId, devices }: LogListOptions): ColumnSpec<Row, never>[] =>
  deviceId
    ? []
    : [
        {
          id: "deviceName",
          width: 160,
          sortable: false,
          text: (row) => row.deviceName,
          ...(devices ? { render: (row: Row) => <CellLink address={() => deviceAddress(row.deviceId)}>{row.deviceName}</CellLink> } : {}),
        },
      ];

export const snColumn = <Row extends LogRow>({ deviceId }: LogListOptions): ColumnSpec<Row, never>[] =>
  deviceId ? [] : [{ id: "deviceSn", width: 128, mono: true, sortable: false, text: (row) => row.deviceSn }];

export const companyColumn = <Row extends LogRow>({ deviceId }: LogListOptions): ColumnSpec<Row, never>[] =>
  deviceId ? [] : [{ id: "companyName", width: 108, sortable: false, text: (row) => row.companyName }];

export const periodFilters = [
  { id: "period", kind: "select", values: logPresets },
  { id: "from", kind: "date" },
  { id: "to", kind: "date" },
] as const;

/** A row opens its device, and narrows the log to it unless it is the only one already. */
export const deviceMoves = <Row extends LogRow>({
  deviceId,
  devices,
  onDevice,
}: LogListOptions): Pick<ScreenDefinition<Row>, "address" | "rowActions"> => ({
  ...(devices ? { address: (row: Row) => deviceAddress(row.deviceId) } : {}),
  ...(onDevice && !deviceId ? { rowActions: [{ id: "only", icon: "filter", run: (row: Row) => onDevice(row.deviceId) }] } : {}),
});
