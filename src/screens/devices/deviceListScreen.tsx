import { useMemo } from "react";
import type { IntlShape } from "react-intl";
import type { DeviceRow } from "#contract/resources/device.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";
import "./devices.css";

const typeName = (row: DeviceRow, intl: IntlShape): string => ownName(intl, row.typeName, row.typeNameEn) || "–";

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
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    filters: [
      companyFilter,
      { id: "presence", kind: "select", values: ["online", "offline", "inactive"] },
      { id: "typeId", kind: "select", useOptions: useTypeOptions },
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
