import type { DeviceRow } from "#contract/resources/device.ts";
import type { StateRow } from "#contract/resources/deviceStateLog.ts";
import type { EventRow, OperationRow } from "#contract/resources/log.ts";
import { DeviceListScreen } from "#src/screens/devices/deviceListScreen.tsx";
import { DeviceLogScreen } from "#src/screens/devices/deviceLogScreen.tsx";
import { eventList } from "#src/screens/devices/eventList.tsx";
import { OperationLogScreen } from "#src/screens/devices/operationLogScreen.tsx";
import { screenTable } from "#tests/src/screens/screenTable.ts";

const device: DeviceRow = {
  ...{ id: "d1", name: "North pump", sn: "NP-0001", typeId: "t1", typeName: "水泵", typeNameEn: "Pump", modelName: "M-100" },
  ...{ companyId: "c1", companyName: "Hebei Water", industry: "water", presence: "offline" },
  ...{ communicationTime: "2026-11-01T01:02:03Z", activatedAt: "2026-10-02T03:04:05Z", createdAt: "2026-09-03T04:05:06Z" },
  ...{ openAlarms: 7, lng: 108.9, lat: 34.3 },
};
const state: StateRow = {
  ...{ id: "s1", at: "2026-11-01T01:02:03Z", kind: "offline", reason: "keepalive", until: "2026-11-01T03:12:03Z" },
  ...{ deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", companyName: "Hebei Water" },
};
const event: EventRow = {
  ...{ id: "e1", at: "2026-11-01T01:02:03Z", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", kind: "transfer" },
  ...{ content: '{"from":"Hebei Water","to":"Shaanxi Heat"}', account: "li.na", result: "ok" },
};
const operation: OperationRow = {
  ...{ id: "12", at: "2026-11-01T01:02:03Z", account: "li.na", userName: "Li Na", companyName: "Hebei Water", address: "10.0.0.7" },
  ...{ call: "/api/device/put", record: "North pump", points: [], change: "", code: 400, milliseconds: 35, hash: "k:1" },
  detail: '{"wrong":{"sn":"rule.sn"},"id":"d1"}',
};

export const devices = [
  screenTable<DeviceRow>({
    definition: DeviceListScreen.definition,
    row: device,
    zh: {},
    en: {},
    leads: ["/devices/adds", "/devices/edit"],
    buttons: {
      "/api/device/post": ["Add device"],
      "/api/device/put": ["row edit"],
      "/api/device/delete": ["bulk removeMany", "row remove"],
    },
    deeds: {
      "row remove": { row: device, asks: true, sends: { "/api/device/delete": { ids: ["d1"] } } },
      "bulk removeMany": { row: device, asks: true, sends: { "/api/device/delete": { ids: ["d1"] } } },
    },
  }),
  screenTable<StateRow>({ definition: DeviceLogScreen.definition, row: state, zh: {}, en: {}, buttons: {} }),
  screenTable<EventRow>({ definition: eventList({ zone: "UTC" }), row: event, zh: {}, en: {}, buttons: {} }),
  screenTable<OperationRow>({
    definition: OperationLogScreen.definition,
    row: operation,
    zh: {},
    en: {},
    buttons: { "/api/device_event/dlexcel_user_event": ["Download"] },
  }),
];
