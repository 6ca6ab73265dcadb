import type { LeaseFilter, ListedDevice } from "#contract/resources/device.ts";
import { leaseFilters } from "#contract/resources/device.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, typedFilters } from "#src/kit/screen/rowsSource.ts";
import type { Matching, ScreenTools } from "#src/kit/screen/screenDefinition.ts";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { serverNow } from "#store/serverClock.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";
import { daysLeft } from "./leaseText.ts";
import "./devices.css";

type Row = ListedDevice;
const dash = "–";

/** Devices whose service is known stand in the list until somebody asks for others. */
const unasked: LeaseFilter = "known";

interface LeaseListOptions {
  /** Days are counted in it. */
  zone: string;
  now?: () => number;
  /** Asks how long the service of devices goes on; true once that is sent. */
  renew(rows: readonly Row[]): Promise<boolean>;
  /** The same of all that the list is filtered to. */
  renewAll(matching: Matching, tools: Pick<ScreenTools<Row>, "refetch">): Promise<boolean>;
}

/** Under so many days a device is about to end its service. */
const soon = 30;

/** Devices by the last day of their service, those that end first at the top. */
export const leaseList = ({ zone, renew, renewAll, now = serverNow }: LeaseListOptions) => {
  const left = (row: Row) => daysLeft(row.leaseEnd, zone, now());
  const look = (days: number | undefined) =>
    days === undefined ? "gh-devices-calm" : days < 0 ? "gh-lease-over" : days <= soon ? "gh-lease-soon" : "";
  const all = ({ filters, count }: Matching, tools: ScreenTools<Row>) =>
    renewAll({ filters: { lease: unasked, ...filters }, count }, tools);
  return screenOf({
    id: "leases",
    route: "/devices/lease",
    rows: rowsFrom(deviceCalls.query, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        lease: unasked,
        ...typedFilters(deviceCalls.query.call.request, filters),
        ...{ pageNo, pageSize, sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.name} (${row.sn})`,
    search: "search",
    sort: { field: "leaseEnd", order: "asc" },
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      { id: "sn", width: 150, mono: true, text: (row) => row.sn },
      { id: "leaseStart", width: 130, sortable: false, text: (row) => row.leaseStart || dash },
      { id: "leaseEnd", width: 130, text: (row) => row.leaseEnd || dash },
      {
        id: "daysLeft",
        width: 150,
        sortable: false,
        align: "end",
        number: (row) => left(row) ?? null,
        text: (row, intl) => {
          const days = left(row);
          if (days === undefined) return dash;
          return days < 0
            ? intl.formatMessage({ id: "leases.over" }, { count: -days })
            : intl.formatMessage({ id: "leases.left" }, { count: days });
        },
        render: (row, intl) => {
          const days = left(row);
          const text =
            days === undefined ? dash : intl.formatMessage({ id: days < 0 ? "leases.over" : "leases.left" }, { count: Math.abs(days) });
          return <span className={look(days)}>{text}</span>;
        },
      },
      {
        id: "presence",
        width: 122,
        text: (row, intl) => intl.formatMessage({ id: `presence.${row.presence}` }),
        render: (row) => <PresenceMark presence={row.presence} />,
      },
      { id: "typeName", width: 130, text: (row, intl) => ownName(intl, row.typeName, row.typeNameEn) || dash },
      { id: "companyName", width: 150, text: (row) => row.companyName || dash },
      { id: "dealer", width: 130, sortable: false, text: (row) => row.dealer || dash },
      { id: "contact", width: 130, sortable: false, text: (row) => row.contact || dash },
    ],
    filters: [
      companyFilter,
      { id: "lease", kind: "select", values: leaseFilters.filter((one) => one !== unasked) },
      { id: "typeId", kind: "select", useOptions: useTypeOptions },
    ],
    address: (row) => deviceAddress(row.id),
    leads: { call: deviceCalls.get.call, view: deviceView },
    bulk: [{ id: "renewMany", icon: "calendar", call: deviceCalls.renew.call, run: renew, all }],
    rowActions: [{ id: "renew", icon: "calendar", call: deviceCalls.renew.call, run: async (row) => void (await renew([row])) }],
  });
};
