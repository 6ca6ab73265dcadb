import type { z } from "zod";
import { type PanelCommandRow, panelCommandEdit, panelCommandFields } from "#contract/resources/deviceTemplateUiCmd.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { blankValue } from "#src/screens/orders/orderFields.tsx";
import { orderWords } from "#src/screens/orders/orderWords.ts";
import { deviceTemplateUiCmdCalls } from "#store/handles/deviceTemplateUiCmd.ts";
import { panelCheckAddress, panelCheckView, panelCommandsView } from "./panelAddress.ts";
import { NewPanelCommandFields, PanelCommandFields } from "./panelCommandFields.tsx";
import { usePanelChoices } from "./usePanels.ts";
import "#src/screens/orders/orders.css";

type New = z.output<typeof panelCommandFields>;

const fields = [{ kind: "text", name: "name" }] as const;

/** What the buttons of panels send. */
export const PanelCommandScreen = defineScreen({
  id: "panelCommands",
  route: panelCommandsView,
  rows: listRows(deviceTemplateUiCmdCalls.query),
  rowKey: (row) => row.id,
  rowName: (row) => row.name,
  search: "search",
  filters: [companyFilter, { id: "uiId", kind: "select", useOptions: usePanelChoices }],
  sort: { field: "name", order: "asc" },
  columns: [
    { id: "name", width: 180, text: (row) => row.name },
    { id: "uiName", width: 180, text: (row) => row.uiName },
    { id: "slave", width: 80, align: "end", number: (row) => row.slave, text: (row) => String(row.slave) },
    { id: "values", width: 280, sortable: false, text: (row, intl) => orderWords(intl, row.values) },
    {
      id: "confirmed",
      width: 220,
      sortable: false,
      text: (row, intl) => (row.confirmed && row.question) || intl.formatMessage({ id: `panelCommands.option.confirmed.${row.confirmed}` }),
    },
    { id: "companyName", width: 150, text: (row) => row.companyName },
  ],
  rowActions: [
    {
      ...{ id: "check", icon: "endorsed" },
      ...{ call: deviceTemplateUiCmdCalls.check.call, view: panelCheckView },
      run: (row, tools) => tools.navigate(panelCheckAddress(row.uiId)),
    },
  ],
  form: {
    schema: panelCommandEdit,
    fields,
    Fields: PanelCommandFields,
    adding: { schema: panelCommandFields, fields, Fields: NewPanelCommandFields },
    wide: true,
    editable: (row) => row.changeable,
    blank: () => ({ name: "", uiId: "", slave: undefined, values: [blankValue()], confirmed: true, question: "" }),
    valuesOf: ({ name, uiId, slave, values, confirmed, question }) => ({
      ...{ name, uiId, slave, confirmed, question },
      values: values.map(({ pointId, value }) => ({ pointId, value: typeof value === "boolean" ? Number(value) : value })),
    }),
    versionOf: (row) => row.version,
    add: writes(deviceTemplateUiCmdCalls.post, (values: New) => values),
    edit: savesOver(deviceTemplateUiCmdCalls.put),
  },
  remove: { ...removesByIds<PanelCommandRow>(deviceTemplateUiCmdCalls.delete), removable: (row) => row.changeable },
});
