import { useMemo } from "react";
import type { IntlShape } from "react-intl";
import type { DeviceRow } from "#contract/resources/device.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, writes } from "#src/kit/screen/rowsSource.ts";
import type { ColumnSpec } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { useModelChoices } from "./deviceModelOptions.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";
import { regionText } from "./regionText.ts";
import "./devices.css";

const typeName = (row: DeviceRow, intl: IntlShape): string => ownName(intl, row.typeName, row.typeNameEn) || "–";

const dash = "–";

/** Columns that stand aside until somebody wants them. */
const described = [
  { id: "modelName", width: 120, aside: true, sortable: false, text: (row) => row.modelName || dash },
  {
    id: "transmission",
    width: 130,
    aside: true,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: `devices.transmission.${row.transmission}` }),
  },
  { id: "industry", width: 110, aside: true, sortable: false, text: (row) => row.industry || dash },
  { id: "dealer", width: 130, aside: true, sortable: false, text: (row) => row.dealer || dash },
  { id: "userName", width: 120, aside: true, sortable: false, text: (row) => row.userName || dash },
  { id: "contact", width: 130, aside: true, sortable: false, text: (row) => row.contact || dash },
  { id: "thirdPartyId", width: 130, aside: true, sortable: false, mono: true, text: (row) => row.thirdPartyId || dash },
  { id: "tuyaId", width: 130, aside: true, sortable: false, mono: true, text: (row) => row.tuyaId || dash },
  { id: "installedOn", width: 120, aside: true, sortable: false, text: (row) => row.installedOn || dash },
  {
    id: "region",
    width: 160,
    aside: true,
    sortable: false,
    text: (row) => regionText(row) || dash,
  },
  { id: "address", width: 180, aside: true, sortable: false, text: (row) => row.address || dash },
  {
    id: "mobile",
    width: 110,
    aside: true,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: `devices.mobile.${row.mobile}` }),
  },
  {
    id: "alarmNotice",
    width: 120,
    aside: true,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: row.alarmNotice ? "devices.on" : "devices.off" }),
  },
  { id: "leaseStart", width: 130, aside: true, sortable: false, text: (row) => row.leaseStart || dash },
  { id: "leaseEnd", width: 130, aside: true, text: (row) => row.leaseEnd || dash },
  { id: "softwareVersion", width: 120, aside: true, sortable: false, text: (row) => row.softwareVersion || dash },
  { id: "hardwareVersion", width: 120, aside: true, sortable: false, text: (row) => row.hardwareVersion || dash },
  { id: "parameterVersion", width: 120, aside: true, sortable: false, text: (row) => row.parameterVersion || dash },
  {
    id: "signal",
    width: 110,
    aside: true,
    sortable: false,
    align: "end",
    number: (row) => row.signal,
    text: (row) => (row.signal === null ? dash : `${row.signal} dBm`),
  },
  { id: "sort", width: 100, aside: true, align: "end", number: (row) => row.sort, text: (row) => String(row.sort) },
] as const satisfies readonly ColumnSpec<DeviceRow>[];

/** The device list; times are shown in `zone`. */
export const deviceList = (zone: string) =>
  screenOf({
    id: "devices",
    route: "/devices/list",
    rows: listRows(deviceCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.name} (${row.sn})`,
    search: "search",
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 180, text: (row) => row.name },
      { id: "sn", width: 136, mono: true, text: (row) => row.sn },
      {
        id: "presence",
        width: 122,
        text: (row, intl) => intl.formatMessage({ id: `presence.${row.presence}` }),
        render: (row) => <PresenceMark presence={row.presence} />,
      },
      { id: "typeName", width: 120, text: typeName },
      { id: "companyName", width: 130, text: (row) => row.companyName || "–" },
      {
        id: "communicationTime",
        width: 150,
        instant: (row) => row.communicationTime,
        text: (row) => formatInstant(zone, row.communicationTime),
      },
      {
        id: "openAlarms",
        width: 112,
        align: "end",
        number: (row) => row.openAlarms,
        text: (row) => String(row.openAlarms),
        render: (row) => <span className={row.openAlarms > 0 ? "gh-devices-alarmed" : "gh-devices-calm"}>{row.openAlarms}</span>,
      },
      ...described,
      {
        id: "updatedAt",
        width: 150,
        aside: true,
        sortable: false,
        instant: (row) => row.updatedAt,
        text: (row) => formatInstant(zone, row.updatedAt),
      },
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    filters: [
      companyFilter,
      { id: "presence", kind: "select", values: ["online", "offline", "inactive"] },
      { id: "typeId", kind: "select", useOptions: useTypeOptions },
      { id: "modelId", kind: "select", useOptions: useModelChoices },
      { id: "alarmed", kind: "boolean" },
    ],
    remove: {
      one: writes(deviceCalls.delete, (row: DeviceRow) => ({ ids: [row.id] })),
      many: writes(deviceCalls.delete, (rows: readonly DeviceRow[]) => ({ ids: rows.map((row) => row.id) })),
    },
    address: (row) => deviceAddress(row.id),
    leads: { call: deviceCalls.get.call, view: deviceView },
    actions: [
      {
        id: "add",
        icon: "plus",
        primary: true,
        call: deviceCalls.post.call,
        view: "/devices/adds",
        run: (tools) => tools.navigate("/devices/adds"),
      },
    ],
    rowActions: [
      {
        id: "edit",
        icon: "edit",
        call: deviceCalls.put.call,
        view: "/devices/edit",
        run: (row, tools) => tools.navigate(`/devices/edit?id=${encodeURIComponent(row.id)}`),
      },
    ],
  });

function DeviceListPage() {
  const { me } = useSession();
  const definition = useMemo(() => deviceList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Devices with search, filters and paging; a row opens the device. */
export const DeviceListScreen = Object.assign(DeviceListPage, { definition: deviceList("UTC") });
