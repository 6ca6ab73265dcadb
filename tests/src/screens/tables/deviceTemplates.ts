import type { RuleTemplateRow } from "#contract/resources/alarmTriggerTemplate.ts";
import type { DeviceTemplateRow, TemplatedDevice } from "#contract/resources/deviceTemplate.ts";
import { RuleTemplateScreen } from "#src/screens/alarms/ruleTemplateScreen.tsx";
import { DeviceTemplateScreen } from "#src/screens/template/device/deviceTemplateScreen.tsx";
import { TemplatedDevicesScreen } from "#src/screens/template/device/templatedDevicesScreen.tsx";
import { plainTelling } from "#tests/src/screens/plainRule.ts";
import { byName, paged, screenTable } from "#tests/src/screens/screenTable.ts";

const template: DeviceTemplateRow = {
  ...{ id: "dt1", version: 4, companyName: "Hebei Water", changeable: true, name: "Pump station", description: "two pumps", devices: 17 },
  slaves: [
    { no: 1, name: "Meter", recipeId: "t1", recipeName: "Power" },
    { no: 2, name: "Pump", recipeId: "t2", recipeName: "Flow" },
  ],
  rules: [{ id: "rt1", name: "Too hot" }],
};
const rule: RuleTemplateRow = {
  ...plainTelling,
  ...{ id: "rt1", version: 4, changeable: true, name: "Too hot", recipeId: "t1", recipeName: "Pump template", pointId: "p1" },
  ...{ pointName: "温度", pointNameEn: "Temperature", unit: "°C", enumeration: [], companyName: "Hebei Water", level: 3 },
  ...{ condition: "above", a: 80, b: null, min: null, max: 75, holdSeconds: 30, saveData: true, deviceTemplates: 6 },
  ...{ alarmTypeId: null, alarmTypeName: "", alarmTypeNameEn: "" },
  ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
};
const made: TemplatedDevice = {
  ...{ id: "d1", name: "North pump", sn: "NP-0001", companyName: "Hebei Water" },
  differences: [
    { kind: "slaveMissing", no: 2, name: "Pump" },
    { kind: "ruleOther", no: null, name: "Too hot" },
  ],
};
const applied = { ids: ["d1"], action: { kind: "deviceTemplate", deviceTemplateId: "" } };

const removes = (row: object & { id: string }, path: string) => {
  const deed = { row: row as never, asks: true as const, sends: { [path]: { ids: [row.id] } } };
  return { "row remove": deed, "bulk removeMany": deed };
};
const removal = ["bulk removeMany", "row remove"];

export const deviceTemplates = [
  screenTable<DeviceTemplateRow>({
    definition: DeviceTemplateScreen.definition,
    row: template,
    numbers: { devices: 17 },
    both: { companyName: "Hebei Water", description: "two pumps", devices: "17", name: "Pump station", rules: "Too hot" },
    zh: { slaves: "1 Meter (Power)、2 Pump (Flow)" },
    en: { slaves: "1 Meter (Power), 2 Pump (Flow)" },
    starts: byName,
    asks: [
      {
        filters: { search: "pump", companyId: "c7" },
        sends: { "/api/device_template/query": { search: "pump", companyId: "c7", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row app", "row copy", "row devices", "row edit", "row remove"],
    others: [{ row: { ...template, id: "dt2", changeable: false }, shows: ["row app", "row copy", "row devices"] }],
    leads: ["/template/device/devices", "/template/deviceadd", "/template/deviceedit"],
    leading: ["Add device template", "row edit", "row devices"],
    buttons: {
      "/api/device_template/post": ["Add device template"],
      "/api/device_template/put": ["row edit"],
      "/api/device_template/copy": ["row copy"],
      "/api/device_data_recipe_app/check_device_template": ["row app"],
      "/api/device_template/query_device": ["row devices"],
      "/api/device_template/delete": removal,
    },
    deeds: removes(template, "/api/device_template/delete"),
  }),
  screenTable<TemplatedDevice>({
    definition: TemplatedDevicesScreen.definition,
    row: made,
    both: { companyName: "Hebei Water", name: "North pump", sn: "NP-0001" },
    zh: { differences: "缺少从机 2 Pump、报警规则 Too hot 不一致" },
    en: { differences: "slave 2 Pump is missing, alarm rule Too hot differs" },
    starts: byName,
    asks: [{ filters: { search: "north" }, sends: { "/api/device_template/query_device": { id: "", search: "north", ...paged } } }],
    form: undefined,
    shows: [],
    buttons: { "/api/device/put": ["bulk applyMany"] },
    deeds: { "bulk applyMany": { row: made, asks: true, sends: { "/api/device_change/post": applied } } },
  }),
  screenTable<RuleTemplateRow>({
    definition: RuleTemplateScreen.definition,
    row: rule,
    numbers: { deviceTemplates: 6 },
    both: { companyName: "Hebei Water", deviceTemplates: "6", name: "Too hot", recipeName: "Pump template" },
    zh: { condition: "高于 80 °C，持续 30 秒，≤ 75 °C 解除", level: "紧急", pointName: "温度" },
    en: { condition: "above 80 °C for 30 s, clears at ≤ 75 °C", level: "Emergency", pointName: "Temperature" },
    starts: byName,
    asks: [
      {
        filters: { search: "hot", companyId: "c7", recipeId: "t3" },
        sends: { "/api/alarm_trigger_template/query": { search: "hot", companyId: "c7", recipeId: "t3", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row edit", "row remove"],
    others: [{ row: { ...rule, id: "rt2", changeable: false }, shows: [] }],
    leads: ["/alarms/templates/edit"],
    buttons: {
      "/api/alarm_trigger_template/post": ["Add rule template"],
      "/api/alarm_trigger_template/put": ["row edit"],
      "/api/alarm_trigger_template/delete": removal,
    },
    deeds: removes(rule, "/api/alarm_trigger_template/delete"),
  }),
];
