import { useMemo } from "react";
import type { ListedDevice } from "#contract/resources/device.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, writes } from "#src/kit/screen/rowsSource.ts";
import type { ColumnSpec } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { mainColumns } from "./deviceColumns.tsx";
import { useModelChoices } from "./deviceModelOptions.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";
import { follow, unfollow } from "./following.ts";
import { regionText } from "./regionText.ts";
import "./devices.css";

const dash = "–";

const DeviceMap = lazyPart(async () => (await import("./deviceMap.tsx")).DeviceMap);

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
] as const satisfies readonly ColumnSpec<ListedDevice>[];

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
      ...mainColumns(zone),
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
      one: writes(deviceCalls.delete, (row: ListedDevice) => ({ ids: [row.id] })),
      many: writes(deviceCalls.delete, (rows: readonly ListedDevice[]) => ({ ids: rows.map((row) => row.id) })),
    },
    address: (row) => deviceAddress(row.id),
    leads: { call: deviceCalls.get.call, view: deviceView },
    other: { id: "map", icon: "map", call: deviceCalls.query_location_count.call, View: DeviceMap },
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
    bulk: [
      {
        ...{ id: "followMany", icon: "star-empty", call: follow.call },
        changes: (row) => !row.followed,
        run: (rows, tools) => tools.send(follow, rows, "devices.followed"),
      },
    ],
    rowActions: [
      {
        ...{ id: "follow", icon: "star-empty", call: follow.call },
        shown: (row) => !row.followed,
        run: async (row, tools) => void (await tools.send(follow, [row], "devices.followed")),
      },
      {
        ...{ id: "unfollow", icon: "star", call: unfollow.call },
        shown: (row) => row.followed,
        run: async (row, tools) => void (await tools.send(unfollow, [row], "devices.unfollowed")),
      },
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
