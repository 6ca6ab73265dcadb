import { useEffect, useMemo, useRef } from "react";
import { useIntl } from "react-intl";
import type { FileFormat } from "#contract/fileFormat.ts";
import type { ArgumentOf } from "#contract/kit/call.ts";
import { deviceEvent, type OperationRow } from "#contract/resources/log.ts";
import { useAwaitedJobs } from "#src/app/jobs/awaitedJobs.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import type { ChoiceSource } from "#src/kit/form/choices.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import type { ListState } from "#src/kit/screen/listState.ts";
import { rowsFrom, typedFilters } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { type ShownRows, useAddressedRow } from "#src/kit/screen/useRowSteps.ts";
import { formatInstant, inputInstant } from "#src/kit/value/zonedTime.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import "./devices.css";
import { OperationDrawer } from "./operationDrawer.tsx";
import { accountWords, askedWords, loggedCalls, operationWords, outcomeWords, readerOf } from "./operationWords.ts";

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

/** Names the row of the open drawer in the view's address. */
const rowKey = "row";
const route = "/devices/query_user_event";

const callSource: ChoiceSource = {
  useFound(typed) {
    const intl = useIntl();
    const wanted = typed?.toLowerCase() ?? "";
    const choices = useMemo(() => loggedCalls(intl), [intl]).filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
    return { choices: choices.slice(0, shownCalls), looking: false };
  },
  useName(call) {
    const intl = useIntl();
    return operationWords(call, intl);
  },
};
const shownCalls = 40;

/** The drawer of the row that the address names. */
function OperationBeside(shown: ShownRows<OperationRow>) {
  const { id, steps, close } = useAddressedRow(rowKey, shown);
  return <OperationDrawer id={id} steps={steps} onClose={close} />;
}

interface LogOptions {
  zone: string;
  address?(row: OperationRow): string;
  onExport(state: ListState, format: FileFormat): Promise<void>;
}

type Asked = ArgumentOf<typeof deviceEvent.calls.query_user_event>;

/** What the filters ask for; days are those of `zone`. */
const asked = (zone: string, { fromDay, toDay, result, ...filters }: ListState["filters"]): Asked => {
  const from = midnight(zone, fromDay, 0);
  const to = midnight(zone, toDay, 1);
  return {
    ...typedFilters(deviceEventCalls.query_user_event.call.request, filters),
    ...(result === undefined ? {} : { refused: result === "refused" }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
};

/** The operation log; days and times are those of `zone`. */
const operationLog = ({ zone, address, onExport }: LogOptions) =>
  screenOf({
    id: "operations",
    route,
    rows: rowsFrom(deviceEventCalls.query_user_event, {
      filters: ["result", "fromDay", "toDay"],
      toRequest: ({ pageNo, pageSize, filters }) => ({ ...asked(zone, filters), pageNo, pageSize }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row) => row.call,
    search: "search",
    columns: [
      { id: "at", width: 150, sortable: false, instant: (row) => row.at, text: (row) => formatInstant(zone, row.at) },
      { id: "account", width: 110, sortable: false, text: (row, intl) => accountWords(row.account, intl) },
      { id: "operation", width: 170, sortable: false, text: (row, intl) => operationWords(row.call, intl) },
      { id: "record", width: 170, sortable: false, text: (row) => row.record || "–" },
      {
        id: "code",
        width: 150,
        sortable: false,
        text: outcomeWords,
        render: (row, intl) =>
          row.code === 0 ? outcomeWords(row, intl) : <span className="gh-operation-refused">{outcomeWords(row, intl)}</span>,
      },
      { id: "detail", width: 300, sortable: false, text: (row, intl) => askedWords(row, readerOf(row, intl, zone)) },
      { id: "userName", width: 110, sortable: false, text: (row) => row.userName || "–" },
      { id: "companyName", width: 130, sortable: false, text: (row) => row.companyName || "–" },
      { id: "address", width: 130, sortable: false, mono: true, text: (row) => row.address || "–" },
      { id: "milliseconds", width: 90, align: "end", sortable: false, text: (row) => `${row.milliseconds} ms` },
      { id: "call", width: 220, sortable: false, mono: true, text: (row) => row.call },
    ],
    filters: [
      companyFilter,
      { id: "call", kind: "find", source: callSource },
      { id: "account", kind: "text" },
      { id: "address", kind: "text" },
      { id: "result", kind: "select", values: ["done", "refused"] },
      { id: "fromDay", kind: "date" },
      { id: "toDay", kind: "date" },
    ],
    ...(address ? { address } : {}),
    exports: { call: deviceEvent.calls.dlexcel_user_event, run: onExport },
    beside: (shown) => <OperationBeside {...shown} />,
  });

function OperationLogPage() {
  const { me } = useSession();
  const { search } = useViewLocation();
  const [begin] = deviceEventCalls.dlexcel_user_event.useMutation();
  const { settle } = useAwaitedJobs();
  const toasts = useToasts();
  const shown = useRef(search);
  useEffect(() => {
    shown.current = search;
  }, [search]);
  const definition = useMemo(() => {
    const address = ({ id }: OperationRow): string => {
      const next = new URLSearchParams(shown.current);
      next.set(rowKey, id);
      return `${route}?${next}`;
    };
    return operationLog({
      zone: me.zone,
      address,
      async onExport({ filters }, format) {
        const answer = await begin({ ...asked(me.zone, filters), format });
        if (answer.data) await settle(answer.data.id);
        else toasts.refused(asRefusal(answer.error));
      },
    });
  }, [me.zone, begin, settle, toasts]);
  return <TablePage definition={definition} />;
}

/** Who did what, when, from where and with what result, newest first. */
export const OperationLogScreen = Object.assign(OperationLogPage, {
  definition: operationLog({ zone: "UTC", onExport: async () => undefined }),
});
