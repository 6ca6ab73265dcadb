import type { AlarmRow, RuleRow } from "#contract/resources/alarm.ts";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { RuleListScreen } from "#src/screens/alarms/ruleListScreen.tsx";
import { paged, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const alarm: AlarmRow = {
  ...{ id: "a1", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", companyName: "Hebei Water", slave: 3 },
  ...{ slaveName: "Inverter", ruleId: "r1", ruleName: "Too hot", pointName: "温度", pointNameEn: "Temperature", level: 2, state: 1 },
  ...{ triggerText: "Temperature above 80", value: 81.26, valueLabel: "", decimals: 1, unit: "°C" },
  ...{ raisedAt: "2026-11-01T01:02:03Z", releasedAt: "2026-11-01T02:03:04Z", processedAt: "2026-11-01T03:04:05Z" },
  ...{ processor: "Li Na", remark: "valve opened", repeats: 4, repeatedAt: "2026-11-01T01:32:03Z" },
};
const rule: RuleRow = {
  ...{
    id: "r1",
    name: "Too hot",
    recipeId: "t1",
    recipeName: "Pump template",
    pointId: "p1",
    pointName: "温度",
    pointNameEn: "Temperature",
    unit: "°C",
    enumeration: [],
  },
  ...{
    deviceId: "d1",
    deviceName: "North pump",
    companyName: "Hebei Water",
    level: 3,
    condition: "above",
    a: 80,
    b: null,
    min: null,
    max: 75,
  },
  ...{ holdSeconds: 30, pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "", saveData: true },
  ...{ enabled: true, mask: false, version: 2 },
};
const off: RuleRow = { ...rule, id: "r2", name: "Too cold", enabled: false, mask: true };
const muted: RuleRow = { ...rule, id: "r3", mask: true };
const open = { path: "/api/alarm_trigger/open_or_close", masked: "/api/alarm_trigger/open_or_close_mask" } as const;

export const alarms = [
  screenTable<AlarmRow>({
    definition: AlarmHistoryScreen.definition,
    row: alarm,
    numbers: { repeats: 4 },
    both: {
      companyName: "Hebei Water",
      deviceName: "North pump",
      deviceSn: "NP-0001",
      processedAt: "2026-11-01 03:04:05",
      processor: "Li Na",
      raisedAt: "2026-11-01 01:02:03",
      releasedAt: "2026-11-01 02:03:04",
      remark: "valve opened",
      repeats: "4",
      ruleName: "Too hot",
      slave: "Inverter (3)",
      triggerText: "Temperature above 80",
      value: "81.3 °C",
    },
    zh: { level: "重要", state: "已处理" },
    en: { level: "Major", state: "Handled" },
    starts: { pageSize: 20, sort: { field: "raisedAt", order: "desc" } },
    asks: [
      {
        filters: { search: "pump", companyId: "c7", level: "3", state: "2", open: "true", from: "2026-11-01", to: "2026-11-03" },
        sends: {
          "/api/alarm_log/query": {
            ...{ search: "pump", companyId: "c7", level: 3, state: 2, open: true },
            ...{ from: "2026-11-01T00:00:00.000Z", to: "2026-11-04T00:00:00.000Z", ...paged },
          },
        },
      },
    ],
    form: undefined,
    shows: [],
    others: [
      { row: { ...alarm, id: "a2", state: 0 }, shows: ["row process"] },
      { row: { ...alarm, id: "a3", state: 2 }, shows: [] },
    ],
    buttons: { "/api/alarm_log/recover": ["bulk processMany", "row process"] },
  }),
  screenTable<RuleRow>({
    definition: RuleListScreen.definition,
    row: rule,
    both: { companyName: "Hebei Water", deviceName: "North pump", name: "Too hot", recipeName: "Pump template" },
    zh: { condition: "高于 80 °C，持续 30 秒，≤ 75 °C 解除", enabled: "已启用", level: "紧急", mask: "未屏蔽", pointName: "温度" },
    en: {
      condition: "above 80 °C for 30 s, clears at ≤ 75 °C",
      enabled: "Enabled",
      level: "Emergency",
      mask: "Not muted",
      pointName: "Temperature",
    },
    starts: unsorted,
    asks: [
      {
        filters: { name: "hot", companyId: "c7", recipeId: "t3" },
        sends: { "/api/alarm_trigger/query": { name: "hot", companyId: "c7", recipeId: "t3", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row disable", "row edit", "row mask", "row remove"],
    others: [
      { row: off, shows: ["row edit", "row enable", "row remove", "row unmask"] },
      { row: muted, shows: ["row disable", "row edit", "row remove", "row unmask"] },
    ],
    controls: {
      enabled: {
        zh: "启用：Too hot",
        en: "Enabled: Too hot",
        sends: [
          { [open.path]: { id: "r1", enabled: false } },
          { [open.path]: { id: "r2", enabled: true } },
          { [open.path]: { id: "r3", enabled: false } },
        ],
      },
      mask: {
        zh: "屏蔽：Too hot",
        en: "Muted: Too hot",
        sends: [
          { [open.masked]: { id: "r1", mask: true } },
          { [open.masked]: { id: "r2", mask: false } },
          { [open.masked]: { id: "r3", mask: false } },
        ],
      },
    },
    leads: ["/alarms/triggers/add"],
    buttons: {
      "/api/alarm_trigger/post": ["Add rule"],
      "/api/alarm_trigger/put": ["row edit"],
      "/api/alarm_trigger/delete": ["bulk removeMany", "row remove"],
      [open.path]: ["bulk disableMany", "bulk enableMany", "row disable", "row enable"],
      [open.masked]: ["row mask", "row unmask"],
    },
    deeds: {
      "row remove": { row: rule, asks: true, sends: { "/api/alarm_trigger/delete": { ids: ["r1"] } } },
      "bulk removeMany": { row: rule, asks: true, sends: { "/api/alarm_trigger/delete": { ids: ["r1"] } } },
      "row disable": { row: rule, sends: { [open.path]: { id: "r1", enabled: false } } },
      "row enable": { row: off, sends: { [open.path]: { id: "r2", enabled: true } } },
      "bulk disableMany": { row: rule, asks: true, sends: { [open.path]: { id: "r1", enabled: false } } },
      "bulk enableMany": { row: off, sends: { [open.path]: { id: "r2", enabled: true } } },
      "row mask": { row: rule, sends: { [open.masked]: { id: "r1", mask: true } } },
      "row unmask": { row: off, sends: { [open.masked]: { id: "r2", mask: false } } },
    },
  }),
];
