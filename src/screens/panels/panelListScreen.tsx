import type { z } from "zod";
import { type PanelRow, panelEdit, panelFields } from "#contract/resources/deviceTemplateUi.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useDeviceTemplateChoices } from "#src/screens/template/device/useDeviceTemplates.ts";
import { deviceTemplateUiCalls } from "#store/handles/deviceTemplateUi.ts";
import { deviceTemplateUiCmdCalls } from "#store/handles/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompanyCalls } from "#store/handles/deviceTemplateUiCompany.ts";
import {
  panelCheckAddress,
  panelCheckView,
  panelCommandsAddress,
  panelCommandsView,
  panelEditorAddress,
  panelEditorView,
  panelLinksAddress,
  panelLinksView,
  panelsView,
} from "./panelAddress.ts";

type New = z.output<typeof panelFields>;

const settings = [
  { kind: "number", name: "sort", help: true },
  { kind: "switch", name: "enabled", help: true },
] as const;

/** Panels of the devices that are made from device templates. */
export const PanelListScreen = defineScreen({
  id: "panels",
  route: panelsView,
  rows: listRows(deviceTemplateUiCalls.query),
  rowKey: (row) => row.id,
  rowName: (row) => row.name,
  search: "search",
  filters: [companyFilter, { id: "deviceTemplateId", kind: "select", useOptions: useDeviceTemplateChoices }],
  sort: { field: "name", order: "asc" },
  columns: [
    { id: "name", width: 200, text: (row) => row.name },
    { id: "deviceTemplateName", width: 180, text: (row) => row.deviceTemplateName },
    {
      id: "enabled",
      width: 90,
      sortable: false,
      text: (row, intl) => intl.formatMessage({ id: `panels.option.enabled.${row.enabled}` }),
    },
    { id: "sort", width: 80, align: "end", number: (row) => row.sort, text: (row, intl) => intl.formatNumber(row.sort) },
    {
      id: "commands",
      width: 90,
      align: "end",
      sortable: false,
      number: (row) => row.commands,
      text: (row, intl) => intl.formatNumber(row.commands),
    },
    {
      id: "companies",
      width: 110,
      align: "end",
      sortable: false,
      number: (row) => row.companies,
      text: (row, intl) => intl.formatNumber(row.companies),
    },
    { id: "companyName", width: 150, text: (row) => row.companyName },
  ],
  form: {
    schema: panelEdit,
    fields: [{ kind: "text", name: "name" }, ...settings],
    adding: {
      schema: panelFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "select", name: "deviceTemplateId", useOptions: useDeviceTemplateChoices },
        ...settings,
      ],
    },
    editable: (row) => row.changeable,
    blank: () => ({ name: "", deviceTemplateId: "", sort: 0, enabled: true }),
    valuesOf: ({ name, sort, enabled }) => ({ name, sort, enabled }),
    versionOf: (row) => row.version,
    add: writes(deviceTemplateUiCalls.post, (values: New) => values),
    edit: savesOver(deviceTemplateUiCalls.put),
  },
  remove: { ...removesByIds<PanelRow>(deviceTemplateUiCalls.delete), removable: (row) => row.changeable },
  rowActions: [
    {
      ...{ id: "arrange", icon: "grid-view" },
      ...{ call: deviceTemplateUiCalls.put.call, view: panelEditorView },
      shown: (row) => row.changeable,
      run: (row, tools) => tools.navigate(panelEditorAddress(row.id)),
    },
    {
      ...{ id: "commands", icon: "send-message" },
      ...{ call: deviceTemplateUiCmdCalls.query.call, view: panelCommandsView },
      run: (row, tools) => tools.navigate(panelCommandsAddress(row.id)),
    },
    {
      ...{ id: "check", icon: "endorsed" },
      ...{ call: deviceTemplateUiCmdCalls.check.call, view: panelCheckView },
      run: (row, tools) => tools.navigate(panelCheckAddress(row.id)),
    },
    {
      ...{ id: "links", icon: "link" },
      ...{ call: deviceTemplateUiCompanyCalls.query.call, view: panelLinksView },
      run: (row, tools) => tools.navigate(panelLinksAddress(row.id)),
    },
  ],
});
