import type { z } from "zod";
import { unitFields } from "#contract/resources/deviceUnitType.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceUnitTypeCalls } from "#store/handles/deviceUnitType.ts";

type Fields = z.output<typeof unitFields>;
const dash = "–";

/** Data units, as they are offered where a data point is described. */
export const UnitScreen = defineScreen({
  id: "units",
  route: "/system/data_unit",
  rows: listRows(deviceUnitTypeCalls.query),
  rowKey: (row) => row.id,
  rowName: (row) => `${row.name} (${row.symbol})`,
  search: "search",
  filters: [companyFilter, { id: "category", kind: "text" }],
  sort: { field: "category", order: "asc" },
  columns: [
    { id: "name", width: 220, text: (row) => row.name },
    { id: "symbol", width: 140, text: (row) => row.symbol },
    { id: "category", width: 200, text: (row) => row.category || dash },
    { id: "companyName", width: 200, text: (row) => row.companyName },
  ],
  form: {
    schema: unitFields,
    fields: [
      { kind: "text", name: "name", help: true },
      { kind: "text", name: "symbol", help: true },
      { kind: "text", name: "category", help: true },
    ],
    editable: (row) => row.changeable,
    blank: () => ({ name: "", symbol: "", category: "" }),
    valuesOf: ({ name, symbol, category }) => ({ name, symbol, category }),
    versionOf: (row) => row.version,
    add: writes(deviceUnitTypeCalls.post, (values: Fields) => values),
    edit: savesOver(deviceUnitTypeCalls.put),
  },
  remove: { ...removesByIds(deviceUnitTypeCalls.delete), removable: (row) => row.changeable },
});
