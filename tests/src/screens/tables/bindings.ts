import type { ResponseOf } from "#contract/kit/call.ts";
import type { deviceUserBind } from "#contract/resources/relations.ts";
import { BindScreen } from "#src/screens/devices/bindScreen.tsx";
import { paged, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

type Row = ResponseOf<typeof deviceUserBind.calls.queryUser>["list"][number];

const asked: Row = {
  ...{ id: "d1:u1", deviceId: "d1", deviceName: "North pump", deviceSn: "NP-0001", userId: "u1", account: "li.min", userName: "Li Min" },
  ...{ phone: "13900000001", state: 2, at: "2026-11-01T01:02:03Z", version: 4 },
};
const auth = (state: number) => ({ "/api/device_user_bind/auth": { deviceId: "d1", userId: "u1", state, version: 4 } });

export const bindings = [
  screenTable<Row>({
    definition: BindScreen.definition,
    row: asked,
    both: {
      ...{ deviceName: "North pump", deviceSn: "NP-0001", userName: "Li Min", account: "li.min" },
      ...{ phone: "13900000001", at: "2026-11-01 01:02:03" },
    },
    zh: { state: "待授权" },
    en: { state: "Pending" },
    starts: unsorted,
    asks: [
      {
        filters: { search: "pump", deviceId: "d7", state: "2" },
        sends: { "/api/device_user_bind/queryUser": { search: "pump", deviceId: "d7", state: 2, ...paged } },
      },
    ],
    form: {
      blank: { deviceId: "", userId: "", state: 1 },
      adds: {
        given: { deviceId: "d1", userId: "u1", state: 0 },
        sends: { "/api/device_user_bind/auth": { deviceId: "d1", userId: "u1", state: 0, version: 0 } },
      },
      loaded: { values: { deviceId: "d1", userId: "u1", state: 2 }, version: 4 },
      edits: {},
    },
    shows: ["row accept", "row reject", "row unbind"],
    others: [
      { row: { ...asked, state: 0 }, shows: ["row unbind"] },
      { row: { ...asked, state: 1 }, shows: ["row makeOwner", "row unbind"] },
      { row: { ...asked, state: 3 }, shows: ["row accept", "row unbind"] },
    ],
    buttons: {
      "/api/device_user_bind/auth": ["Bind user", "row accept", "row makeOwner", "row reject"],
      "/api/device_user_bind/removeAuth": ["row unbind"],
    },
    deeds: {
      "row accept": { row: asked, sends: auth(1) },
      "row reject": { row: asked, sends: auth(3) },
      "row makeOwner": { row: { ...asked, state: 1 }, sends: auth(0) },
      "row unbind": { row: asked, asks: true, sends: { "/api/device_user_bind/removeAuth": { deviceId: "d1", userId: "u1" } } },
    },
  }),
];
