import type { z } from "zod";
import { alarmTypeFields } from "#contract/resources/alarmType.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { alarmTypeTables } from "#src/screens/imports/importKind.ts";
import { alarmTypeCalls } from "#store/handles/alarmType.ts";

type Fields = z.output<typeof alarmTypeFields>;
const dash = "–";

/** Alarm types, one by one or from a table. */
export const AlarmTypeScreen = defineScreen({
  id: "alarmTypes",
  route: alarmTypeTables.list,
  rows: listRows(alarmTypeCalls.query),
  rowKey: (row) => row.id,
  rowName: (row, intl) => ownName(intl, row.name, row.nameEn),
  search: "search",
  filters: [companyFilter],
  sort: { field: "name", order: "asc" },
  columns: [
    { id: "name", width: 180, text: (row) => row.name },
    { id: "nameEn", width: 180, text: (row) => row.nameEn || dash },
    { id: "remark", width: 220, sortable: false, text: (row) => row.remark || dash },
    { id: "remarkEn", width: 220, sortable: false, text: (row) => row.remarkEn || dash },
    {
      ...{ id: "rules", width: 100, align: "end", sortable: false },
      number: (row) => row.rules,
      text: (row, intl) => intl.formatNumber(row.rules),
    },
    { id: "companyName", width: 160, text: (row) => row.companyName },
  ],
  actions: [
    {
      ...{ id: "import", icon: "import", call: alarmTypeCalls.import.call, view: alarmTypeTables.route },
      run: (tools) => tools.navigate(alarmTypeTables.route),
    },
  ],
  form: {
    schema: alarmTypeFields,
    fields: [
      { kind: "text", name: "name" },
      { kind: "text", name: "nameEn" },
      { kind: "textarea", name: "remark", lines: 2 },
      { kind: "textarea", name: "remarkEn", lines: 2 },
    ],
    editable: (row) => row.changeable,
    blank: () => ({ name: "", nameEn: "", remark: "", remarkEn: "" }),
    valuesOf: ({ name, nameEn, remark, remarkEn }) => ({ name, nameEn, remark, remarkEn }),
    versionOf: (row) => row.version,
    add: writes(alarmTypeCalls.post, (values: Fields) => values),
    edit: savesOver(alarmTypeCalls.put),
  },
  remove: { ...removesByIds(alarmTypeCalls.delete), removable: (row) => row.changeable },
});
