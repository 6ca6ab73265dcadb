import type { PanelRow } from "#contract/resources/deviceTemplateUi.ts";
import type { PanelCommandRow } from "#contract/resources/deviceTemplateUiCmd.ts";
import type { PanelLinkRow } from "#contract/resources/deviceTemplateUiCompany.ts";
import { PanelCommandScreen } from "#src/screens/panels/panelCommandScreen.tsx";
import { PanelLinkScreen } from "#src/screens/panels/panelLinkScreen.tsx";
import { PanelListScreen } from "#src/screens/panels/panelListScreen.tsx";
import { byName, paged, plainForm, screenTable } from "#tests/src/screens/screenTable.ts";

const panel: PanelRow = {
  ...{ id: "pa1", version: 4, companyName: "Hebei Water", changeable: true, name: "Pump panel", deviceTemplateId: "dt1" },
  ...{ deviceTemplateName: "Pump station", enabled: true, sort: 7, commands: 2, companies: 3 },
};
const command: PanelCommandRow = {
  ...{ id: "pc1", version: 4, companyName: "Hebei Water", changeable: true, name: "Night", uiId: "pa1", uiName: "Pump panel", slave: 3 },
  ...{ confirmed: true, question: "Lower it?" },
  values: [
    { pointId: "p1", name: "阀门", nameEn: "Valve", valueType: "float32", unit: "%", decimals: null, enumeration: [], value: 45 },
    { pointId: "p2", name: "风机", nameEn: "Fan", valueType: "bool", unit: "", decimals: null, enumeration: [], value: true },
  ],
};
const link: PanelLinkRow = {
  ...{ id: "pl1", uiId: "pa1", uiName: "Pump panel", deviceTemplateName: "Pump station", companyId: "c3", linkedName: "Xi'an Water" },
  ...{ ownerName: "Hebei Water", changeable: true, createdAt: "2026-11-01T01:02:03Z" },
};

const removal = ["bulk removeMany", "row remove"];
const removes = (row: object & { id: string }, path: string) => {
  const deed = { row: row as never, asks: true as const, sends: { [path]: { ids: [row.id] } } };
  return { "row remove": deed, "bulk removeMany": deed };
};

export const panels = [
  screenTable<PanelRow>({
    definition: PanelListScreen.definition,
    row: panel,
    numbers: { sort: 7, commands: 2, companies: 3 },
    both: {
      ...{ name: "Pump panel", deviceTemplateName: "Pump station", companyName: "Hebei Water" },
      ...{ sort: "7", commands: "2", companies: "3" },
    },
    zh: { enabled: "是" },
    en: { enabled: "Yes" },
    starts: byName,
    asks: [
      {
        filters: { search: "pump", companyId: "c7", deviceTemplateId: "dt3" },
        sends: { "/api/device_template_ui/query": { search: "pump", companyId: "c7", deviceTemplateId: "dt3", ...paged } },
      },
    ],
    form: plainForm({
      id: "pa1",
      blank: { name: "", deviceTemplateId: "", sort: 0, enabled: true },
      values: { name: "Pump panel", sort: 7, enabled: true },
      given: { name: "Pump panel", deviceTemplateId: "dt1", sort: 7, enabled: true },
      adds: "/api/device_template_ui/post",
      edits: "/api/device_template_ui/put",
    }),
    shows: ["row arrange", "row check", "row commands", "row edit", "row links", "row remove"],
    others: [{ row: { ...panel, id: "pa2", changeable: false }, shows: ["row check", "row commands", "row links"] }],
    leads: ["/template/ui/edit", "/template/uicmd", "/template/uicmdCheck", "/company/companyUI"],
    leading: ["row arrange", "row commands", "row check", "row links"],
    buttons: {
      "/api/device_template_ui/post": ["Add panel"],
      "/api/device_template_ui/put": ["row arrange", "row edit"],
      "/api/device_template_ui/delete": removal,
      "/api/device_template_ui_cmd/query": ["row commands"],
      "/api/device_template_ui_cmd/check": ["row check"],
      "/api/device_template_ui_company/query": ["row links"],
    },
    deeds: removes(panel, "/api/device_template_ui/delete"),
  }),
  screenTable<PanelCommandRow>({
    definition: PanelCommandScreen.definition,
    row: command,
    numbers: { slave: 3 },
    both: { name: "Night", uiName: "Pump panel", slave: "3", confirmed: "Lower it?", companyName: "Hebei Water" },
    zh: { values: "阀门 = 45% · 风机 = 开（1）" },
    en: { values: "Valve = 45% · Fan = On (1)" },
    starts: byName,
    asks: [
      {
        filters: { search: "night", companyId: "c7", uiId: "pa3" },
        sends: { "/api/device_template_ui_cmd/query": { search: "night", companyId: "c7", uiId: "pa3", ...paged } },
      },
    ],
    form: plainForm({
      id: "pc1",
      blank: { name: "", uiId: "", slave: undefined, values: [{ pointId: "", value: undefined }], confirmed: true, question: "" },
      values: {
        ...{ name: "Night", uiId: "pa1", slave: 3, confirmed: true, question: "Lower it?" },
        values: [
          { pointId: "p1", value: 45 },
          { pointId: "p2", value: 1 },
        ],
      },
      adds: "/api/device_template_ui_cmd/post",
      edits: "/api/device_template_ui_cmd/put",
    }),
    shows: ["row check", "row edit", "row remove"],
    others: [{ row: { ...command, id: "pc2", changeable: false }, shows: ["row check"] }],
    leads: ["/template/uicmdCheck"],
    leading: ["row check"],
    buttons: {
      "/api/device_template_ui_cmd/post": ["Add command"],
      "/api/device_template_ui_cmd/put": ["row edit"],
      "/api/device_template_ui_cmd/check": ["row check"],
      "/api/device_template_ui_cmd/delete": removal,
    },
    deeds: removes(command, "/api/device_template_ui_cmd/delete"),
  }),
  screenTable<PanelLinkRow>({
    definition: PanelLinkScreen.definition,
    row: link,
    both: {
      ...{ linkedName: "Xi'an Water", uiName: "Pump panel", deviceTemplateName: "Pump station", ownerName: "Hebei Water" },
      createdAt: "2026-11-01 01:02:03",
    },
    zh: {},
    en: {},
    starts: { pageSize: 20, sort: { field: "linkedName", order: "asc" } },
    asks: [
      {
        filters: { search: "water", companyId: "c7", uiId: "pa3" },
        sends: { "/api/device_template_ui_company/query": { search: "water", companyId: "c7", uiId: "pa3", ...paged } },
      },
    ],
    form: {
      blank: { companyId: "", uiId: "" },
      loaded: { values: { companyId: "c3", uiId: "pa1" } },
      adds: {
        given: { companyId: "c3", uiId: "pa1" },
        sends: { "/api/device_template_ui_company/post": { companyId: "c3", uiId: "pa1" } },
      },
      edits: {},
    },
    shows: ["row remove"],
    others: [{ row: { ...link, id: "pl2", changeable: false }, shows: [] }],
    buttons: {
      "/api/device_template_ui_company/post": ["Add link"],
      "/api/device_template_ui_company/delete": removal,
    },
    deeds: removes(link, "/api/device_template_ui_company/delete"),
  }),
];
