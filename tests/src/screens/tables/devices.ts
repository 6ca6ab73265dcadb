import type { PlainRow } from "#contract/kit/plainRecord.ts";
import type { ListedDevice, RegistryRow } from "#contract/resources/device.ts";
import type { CompanyGroupRow } from "#contract/resources/deviceCompanyGroup.ts";
import type { FollowedDevice } from "#contract/resources/deviceFavorites.ts";
import type { GroupMember } from "#contract/resources/deviceGroupMember.ts";
import type { MessageRow } from "#contract/resources/deviceMessage.ts";
import type { ModelRow } from "#contract/resources/deviceModel.ts";
import type { StateRow } from "#contract/resources/deviceStateLog.ts";
import type { TypeRow } from "#contract/resources/deviceType.ts";
import type { VideoRow } from "#contract/resources/deviceVideo.ts";
import type { EventRow, OperationRow } from "#contract/resources/log.ts";
import { CommunicationScreen } from "#src/screens/devices/communicationScreen.tsx";
import { companyGroupList } from "#src/screens/devices/companyGroupList.ts";
import { DeviceListScreen } from "#src/screens/devices/deviceListScreen.tsx";
import { DeviceLogScreen } from "#src/screens/devices/deviceLogScreen.tsx";
import { eventList } from "#src/screens/devices/eventList.tsx";
import { FollowScreen } from "#src/screens/devices/followScreen.tsx";
import { GroupScreen } from "#src/screens/devices/groupScreen.tsx";
import { keptMessages } from "#src/screens/devices/keptMessages.tsx";
import { leaseList } from "#src/screens/devices/leaseList.tsx";
import { memberList } from "#src/screens/devices/memberList.tsx";
import { ModelScreen } from "#src/screens/devices/modelScreen.tsx";
import { OperationLogScreen } from "#src/screens/devices/operationLogScreen.tsx";
import { RegistryScreen } from "#src/screens/devices/registryScreen.tsx";
import { TypeScreen } from "#src/screens/devices/typeScreen.tsx";
import { VideoListScreen } from "#src/screens/videos/videoListScreen.tsx";
import { byName, newestFirst, paged, recordTable, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const device: ListedDevice = {
  ...{ id: "d1", name: "North pump", sn: "NP-0001", typeId: "t1", typeName: "水泵", typeNameEn: "Pump", modelName: "M-100" },
  ...{ deviceTemplateName: "Pump station" },
  ...{ companyId: "c1", companyName: "Hebei Water", industry: "water", presence: "offline" },
  ...{ communicationTime: "2026-11-01T01:02:03Z", activatedAt: "2026-10-02T03:04:05Z", createdAt: "2026-09-03T04:05:06Z" },
  ...{
    openAlarms: 7,
    mutedBy: null,
    lng: 108.9,
    lat: 34.3,
    address: "1 River Road",
    softwareVersion: "1.2.3",
    hardwareVersion: "B4",
    signal: -71,
  },
  ...{ dealer: "River Trade", userName: "Zhou Min", contact: "0311-86001234", thirdPartyId: "ERP-77", tuyaId: "bf01", sort: 5 },
  ...{ installedOn: "2026-08-30", leaseStart: "2026-09-01", leaseEnd: "2027-08-31", mobile: "move", alarmNotice: false },
  ...{ province: "河北", city: "石家庄", district: "长安", transmission: "http-push", parameterVersion: "P9" },
  ...{ updatedAt: "2026-10-05T06:07:08Z", followed: false },
};
const followed: FollowedDevice = { ...device, place: 3, followedAt: "2026-11-02T02:03:04Z" };
const state: StateRow = {
  ...{ id: "s1", at: "2026-11-01T01:02:03Z", kind: "offline", reason: "keepalive", until: "2026-11-01T03:12:03Z" },
  ...{ deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", companyName: "Hebei Water" },
};
const event: EventRow = {
  ...{ id: "e1", at: "2026-11-01T01:02:03Z", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", kind: "transfer" },
  companyName: "Lower Works",
  ...{ content: '{"from":"Hebei Water","to":"Shaanxi Heat"}', account: "li.na", result: "ok" },
};
const held: EventRow = {
  ...{ ...event, id: "e3", kind: "command", result: "commandHeld" },
  content: '{"slave":1,"values":[],"until":"2026-11-02T03:04:05Z"}',
};
const message: MessageRow = {
  ...{ id: "m1", at: "2026-11-01T01:02:03Z", direction: "up", kind: "telemetry", place: "telemetry", bytes: 1234, outcome: "faulty" },
  ...{ faults: [{ code: "json", values: {} }], faultCount: 1, skipped: 7, hex: "ff007b", valueCount: 3 },
  values: [
    {
      ...{ slave: 1, pointId: "p1", address: "40001", name: "温度", nameEn: "Temperature", unit: "°C", decimals: 1, value: 21.5 },
      ...{ label: "", labelEn: "", outside: false },
    },
    {
      ...{ slave: 1, pointId: "p2", address: "40002", name: "阀门", nameEn: "Valve", unit: "", decimals: null, value: 9 },
      ...{ label: "开", labelEn: "Open", outside: true },
    },
  ],
};
const allKept = ["command", "event", "info", "location", "fault"];
const unread: EventRow = {
  ...{ id: "e2", at: "2026-11-01T01:02:03Z", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", kind: "fault" },
  ...{ companyName: "Lower Works", content: '{"code":"json","values":{},"bytes":3,"hex":"ff007b"}', account: "", result: "" },
};
const operation: OperationRow = {
  ...{ id: "12", at: "2026-11-01T01:02:03Z", account: "li.na", userName: "Li Na", companyName: "Hebei Water", address: "10.0.0.7" },
  ...{ call: "/api/device/put", record: "North pump", points: [], change: "", code: 400, milliseconds: 35, hash: "k:1" },
  detail: '{"wrong":{"sn":"rule.sn"},"id":"d1"}',
};
const type: TypeRow = {
  ...{ id: "t1", name: "水泵", nameEn: "Pump", description: "with a motor", devices: 17, related: 2, isDefault: false },
  attributes: [{ id: "a1", name: "功率", nameEn: "Power", kind: "number", choices: "", defaultValue: "7.5" }],
  ...{ companyName: "Hebei Water", changeable: true, version: 4 },
};
const member: GroupMember = { ...device, slaveId: "s3", slaveNo: 3, slaveName: "Inlet", addedAt: "2026-11-02T02:03:04Z" };
const group: CompanyGroupRow = {
  ...{ id: "g2", name: "Winter round", remark: "before the frost", devices: 12, slaves: 3, companyName: "Hebei Water", version: 4 },
  updatedAt: "2026-10-05T06:07:08Z",
};
const registered: RegistryRow = {
  ...{ id: "r1", sn: "GH-0077", password: "Kestrel72x", used: false, companyName: "Hebei Water", createdAt: "2026-09-03T04:05:06Z" },
};
const polling = {
  ...({ framing: "rtu", registration: "sn", heartbeat: "" } as const),
  ...{ pollSeconds: 30, timeoutMs: 1000, mostRegisters: 100, mostGap: 8 },
};
const model: ModelRow = {
  ...{ id: "m1", name: "Meter gateway", modelId: "MG-100", transmission: "http-push", devices: 23, spoken: true },
  ...polling,
  ...{ companyName: "Hebei Water", changeable: true, version: 4 },
};
const keptVideo = { name: "Gate", kind: "flv", url: "https://video.example.com/gate.flv?token=t", note: "over the door", sort: 3 } as const;
const blankVideo = { name: "", kind: "hls", url: "", note: "", sort: 0 };
const video: VideoRow = {
  ...{ ...keptVideo, id: "v1", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", companyName: "Hebei Water" },
  ...{ createdAt: "2026-09-03T04:05:06Z", allowed: true, version: 4 },
};
/** Of the first three days of November 2026, in UTC. */
const firstDays = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-04T00:00:00.000Z" };
/** Up to and including 2026-11-20, the tests' day. */
const thirtyDays = { from: "2026-10-22T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" };

export const devices = [
  screenTable<ListedDevice>({
    definition: DeviceListScreen.definition,
    row: device,
    numbers: { openAlarms: 7, signal: -71, sort: 5 },
    both: {
      address: "1 River Road",
      communicationTime: "2026-11-01 01:02:03",
      contact: "0311-86001234",
      dealer: "River Trade",
      hardwareVersion: "B4",
      industry: "water",
      installedOn: "2026-08-30",
      leaseEnd: "2027-08-31",
      leaseStart: "2026-09-01",
      modelName: "M-100",
      deviceTemplateName: "Pump station",
      parameterVersion: "P9",
      region: "河北 石家庄 长安",
      signal: "-71 dBm",
      softwareVersion: "1.2.3",
      sort: "5",
      thirdPartyId: "ERP-77",
      tuyaId: "bf01",
      updatedAt: "2026-10-05 06:07:08",
      userName: "Zhou Min",
      companyName: "Hebei Water",
      createdAt: "2026-09-03 04:05:06",
      name: "North pump",
      openAlarms: "7",
      sn: "NP-0001",
    },
    zh: { alarmNotice: "关", mobile: "移动", muted: "设备通知已关闭", presence: "离线", transmission: "HTTP 推送", typeName: "水泵" },
    en: {
      ...{ alarmNotice: "Off", mobile: "Mobile", muted: "Device notifications are off", presence: "Offline" },
      ...{ transmission: "HTTP push", typeName: "Pump" },
    },
    starts: byName,
    asks: [
      {
        filters: {
          search: "pump",
          companyId: "c7",
          presence: "inactive",
          typeId: "t3",
          alarmed: "true",
          modelId: "m2",
          groupId: "g1",
          companyGroupId: "g2",
          deviceTemplateId: "dt3",
          ...{ activated: "true", sold: "false", installedFrom: "2026-01-02", installedTo: "2026-03-04" },
          ...{ industry: "Water", province: "Gansu", city: "Lanzhou" },
        },
        sends: {
          "/api/device/query": {
            ...{
              search: "pump",
              companyId: "c7",
              presence: "inactive",
              typeId: "t3",
              alarmed: true,
              modelId: "m2",
              deviceTemplateId: "dt3",
              groupId: "g1",
              companyGroupId: "g2",
              ...{ activated: true, sold: false, installedFrom: "2026-01-02", installedTo: "2026-03-04" },
              ...{ industry: "Water", province: "Gansu", city: "Lanzhou" },
            },
            ...paged,
          },
        },
      },
    ],
    form: undefined,
    shows: ["row edit", "row follow", "row remove"],
    others: [{ row: { ...device, followed: true }, shows: ["row edit", "row remove", "row unfollow"] }],
    leads: ["/devices/adds", "/devices/edit", "/devices/transfer", "/devices/import"],
    leading: ["Add device", "Import", "row edit", "bulk transferMany"],
    buttons: {
      "/api/device_user_bind/ask": ["Ask for device"],
      "/api/device/change_user": ["bulk transferMany"],
      "/api/device/update_device_type": ["bulk retypeMany"],
      "/api/device_favorites/add": ["bulk followMany", "row follow"],
      "/api/device_favorites/cancel": ["row unfollow"],
      "/api/device_group_member/add": ["bulk addToGroup"],
      "/api/device_group_member/remove": ["bulk leaveGroup"],
      "/api/device/renew": ["bulk renewMany"],
      "/api/device/cmd": ["bulk commandMany"],
      "/api/device/post": ["Add device", "bulk labels"],
      "/api/device/import": ["Import"],
      "/api/device/put": ["row edit", "bulk templateMany", "bulk alarmNoticeMany"],
      "/api/device/delete": ["bulk removeMany", "row remove"],
    },
    deeds: {
      "row follow": { row: device, sends: { "/api/device_favorites/add": { ids: ["d1"] } } },
      "row unfollow": { row: device, sends: { "/api/device_favorites/cancel": { ids: ["d1"] } } },
      "bulk followMany": { row: device, sends: { "/api/device_favorites/add": { ids: ["d1"] } } },
      "row remove": { row: device, asks: true, sends: { "/api/device/delete": { ids: ["d1"] } } },
      "bulk removeMany": { row: device, asks: true, sends: { "/api/device/delete": { ids: ["d1"] } } },
    },
  }),
  screenTable<FollowedDevice>({
    definition: FollowScreen.definition,
    row: followed,
    numbers: { openAlarms: 7, place: 3 },
    both: {
      communicationTime: "2026-11-01 01:02:03",
      companyName: "Hebei Water",
      followedAt: "2026-11-02 02:03:04",
      name: "North pump",
      openAlarms: "7",
      place: "3",
      sn: "NP-0001",
    },
    zh: { presence: "离线", typeName: "水泵" },
    en: { presence: "Offline", typeName: "Pump" },
    starts: { pageSize: 20, sort: { field: "place", order: "asc" } },
    asks: [
      {
        filters: { search: "pump", presence: "inactive", alarmed: "true" },
        sends: { "/api/device_favorites/query": { search: "pump", presence: "inactive", alarmed: true, ...paged } },
      },
    ],
    form: undefined,
    shows: ["row bottom", "row down", "row top", "row unfollow", "row up"],
    buttons: {
      "/api/device_favorites/top": ["row top"],
      "/api/device_favorites/bottom": ["row bottom"],
      "/api/device_favorites/sort": ["row down", "row up"],
      "/api/device_favorites/cancel": ["bulk unfollowMany", "row unfollow"],
    },
    deeds: {
      "row top": { row: followed, sends: { "/api/device_favorites/top": { id: "d1" } } },
      "row bottom": { row: followed, sends: { "/api/device_favorites/bottom": { id: "d1" } } },
      "row up": { row: followed, sends: { "/api/device_favorites/sort": { id: "d1", place: 2 } } },
      "row down": { row: followed, sends: { "/api/device_favorites/sort": { id: "d1", place: 4 } } },
      "row unfollow": { row: followed, sends: { "/api/device_favorites/cancel": { ids: ["d1"] } } },
      "bulk unfollowMany": { row: followed, sends: { "/api/device_favorites/cancel": { ids: ["d1"] } } },
    },
  }),
  screenTable<TypeRow>({
    definition: TypeScreen.definition,
    row: type,
    numbers: { devices: 17, related: 2 },
    both: {
      companyName: "Hebei Water",
      description: "with a motor",
      devices: "17",
      isDefault: "–",
      name: "水泵",
      nameEn: "Pump",
      related: "2",
    },
    zh: { attributes: "功率 (7.5)" },
    en: { attributes: "Power (7.5)" },
    starts: byName,
    asks: [
      {
        filters: { search: "motor", companyId: "c7" },
        sends: { "/api/device_type/query": { search: "motor", companyId: "c7", ...paged } },
      },
    ],
    form: {
      blank: { name: "", nameEn: "", description: "", attributes: [] },
      loaded: { values: { name: "水泵", nameEn: "Pump", description: "with a motor", attributes: type.attributes }, version: 4 },
      adds: {
        given: { name: "水泵", nameEn: "Pump", description: "", attributes: [] },
        sends: { "/api/device_type/post": { name: "水泵", nameEn: "Pump", description: "", attributes: [] } },
      },
      edits: {
        "/api/device_type/put": {
          ...{ id: "t1", version: 9, name: "水泵", nameEn: "Pump", description: "with a motor", attributes: type.attributes },
        },
      },
    },
    shows: ["row default", "row devices", "row edit", "row related", "row remove"],
    leads: ["/devices/list"],
    leading: ["row devices"],
    others: [
      { row: { ...type, changeable: false, devices: 0 }, shows: ["row default"] },
      { row: { ...type, isDefault: true }, shows: ["row devices", "row edit", "row noDefault", "row related", "row remove"] },
    ],
    buttons: {
      "/api/device_type/post": ["Add type"],
      "/api/device_type/put": ["row edit"],
      "/api/device_type/delete": ["bulk removeMany", "row remove"],
      "/api/device_type/do_default": ["row default", "row noDefault"],
      "/api/device_type_relation/put": ["row related"],
      "/api/device/query": ["row devices"],
    },
    deeds: {
      "row default": { row: type, sends: { "/api/device_type/do_default": { id: "t1", on: true } } },
      "row noDefault": {
        row: { ...type, isDefault: true },
        sends: { "/api/device_type/do_default": { id: "t1", on: false } },
      },
      "row remove": { row: type, asks: true, sends: { "/api/device_type/delete": { ids: ["t1"] } } },
      "bulk removeMany": { row: type, asks: true, sends: { "/api/device_type/delete": { ids: ["t1"] } } },
    },
  }),
  recordTable<ModelRow>("device_model", "Add model", {
    definition: ModelScreen.definition,
    row: model,
    numbers: { devices: 23 },
    both: { companyName: "Hebei Water", devices: "23", modelId: "MG-100", name: "Meter gateway" },
    zh: { transmission: "HTTP 推送" },
    en: { transmission: "HTTP push" },
    starts: byName,
    asks: [
      {
        filters: { search: "meter", companyId: "c7", transmission: "tuya" },
        sends: { "/api/device_model/query": { search: "meter", companyId: "c7", transmission: "tuya", ...paged } },
      },
    ],
    form: {
      blank: { name: "", modelId: "", transmission: "mqtt-json", ...polling },
      values: { name: "Meter gateway", modelId: "MG-100", transmission: "http-push", ...polling },
    },
    others: [{ row: { ...model, id: "m2", changeable: false }, shows: ["row connect"] }],
    more: { "row connect": "/api/device/connection" },
    leads: ["/devices/connect"],
    leading: ["row connect"],
  }),
  screenTable<VideoRow>({
    definition: VideoListScreen.definition,
    row: video,
    numbers: { sort: 3 },
    both: {
      ...{ companyName: "Hebei Water", createdAt: "2026-09-03 04:05:06", deviceName: "North pump", name: "Gate", note: "over the door" },
      ...{ sort: "3", url: "https://video.example.com/gate.flv?…", kind: "HTTP-FLV" },
    },
    zh: { status: "已允许" },
    en: { status: "Allowed" },
    starts: { pageSize: 20, sort: { field: "createdAt", order: "desc" } },
    asks: [
      {
        filters: { search: "gate", companyId: "c7", deviceId: "d7", kind: "hls" },
        sends: { "/api/device_video/query": { search: "gate", companyId: "c7", deviceId: "d7", kind: "hls", ...paged } },
      },
    ],
    form: {
      blank: { deviceId: "", ...blankVideo },
      loaded: { values: keptVideo, version: 4 },
      adds: { given: { deviceId: "d1", ...keptVideo }, sends: { "/api/device_video/post": { deviceId: "d1", ...keptVideo } } },
      edits: { "/api/device_video/put": { ...keptVideo, id: "v1", version: 9 } },
    },
    shows: ["row edit", "row play", "row remove"],
    leads: ["/checkCamera"],
    leading: [],
    ofReaders: ["row play"],
    buttons: {
      "/api/device_video/post": ["Add video"],
      "/api/device_video/put": ["row edit"],
      "/api/device_video/delete": ["bulk removeMany", "row remove"],
    },
    deeds: {
      "row remove": { row: video, asks: true, sends: { "/api/device_video/delete": { ids: ["v1"] } } },
      "bulk removeMany": { row: video, asks: true, sends: { "/api/device_video/delete": { ids: ["v1"] } } },
    },
  }),
  screenTable<RegistryRow>({
    definition: RegistryScreen.definition,
    row: registered,
    both: { companyName: "Hebei Water", createdAt: "2026-09-03 04:05:06", password: "Kestrel72x", sn: "GH-0077" },
    zh: { used: "未使用" },
    en: { used: "Unused" },
    starts: { pageSize: 20, sort: { field: "createdAt", order: "desc" } },
    asks: [
      {
        filters: { search: "77", companyId: "c7", used: "true" },
        sends: { "/api/device/querysnpsw": { search: "77", companyId: "c7", used: true, ...paged } },
      },
    ],
    form: {
      blank: { companyId: "c1", pairs: [{ sn: "", password: "" }] },
      adds: {
        given: { companyId: "c1", pairs: [{ sn: "GH-1", password: "" }] },
        sends: { "/api/device/addSnAndPsd": { companyId: "c1", pairs: [{ sn: "GH-1", password: "" }] } },
      },
      loaded: { values: { pairs: [] }, version: 0 },
      edits: {},
    },
    shows: ["row remove", "row use"],
    others: [{ row: { ...registered, id: "r2", used: true }, shows: ["row remove"] }],
    leads: ["/devices/adds", "/devices/registry/import"],
    leading: ["Import", "row use"],
    buttons: {
      "/api/device/post": ["row use"],
      "/api/device/addSnAndPsd": ["Register SNs", "bulk labels"],
      "/api/device/generate_sn": ["Generate"],
      "/api/device/import_sn": ["Import"],
      "/api/device/delSnAndPsd": ["bulk removeMany", "row remove"],
    },
    deeds: {
      "row remove": { row: registered, asks: true, sends: { "/api/device/delSnAndPsd": { ids: ["r1"] } } },
      "bulk removeMany": { row: registered, asks: true, sends: { "/api/device/delSnAndPsd": { ids: ["r1"] } } },
    },
  }),
  screenTable<ListedDevice>({
    definition: leaseList({
      zone: "UTC",
      renew: async () => false,
      renewAll: async () => false,
      now: () => Date.parse("2026-11-20T12:00:00Z"),
    }),
    row: { ...device, leaseEnd: "2026-11-27" },
    numbers: { daysLeft: 7 },
    both: {
      companyName: "Hebei Water",
      contact: "0311-86001234",
      dealer: "River Trade",
      leaseEnd: "2026-11-27",
      leaseStart: "2026-09-01",
      name: "North pump",
      sn: "NP-0001",
    },
    zh: { daysLeft: "剩余 7 天", presence: "离线", typeName: "水泵" },
    en: { daysLeft: "7 days left", presence: "Offline", typeName: "Pump" },
    starts: { pageSize: 20, sort: { field: "leaseEnd", order: "asc" } },
    asks: [
      {
        filters: { search: "pump", companyId: "c7", lease: "within30", typeId: "t3" },
        sends: { "/api/device/query": { search: "pump", companyId: "c7", lease: "within30", typeId: "t3", ...paged } },
      },
      { filters: {}, sends: { "/api/device/query": { lease: "known", ...paged } } },
    ],
    form: undefined,
    shows: ["row renew"],
    buttons: { "/api/device/renew": ["bulk renewMany", "row renew"] },
  }),
  recordTable<PlainRow>("device_group", "Add group", {
    definition: GroupScreen.definition,
    row: { id: "g1", name: "Pumps of mine", remark: "looked after on Fridays", devices: 12, version: 4 },
    numbers: { devices: 12 },
    both: { devices: "12", name: "Pumps of mine", remark: "looked after on Fridays" },
    starts: byName,
    asks: [{ filters: { search: "mine" }, sends: { "/api/device_group/query": { search: "mine", ...paged } } }],
    form: { blank: { name: "", remark: "" }, values: { name: "Pumps of mine", remark: "looked after on Fridays" } },
  }),
  recordTable<CompanyGroupRow>("device_company_group", "Add group", {
    definition: companyGroupList("UTC"),
    row: group,
    numbers: { devices: 12, slaves: 3 },
    both: {
      companyName: "Hebei Water",
      devices: "12",
      name: "Winter round",
      remark: "before the frost",
      slaves: "3",
      updatedAt: "2026-10-05 06:07:08",
    },
    starts: byName,
    asks: [
      {
        filters: { search: "winter", companyId: "c7" },
        sends: { "/api/device_company_group/query": { search: "winter", companyId: "c7", ...paged } },
      },
    ],
    form: { blank: { name: "", remark: "" }, values: { name: "Winter round", remark: "before the frost" } },
  }),
  screenTable<GroupMember>({
    definition: memberList({ whose: "company", id: "g2", zone: "UTC" }),
    row: member,
    numbers: { openAlarms: 7 },
    both: {
      addedAt: "2026-11-02 02:03:04",
      communicationTime: "2026-11-01 01:02:03",
      companyName: "Hebei Water",
      name: "North pump",
      openAlarms: "7",
      slave: "3 Inlet",
      sn: "NP-0001",
    },
    zh: { presence: "离线", typeName: "水泵" },
    en: { presence: "Offline", typeName: "Pump" },
    starts: byName,
    asks: [
      {
        filters: { search: "pump", presence: "inactive" },
        sends: { "/api/device_company_group/query_group_slave": { search: "pump", presence: "inactive", id: "g2", ...paged } },
      },
    ],
    form: {
      blank: { members: [] },
      adds: {
        given: {
          members: [
            { deviceId: "d1", name: "North pump", sn: "NP-0001", slaveIds: [] },
            { deviceId: "d2", name: "South pump", sn: "SP-0001", slaveIds: ["s1", "s2"] },
          ],
        },
        sends: { "/api/device_company_group/add_to_group": { id: "g2", deviceIds: ["d1"], slaveIds: ["s1", "s2"] } },
      },
      loaded: { values: { members: [] }, version: 0 },
      edits: {},
    },
    shows: ["row takeOut"],
    buttons: {
      "/api/device_company_group/add_to_group": ["Add devices"],
      "/api/device_company_group/remove_from_group": ["bulk takeOutMany", "row takeOut"],
    },
    deeds: {
      "row takeOut": {
        row: member,
        sends: { "/api/device_company_group/remove_from_group": { id: "g2", deviceIds: [], slaveIds: ["s3"] } },
      },
      "bulk takeOutMany": {
        row: { ...member, slaveId: "", slaveNo: null, slaveName: "" },
        sends: { "/api/device_company_group/remove_from_group": { id: "g2", deviceIds: ["d1"], slaveIds: [] } },
      },
    },
  }),
  screenTable<StateRow>({
    definition: DeviceLogScreen.definition,
    row: state,
    both: {
      at: "2026-11-01 01:02:03",
      companyName: "Hebei Water",
      deviceName: "North pump",
      deviceSn: "NP-0001",
      until: "2026-11-01 03:12:03",
    },
    zh: { kind: "离线", lasted: "2 小时 10 分钟", reason: "心跳超时" },
    en: { kind: "Offline", lasted: "2 h 10 min", reason: "Keep-alive timeout" },
    starts: newestFirst,
    asks: [
      {
        filters: { search: "pump", companyId: "c7", kind: "online", from: "2026-11-01", to: "2026-11-03" },
        sends: { "/api/device_state_log/query": { search: "pump", companyId: "c7", kind: "online", ...firstDays, ...paged } },
      },
      { filters: { period: "month" }, sends: { "/api/device_state_log/query": { ...thirtyDays, ...paged } } },
    ],
    form: undefined,
    shows: [],
    buttons: {},
  }),
  screenTable<EventRow>({
    definition: eventList({ zone: "UTC" }),
    row: event,
    both: {
      account: "li.na",
      at: "2026-11-01 01:02:03",
      companyName: "Lower Works",
      content: "Hebei Water → Shaanxi Heat",
      deviceName: "North pump",
      deviceSn: "NP-0001",
    },
    zh: { kind: "转移", result: "成功" },
    en: { kind: "Transfer", result: "Success" },
    starts: newestFirst,
    asks: [
      {
        filters: { search: "pump", companyId: "c7", kind: "fault", failed: "true", from: "2026-11-01", to: "2026-11-03" },
        sends: { "/api/device_event/query": { search: "pump", companyId: "c7", kind: "fault", failed: true, ...firstDays, ...paged } },
      },
      { filters: { period: "month" }, sends: { "/api/device_event/query": { ...thirtyDays, ...paged } } },
      // What waits is shown whenever it was asked for.
      { filters: { waiting: "true", period: "month" }, sends: { "/api/device_event/query": { waiting: true, ...paged } } },
      { filters: { waiting: "false", period: "month" }, sends: { "/api/device_event/query": { waiting: false, ...thirtyDays, ...paged } } },
    ],
    form: undefined,
    shows: [],
    others: [{ row: held, shows: ["row callOff"] }],
    buttons: { "/api/device_event/call_off": ["bulk callOff", "row callOff"] },
    deeds: {
      "row callOff": { row: held, asks: true, sends: { "/api/device_event/call_off": { ids: ["e3"] } } },
      "bulk callOff": { row: held, asks: true, sends: { "/api/device_event/call_off": { ids: ["e3"] } } },
    },
  }),
  screenTable<MessageRow>({
    definition: CommunicationScreen.definition,
    row: message,
    both: { at: "2026-11-01 01:02:03", bytes: "1,234", place: "telemetry", skipped: "7" },
    zh: {
      ...{ direction: "上行", kind: "数据", outcome: "未能完全解析", faults: "消息不是 UTF-8 编码的 JSON" },
      values: "温度 21.5 °C · 阀门 开（超出上下限） · 另有 1 处",
    },
    en: {
      ...{ direction: "Up", kind: "Telemetry", outcome: "Not fully decoded", faults: "The message is not JSON in UTF-8" },
      values: "Temperature 21.5 °C · Valve Open (out of range) · 1 more",
    },
    numbers: { bytes: 1234, skipped: 7 },
    starts: unsorted,
    asks: [
      {
        filters: { direction: "down", failed: "true" },
        sends: { "/api/device_message/query": { deviceId: "", direction: "down", failed: true, pageNo: 3, pageSize: 40 } },
      },
    ],
    form: undefined,
    shows: [],
    buttons: {},
  }),
  screenTable<EventRow>({
    definition: keptMessages({ zone: "UTC", deviceId: "d1" }),
    row: unread,
    both: { account: "–", at: "2026-11-01 01:02:03", bytes: "3", result: "–" },
    zh: { direction: "上行", kind: "数据异常", content: "消息不是 UTF-8 编码的 JSON · ff007b" },
    en: { direction: "Up", kind: "Data error", content: "The message is not JSON in UTF-8 · ff007b" },
    numbers: { bytes: 3 },
    starts: newestFirst,
    asks: [
      { filters: { period: "month" }, sends: { "/api/device_event/query": { deviceId: "d1", kinds: allKept, ...thirtyDays, ...paged } } },
      {
        filters: { kind: "fault", from: "2026-11-01", to: "2026-11-03" },
        sends: { "/api/device_event/query": { deviceId: "d1", kinds: ["fault"], ...firstDays, ...paged } },
      },
    ],
    form: undefined,
    shows: [],
    buttons: {},
  }),
  screenTable<OperationRow>({
    definition: OperationLogScreen.definition,
    row: operation,
    both: {
      account: "li.na",
      address: "10.0.0.7",
      at: "2026-11-01 01:02:03",
      call: "/api/device/put",
      companyName: "Hebei Water",
      milliseconds: "35 ms",
      record: "North pump",
      userName: "Li Na",
    },
    zh: { code: "400 数据有误，请检查提交数据正确性 · 序列号", detail: "记录编号：d1", operation: "编辑设备" },
    en: { code: "400 Invalid data. Check your entries and try again · Serial number", detail: "Record ID: d1", operation: "Edit device" },
    starts: unsorted,
    asks: [
      {
        filters: {
          ...{ search: "pump", companyId: "c7", call: "/api/role/put", account: "li", address: "10.0" },
          ...{ result: "refused", fromDay: "2026-11-01", toDay: "2026-11-03" },
        },
        sends: {
          "/api/device_event/query_user_event": {
            ...{ search: "pump", companyId: "c7", call: "/api/role/put", account: "li", address: "10.0" },
            ...{ refused: true, ...firstDays, pageNo: 3, pageSize: 40 },
          },
        },
      },
      { filters: { result: "done" }, sends: { "/api/device_event/query_user_event": { refused: false, pageNo: 3, pageSize: 40 } } },
    ],
    form: undefined,
    shows: [],
    buttons: { "/api/device_event/dlexcel_user_event": ["Export"] },
  }),
];
