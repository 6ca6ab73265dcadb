import { useMemo } from "react";
import { type CompanyRow, companyStates } from "#contract/resources/company.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { deactivates } from "#src/screens/user/deactivation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { companyCalls } from "#store/handles/company.ts";
import { companyForm } from "./companyForm.tsx";
import { companyFilter } from "./companySource.ts";
import { CompanyState } from "./companyState.tsx";
import { lastDayOf } from "./expiryField.tsx";
import { ownAndAll } from "./ownAndAll.ts";

const dash = "–";
const enable = writes(companyCalls.enable, (rows: readonly CompanyRow[]) => ({ ids: rows.map((row) => row.id) }));
const disable = writes(companyCalls.disable, (rows: readonly CompanyRow[]) => ({ ids: rows.map((row) => row.id) }));

const stop = deactivates("companies", disable, ({ name }: CompanyRow) => name);

const locked = (row: CompanyRow): boolean => row.parentId === null;

const companyList = (zone: string, ownId: string) =>
  screenOf({
    id: "companies",
    route: "/company/list",
    rows: listRows(companyCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "name",
    sort: { field: "name", order: "asc" },
    filters: [companyFilter, { id: "state", kind: "select", values: companyStates }],
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      { id: "parentName", width: 160, sortable: false, text: (row) => row.parentName || dash },
      {
        id: "state",
        width: 96,
        sortable: false,
        text: (row, intl) => intl.formatMessage({ id: `companies.option.state.${row.state}` }),
        render: (row) => <CompanyState state={row.state} />,
      },
      {
        id: "expiresAt",
        width: 120,
        text: (row, intl) => (row.expiresAt === null ? intl.formatMessage({ id: "companies.noExpiry" }) : lastDayOf(zone, row.expiresAt)),
      },
      {
        id: "users",
        width: 128,
        align: "end",
        sortable: false,
        text: (row, intl) => ownAndAll(intl, row.users, row.whole.users),
        file: [
          { id: "users", cell: (row) => row.users },
          { id: "usersWhole", cell: (row) => row.whole.users },
        ],
      },
      {
        id: "devices",
        width: 128,
        align: "end",
        sortable: false,
        text: (row, intl) => ownAndAll(intl, row.devices, row.whole.devices),
        file: [
          { id: "devices", cell: (row) => row.devices },
          { id: "devicesWhole", cell: (row) => row.whole.devices },
        ],
      },
      { id: "site", width: 180, sortable: false, text: (row) => row.site || dash },
      { id: "address", width: 180, sortable: false, text: (row) => row.address || dash },
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    form: companyForm(ownId),
    remove: {
      ...removesByIds(companyCalls.delete),
      removable: (row) => row.parentId !== null,
    },
    bulk: [
      {
        ...{ id: "enable", icon: "play", call: enable.call },
        changes: (row) => !row.enabled,
        locked,
        run: (rows, tools) => tools.send(enable, rows, "people.enabled"),
      },
      { id: "disable", icon: "pause", call: disable.call, changes: (row) => row.enabled, locked, run: stop },
    ],
    rowActions: [
      {
        id: "enable",
        icon: "play",
        call: enable.call,
        shown: (row) => !row.enabled && row.parentId !== null,
        run: async (row, tools) => void (await tools.send(enable, [row], "people.enabled")),
      },
      {
        id: "disable",
        icon: "pause",
        call: disable.call,
        shown: (row) => row.enabled && row.parentId !== null,
        run: async (row, tools) => void (await stop([row], tools)),
      },
    ],
  });

function CompanyListPage() {
  const { me } = useSession();
  const definition = useMemo(() => companyList(me.zone, me.companyId), [me.zone, me.companyId]);
  return <TablePage definition={definition} />;
}

/** Organisations from one's own down. */
export const CompanyListScreen = Object.assign(CompanyListPage, { definition: companyList("UTC", "") });
