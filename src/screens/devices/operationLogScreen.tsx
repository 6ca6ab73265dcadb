import { useMemo } from "react";
import type { OperationRow } from "#contract/resources/log.ts";
import { useSession } from "#src/app/sessionView.ts";
import { rowsFrom, typedFilters } from "#src/kit/screen/rowsSource.ts";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant, inputInstant } from "#src/kit/value/zonedTime.ts";
import { deviceEventCalls } from "#store/handles/log.ts";
import "./devices.css";

const dayText = /^\d{4}-\d\d-\d\d$/;

/** Local midnight at the start of a day, or of the one after it. */
const midnight = (zone: string, day: string | undefined, after: 0 | 1): string | undefined => {
  if (day === undefined || !dayText.test(day)) return undefined;
  const wall = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(wall.getTime())) return undefined;
  wall.setUTCDate(wall.getUTCDate() + after);
  const instant = inputInstant(zone, wall.toISOString().slice(0, 16));
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

/** The operation log; days and times are those of `zone`. */
export const operationLog = (zone: string): ScreenDefinition<OperationRow> => ({
  id: "operations",
  route: "/devices/query_user_event",
  rows: rowsFrom(deviceEventCalls.query_user_event, {
    toRequest: ({ pageNo, pageSize, filters: { fromDay, toDay, ...filters } }) => {
      const from = midnight(zone, fromDay, 0);
      const to = midnight(zone, toDay, 1);
      return {
        ...typedFilters(deviceEventCalls.query_user_event.call.request, filters),
        ...{ pageNo, pageSize },
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      };
    },
    fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
  }),
  rowKey: (row) => row.id,
  rowName: (row) => row.call,
  search: "search",
  columns: [
    { id: "at", width: 160, sortable: false, text: (row) => formatInstant(zone, row.at) },
    { id: "account", width: 140, sortable: false, text: (row) => row.account || "–" },
    { id: "userName", width: 120, sortable: false, text: (row) => row.userName || "–" },
    { id: "companyName", width: 140, sortable: false, text: (row) => row.companyName || "–" },
    { id: "address", width: 140, sortable: false, mono: true, text: (row) => row.address || "–" },
    { id: "call", width: 220, sortable: false, mono: true, text: (row) => row.call },
    {
      id: "code",
      width: 110,
      sortable: false,
      text: (row, intl) => (row.code === 0 ? intl.formatMessage({ id: "code.ok" }) : String(row.code)),
      render: (row, intl) =>
        row.code === 0 ? intl.formatMessage({ id: "code.ok" }) : <span className="gh-operation-refused">{row.code}</span>,
    },
    { id: "milliseconds", width: 100, align: "end", sortable: false, text: (row) => `${row.milliseconds} ms` },
    { id: "detail", width: 320, sortable: false, mono: true, text: (row) => row.detail || "–" },
  ],
  filters: [
    { id: "account", kind: "text" },
    { id: "call", kind: "text" },
    { id: "refused", kind: "boolean" },
    { id: "fromDay", kind: "date" },
    { id: "toDay", kind: "date" },
  ],
});

function OperationLogPage() {
  const { me } = useSession();
  const definition = useMemo(() => operationLog(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Who did what, when, from where and with what result, newest first. */
export const OperationLogScreen = Object.assign(OperationLogPage, { definition: operationLog("UTC") });
