import type { z } from "zod";
import { companyGroupFields } from "#contract/resources/deviceCompanyGroup.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { membersAddress, membersView } from "./groupAddress.ts";

type Fields = z.output<typeof companyGroupFields>;
const dash = "–";

/** Groups of organisations; times are shown in `zone`. */
export const companyGroupList = (zone: string) =>
  screenOf({
    id: "companyGroups",
    route: "/devices/groups/company",
    rows: listRows(deviceCompanyGroupCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "search",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 240, text: (row) => row.name },
      { id: "remark", width: 260, sortable: false, text: (row) => row.remark || dash },
      { id: "devices", width: 110, align: "end", number: (row) => row.devices, text: (row, intl) => intl.formatNumber(row.devices) },
      { id: "slaves", width: 130, align: "end", number: (row) => row.slaves, text: (row, intl) => intl.formatNumber(row.slaves) },
      { id: "companyName", width: 180, text: (row) => row.companyName },
      { id: "updatedAt", width: 160, instant: (row) => row.updatedAt, text: (row) => formatInstant(zone, row.updatedAt) },
    ],
    form: {
      schema: companyGroupFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "textarea", name: "remark" },
      ],
      blank: () => ({ name: "", remark: "" }),
      valuesOf: ({ name, remark }) => ({ name, remark }),
      versionOf: (row) => row.version,
      add: writes(deviceCompanyGroupCalls.post, (values: Fields) => values),
      edit: savesOver(deviceCompanyGroupCalls.put),
    },
    remove: {
      ...removesByIds(deviceCompanyGroupCalls.delete),
      goesWith: (rows, intl) =>
        intl.formatMessage(
          { id: "companyGroups.holding" },
          {
            devices: rows.reduce((sum, { devices }) => sum + devices, 0),
            slaves: rows.reduce((sum, { slaves }) => sum + slaves, 0),
          },
        ),
    },
    address: (row) => membersAddress("company", row.id),
    leads: { call: deviceCompanyGroupCalls.query_group_slave.call, view: membersView },
  });
