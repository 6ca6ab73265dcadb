import type { AlarmRow, RuleRow } from "#contract/resources/alarm.ts";
import type { AlarmGroupRow, ContactRow } from "#contract/resources/alarmGroup.ts";
import type { MaskRow } from "#contract/resources/alarmMask.ts";
import type { AlarmTypeRow } from "#contract/resources/alarmType.ts";
import { AlarmHistoryScreen } from "#src/screens/alarms/alarmHistoryScreen.tsx";
import { AlarmContactScreen } from "#src/screens/alarms/contactScreen.tsx";
import { AlarmGroupScreen } from "#src/screens/alarms/groupScreen.tsx";
import { AlarmMaskScreen } from "#src/screens/alarms/maskScreen.tsx";
import { RuleListScreen } from "#src/screens/alarms/ruleListScreen.tsx";
import { AlarmTypeScreen } from "#src/screens/alarms/typeScreen.tsx";
import { plainRule, toldOnce } from "#tests/src/screens/plainRule.ts";
import { paged, plainForm, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const alarm: AlarmRow = {
  ...toldOnce,
  ...{ id: "a1", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", companyName: "Hebei Water", slave: 3 },
  ...{
    slaveName: "Inverter",
    ruleId: "r1",
    ruleName: "Too hot",
    pointId: null,
    pointName: "温度",
    pointNameEn: "Temperature",
    level: 2,
    state: 1,
  },
  ...{ triggerText: "Temperature above 80", value: 81.26, valueLabel: "", decimals: 1, unit: "°C" },
  ...{ raisedAt: "2026-11-01T01:02:03Z", releasedAt: "2026-11-01T02:03:04Z", processedAt: "2026-11-01T03:04:05Z" },
  ...{ typeName: "过温", typeNameEn: "Overtemperature" },
  ...{ processor: "Li Na", remark: "valve opened", repeats: 4, repeatedAt: "2026-11-01T01:32:03Z" },
  ...{ silent: true, maskedBy: { id: "m1", by: "Wang", reason: "Pump service", endsAt: "2026-11-01T04:00:00Z" } },
};
const rule: RuleRow = {
  ...plainRule,
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
  ...{ alarmTypeId: "y1", alarmTypeName: "过温", alarmTypeNameEn: "Overtemperature", alarmGroupId: "g1", alarmGroupName: "Night shift" },
  ...{ scheduleDays: ["mon", "fri"], scheduleFrom: "08:00", scheduleTo: "06:00" },
  ...{ deviceTypeId: "k1", deviceTypeName: "水泵", deviceTypeNameEn: "Pump" },
  ...{ enabled: true, mask: false, maskedBy: null, version: 2 },
};
const maskedBy = { id: "m1", by: "Li", reason: "Works", endsAt: "2026-01-02T04:00:00.000Z" };
const off: RuleRow = { ...rule, id: "r2", name: "Too cold", enabled: false, mask: true, maskedBy };
const muted: RuleRow = { ...rule, id: "r3", mask: true, maskedBy };
const open = { path: "/api/alarm_trigger/open_or_close", masked: "/api/alarm_trigger/open_or_close_mask" } as const;

const type: AlarmTypeRow = {
  ...{ id: "y1", version: 4, changeable: true, companyName: "Hebei Water" },
  ...{ name: "过温", nameEn: "Overtemperature", remark: "温度越限", remarkEn: "Too warm", rules: 12 },
};
const group: AlarmGroupRow = {
  ...{ id: "g1", version: 4, changeable: true, companyName: "Hebei Water", companyId: "c7", name: "Night shift", rules: 3 },
  messageTypes: ["sms", "wechat"],
  contacts: [
    { id: "p1", name: "Li Na" },
    { id: "p2", name: "Wang" },
  ],
  ...{ tellRelease: true, webhookUrl: "", perHour: 10, quietFrom: "22:00", quietTo: "07:00" },
};
const contact: ContactRow = {
  ...{ id: "p1", version: 4, changeable: true, companyName: "Hebei Water", companyId: "c7" },
  ...{
    name: "Li Na",
    gender: "woman",
    phone: "13900000001",
    email: "li@example.com",
    language: "en",
    groups: [{ id: "g1", name: "Night shift" }],
  },
};
const maskCalls = {
  reads: "/api/alarm_trigger/get_mask",
  puts: "/api/alarm_trigger/put_mask",
  ends: "/api/alarm_trigger/end_mask",
};
const mute: MaskRow = {
  ...{ id: "m1", companyId: "c7", companyName: "Hebei Water", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001" },
  ...{ ruleId: "r1", ruleName: "Too hot", alarmTypeId: "y1", typeName: "过温", typeNameEn: "Overtemperature" },
  ...{ startsAt: "2026-11-01T01:00:00.000Z", endsAt: null, reason: "Pump service", state: "running", by: "Li Na" },
  ...{ at: "2026-11-01T00:30:00.000Z", endedBy: "Wang", version: 4, changeable: true },
};
const muteSpan = { later: true, startsAt: Date.parse(mute.startsAt), length: "open" };
const contactCalls = { posts: "/api/alarm_group/post_user", puts: "/api/alarm_group/put_user", deletes: "/api/alarm_group/delete_user" };
const groupFields = {
  ...{ name: "Night shift", messageTypes: ["sms", "wechat"], contactIds: ["p1", "p2"] },
  ...{ tellRelease: true, webhookUrl: "", webhookSecret: "", perHour: 10, quietFrom: "22:00", quietTo: "07:00" },
};
const alarmRemoval = { row: alarm as never, asks: true as const, sends: { "/api/alarm_log/delete": { ids: ["a1"] } } };
const typeRemoval = { row: type as never, asks: true as const, sends: { "/api/alarm_type/delete": { ids: ["y1"] } } };
const groupRemoval = { row: group as never, asks: true as const, sends: { "/api/alarm_group/delete": { ids: ["g1"] } } };
const contactRemoval = { row: contact as never, asks: true as const, sends: { [contactCalls.deletes]: { ids: ["p1"] } } };

export const alarms = [
  screenTable<AlarmTypeRow>({
    definition: AlarmTypeScreen.definition,
    row: type,
    numbers: { rules: 12 },
    both: { companyName: "Hebei Water", name: "过温", nameEn: "Overtemperature", remark: "温度越限", remarkEn: "Too warm", rules: "12" },
    zh: {},
    en: {},
    starts: { pageSize: 20, sort: { field: "name", order: "asc" } },
    asks: [
      {
        filters: { search: "warm", companyId: "c7" },
        sends: { "/api/alarm_type/query": { search: "warm", companyId: "c7", ...paged } },
      },
    ],
    form: plainForm({
      ...{ id: "y1", adds: "/api/alarm_type/post", edits: "/api/alarm_type/put" },
      blank: { name: "", nameEn: "", remark: "", remarkEn: "" },
      values: { name: "过温", nameEn: "Overtemperature", remark: "温度越限", remarkEn: "Too warm" },
    }),
    shows: ["row edit", "row remove"],
    others: [{ row: { ...type, id: "y2", changeable: false }, shows: [] }],
    leads: ["/alarms/types/import"],
    leading: ["Import"],
    buttons: {
      "/api/alarm_type/post": ["Add alarm type"],
      "/api/alarm_type/put": ["row edit"],
      "/api/alarm_type/import": ["Import"],
      "/api/alarm_type/delete": ["bulk removeMany", "row remove"],
    },
    deeds: { "row remove": typeRemoval, "bulk removeMany": typeRemoval },
  }),
  screenTable<AlarmGroupRow>({
    definition: AlarmGroupScreen.definition,
    row: group,
    numbers: { rules: 3 },
    both: { companyName: "Hebei Water", name: "Night shift", rules: "3" },
    zh: { contacts: "Li Na、Wang", messageTypes: "短信、微信" },
    en: { contacts: "Li Na, Wang", messageTypes: "SMS, WeChat" },
    starts: { pageSize: 20, sort: { field: "name", order: "asc" } },
    asks: [
      {
        filters: { search: "night", companyId: "c7" },
        sends: { "/api/alarm_group/query": { search: "night", companyId: "c7", ...paged } },
      },
    ],
    form: {
      blank: {
        ...{ name: "", messageTypes: ["sms"], contactIds: [], companyId: "", held: [] },
        ...{ tellRelease: false, webhookUrl: "", webhookSecret: "", perHour: 10, quietFrom: "", quietTo: "" },
      },
      loaded: { values: { ...groupFields, companyId: "c7", held: group.contacts }, version: 4 },
      adds: { given: { ...groupFields, companyId: "", held: [] }, sends: { "/api/alarm_group/post": groupFields } },
      edits: { "/api/alarm_group/put": { ...groupFields, id: "g1", version: 9 } },
    },
    shows: ["row edit", "row remove", "row try"],
    others: [{ row: { ...group, id: "g2", changeable: false }, shows: [] }],
    buttons: {
      "/api/alarm_group/post": ["Add alarm group"],
      "/api/alarm_group/put": ["row edit"],
      "/api/alarm_group/try": ["row try"],
      "/api/alarm_group/delete": ["bulk removeMany", "row remove"],
    },
    deeds: { "row remove": groupRemoval, "bulk removeMany": groupRemoval },
  }),
  screenTable<ContactRow>({
    definition: AlarmContactScreen.definition,
    row: contact,
    both: {
      companyName: "Hebei Water",
      email: "li@example.com",
      groups: "Night shift",
      name: "Li Na",
      phone: "13900000001",
    },
    zh: { gender: "女", language: "英文" },
    en: { gender: "Woman", language: "English" },
    starts: { pageSize: 20, sort: { field: "name", order: "asc" } },
    asks: [
      {
        filters: { search: "li", companyId: "c7" },
        sends: { "/api/alarm_group/query_user": { search: "li", companyId: "c7", ...paged } },
      },
    ],
    form: plainForm({
      ...{ id: "p1", adds: contactCalls.posts, edits: contactCalls.puts },
      blank: { name: "", gender: "unknown", phone: "", email: "", language: "zh" },
      values: { name: "Li Na", gender: "woman", phone: "13900000001", email: "li@example.com", language: "en" },
    }),
    shows: ["row bind", "row edit", "row remove"],
    others: [{ row: { ...contact, id: "p2", changeable: false }, shows: [] }],
    buttons: {
      "/api/alarm_user_weixin/bind": ["row bind"],
      [contactCalls.posts]: ["Add contact"],
      [contactCalls.puts]: ["row edit"],
      [contactCalls.deletes]: ["bulk removeMany", "row remove"],
    },
    deeds: { "row remove": contactRemoval, "bulk removeMany": contactRemoval },
  }),
  screenTable<MaskRow>({
    definition: AlarmMaskScreen.definition,
    row: mute,
    both: {
      ...{ deviceName: "North pump", ruleName: "Too hot", startsAt: "2026-11-01 01:00:00", reason: "Pump service", by: "Li Na" },
      ...{ companyName: "Hebei Water", deviceSn: "NP-0001", endedBy: "Wang", at: "2026-11-01 00:30:00" },
    },
    zh: { state: "生效中", typeName: "过温", endsAt: "直到手动结束" },
    en: { state: "Active", typeName: "Overtemperature", endsAt: "Until ended by hand" },
    starts: unsorted,
    asks: [
      {
        filters: { search: "pump", companyId: "c7", state: "planned" },
        sends: { [maskCalls.reads]: { search: "pump", companyId: "c7", state: "planned", ...paged } },
      },
    ],
    form: {
      blank: {
        ...{ subject: "device", deviceId: "", ruleId: "", alarmTypeId: "", reason: "" },
        span: { later: false, length: "4" },
      },
      loaded: { values: { span: muteSpan, reason: "Pump service" }, version: 4 },
      adds: {
        given: { subject: "rule", deviceId: "d1", ruleId: "r1", alarmTypeId: "", span: muteSpan, reason: "Pump service" },
        sends: {
          [maskCalls.puts]: {
            ...{ deviceId: null, ruleId: "r1", alarmTypeId: null, reason: "Pump service" },
            ...{ startsAt: "2026-11-01T01:00:00.000Z", endsAt: null },
          },
        },
      },
      edits: { [maskCalls.puts]: { id: "m1", version: 9, reason: "Pump service", endsAt: null } },
    },
    shows: ["row edit", "row end"],
    others: [
      { row: { ...mute, id: "m2", state: "over" }, shows: [] },
      { row: { ...mute, id: "m3", changeable: false }, shows: [] },
    ],
    buttons: {
      [maskCalls.puts]: ["Mute notifications", "row edit"],
      [maskCalls.ends]: ["bulk endMany", "row end"],
    },
    deeds: {
      "row end": { row: mute, sends: { [maskCalls.ends]: { ids: ["m1"] } } },
      "bulk endMany": { row: mute, sends: { [maskCalls.ends]: { ids: ["m1"] } } },
    },
  }),
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
    zh: {
      ...{ level: "重要", state: "已处理", typeName: "过温" },
      silent: "至 2026-11-01 04:00:00 · 设置人：Wang · Pump service",
    },
    en: {
      ...{ level: "Major", state: "Handled", typeName: "Overtemperature" },
      silent: "Until 2026-11-01 04:00:00 · by Wang · Pump service",
    },
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
      {
        filters: { deviceId: "d1", alarmTypeId: "y1", ruleId: "r1" },
        sends: { "/api/alarm_log/query": { deviceId: "d1", alarmTypeId: "y1", ruleId: "r1", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row remove"],
    others: [
      { row: { ...alarm, id: "a2", state: 0 }, shows: ["row process"] },
      { row: { ...alarm, id: "a3", state: 2 }, shows: ["row remove"] },
      { row: { ...alarm, id: "a4", releasedAt: null }, shows: [] },
    ],
    buttons: {
      "/api/alarm_log/recover": ["bulk processMany", "row process"],
      "/api/alarm_log/delete": ["bulk removeMany", "row remove"],
    },
    deeds: { "row remove": alarmRemoval, "bulk removeMany": alarmRemoval },
  }),
  screenTable<RuleRow>({
    definition: RuleListScreen.definition,
    row: rule,
    both: {
      alarmGroupName: "Night shift",
      ...{ companyName: "Hebei Water", deviceName: "North pump", name: "Too hot", recipeName: "Pump template" },
    },
    zh: {
      ...{
        deviceTypeName: "水泵",
        method: "通知一次",
        schedule: "周一、周五 08:00～06:00",
        alarmTypeName: "过温",
        condition: "高于 80 °C，持续 30 秒，≤ 75 °C 解除",
        enabled: "已启用",
      },
      ...{ level: "紧急", mask: "未屏蔽", pointName: "温度" },
    },
    en: {
      ...{ deviceTypeName: "Pump", method: "Once", schedule: "Mon, Fri 08:00–06:00", alarmTypeName: "Overtemperature" },
      condition: "above 80 °C for 30 s, clears at ≤ 75 °C",
      enabled: "Enabled",
      level: "Emergency",
      mask: "Not muted",
      pointName: "Temperature",
    },
    starts: unsorted,
    asks: [
      {
        filters: { name: "hot", companyId: "c7", recipeId: "t3", alarmTypeId: "y3", deviceTypeId: "k3" },
        sends: {
          "/api/alarm_trigger/query": { name: "hot", companyId: "c7", recipeId: "t3", alarmTypeId: "y3", deviceTypeId: "k3", ...paged },
        },
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
        sends: [{}, { [open.masked]: { id: "r2", mask: false } }, { [open.masked]: { id: "r3", mask: false } }],
      },
    },
    leads: ["/alarms/triggers/add"],
    buttons: {
      "/api/alarm_trigger/post": ["Add rule"],
      "/api/alarm_trigger/put": ["row edit"],
      "/api/alarm_trigger/delete": ["bulk removeMany", "row remove"],
      [open.path]: ["bulk disableMany", "bulk enableMany", "row disable", "row enable"],
      [open.masked]: ["row unmask"],
      "/api/alarm_trigger/put_mask": ["row mask"],
    },
    deeds: {
      "row remove": { row: rule, asks: true, sends: { "/api/alarm_trigger/delete": { ids: ["r1"] } } },
      "bulk removeMany": { row: rule, asks: true, sends: { "/api/alarm_trigger/delete": { ids: ["r1"] } } },
      "row disable": { row: rule, sends: { [open.path]: { id: "r1", enabled: false } } },
      "row enable": { row: off, sends: { [open.path]: { id: "r2", enabled: true } } },
      "bulk disableMany": { row: rule, asks: true, sends: { [open.path]: { id: "r1", enabled: false } } },
      "bulk enableMany": { row: off, sends: { [open.path]: { id: "r2", enabled: true } } },
      "row unmask": { row: off, sends: { [open.masked]: { id: "r2", mask: false } } },
    },
  }),
];
