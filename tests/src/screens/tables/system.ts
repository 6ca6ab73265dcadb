import type { AppRow } from "#contract/resources/appVersion.ts";
import type { UnitRow } from "#contract/resources/deviceUnitType.ts";
import type { DictEntry } from "#contract/resources/dict.ts";
import type { MenuRow } from "#contract/resources/menu.ts";
import type { SampleUserRow } from "#contract/resources/sample.ts";
import { SampleUsersScreen } from "#src/screens/sample/usersScreen.tsx";
import { AppScreen } from "#src/screens/system/appScreen.tsx";
import { DictScreen } from "#src/screens/system/dictScreen.tsx";
import { MenuScreen } from "#src/screens/system/menuScreen.tsx";
import { UnitScreen } from "#src/screens/system/unitScreen.tsx";
import { paged, plainForm, recordTable, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const unit: UnitRow = {
  id: "n1",
  name: "Cubic metre",
  symbol: "m³",
  category: "Volume",
  companyName: "Hebei Water",
  changeable: true,
  version: 4,
};
const entry: DictEntry = { id: "e1", name: "industry", value: "water", remark: "Water works", priority: 12, builtin: false, version: 4 };
const app: AppRow = {
  ...{ id: "x1", name: "Gate app", platform: "ios", path: "/files/gate.ipa", size: 2_097_152, versionName: "2.1", versionNumber: "210" },
  ...{ createdAt: "2026-09-03T04:05:06Z", version: 4 },
};
const item: MenuRow = {
  ...{
    id: "m1",
    parentId: "m0",
    path: "/devices/map",
    name: "地图",
    nameEn: "Map",
    icon: "globe",
    hidden: true,
    affix: false,
    noCache: true,
  },
  ...{ sort: 30, actionList: ["/api/device/query", "/api/device/get"], depth: 1, children: 0, builtin: false, version: 4 },
};
const sample: SampleUserRow = { id: "1", name: "Zhao Min", sex: 1, age: 43, birth: "1983-02-03", addr: "1 River Road", version: 4 };

export const system = [
  recordTable<UnitRow>("device_unit_type", "Add unit", {
    definition: UnitScreen.definition,
    row: unit,
    both: { category: "Volume", companyName: "Hebei Water", name: "Cubic metre", symbol: "m³" },
    starts: { pageSize: 20, sort: { field: "category", order: "asc" } },
    asks: [
      {
        filters: { search: "metre", companyId: "c7", category: "Length" },
        sends: { "/api/device_unit_type/query": { search: "metre", companyId: "c7", category: "Length", ...paged } },
      },
    ],
    form: {
      blank: { name: "", symbol: "", category: "" },
      values: { name: "Cubic metre", symbol: "m³", category: "Volume" },
    },
    others: [{ row: { ...unit, id: "n2", changeable: false }, shows: [] }],
  }),
  recordTable<DictEntry>("dict", "Add dictionary entry", {
    definition: DictScreen.definition,
    row: entry,
    numbers: { priority: 12 },
    both: { name: "industry", priority: "12", remark: "Water works", value: "water" },
    starts: unsorted,
    asks: [
      { filters: { search: "works", name: "industry" }, sends: { "/api/dict/query": { search: "works", name: "industry", ...paged } } },
    ],
    form: {
      blank: { name: "", value: "", remark: "", priority: 0 },
      values: { name: "industry", value: "water", remark: "Water works", priority: 12 },
    },
    others: [{ row: { ...entry, id: "e2", builtin: true }, shows: ["row edit"] }],
  }),
  recordTable<AppRow>("app_version", "Add app package", {
    definition: AppScreen.definition,
    row: app,
    both: {
      createdAt: "2026-09-03 04:05:06",
      name: "Gate app",
      path: "/files/gate.ipa",
      size: "2 MB",
      versionName: "2.1",
      versionNumber: "210",
    },
    zh: { platform: "苹果 iOS" },
    en: { platform: "iOS" },
    starts: { pageSize: 20, sort: { field: "createdAt", order: "desc" } },
    asks: [
      {
        filters: { search: "gate", platform: "android" },
        sends: { "/api/app_version/query": { search: "gate", platform: "android", ...paged } },
      },
    ],
    form: {
      blank: { name: "", versionName: "", versionNumber: "", path: "", platform: undefined },
      values: { name: "Gate app", versionName: "2.1", versionNumber: "210", path: "/files/gate.ipa", platform: "ios" },
    },
  }),
  screenTable<MenuRow>({
    definition: MenuScreen.definition,
    row: item,
    numbers: { sort: 30, actionList: 2 },
    both: { actionList: "2", icon: "globe", name: "地图", nameEn: "Map", path: "/devices/map", sort: "30" },
    zh: { affix: "否", hidden: "是" },
    en: { affix: "No", hidden: "Yes" },
    starts: { pageSize: 100, sort: undefined },
    asks: [{ filters: { name: "map" }, sends: { "/api/menu/query": { name: "map", ...paged } } }],
    form: plainForm({
      id: "m1",
      blank: {
        ...{ parentId: null, path: "", name: "", nameEn: "", icon: "", sort: 0 },
        ...{ hidden: false, affix: false, noCache: false, actionList: [] },
      },
      values: {
        ...{ parentId: "m0", path: "/devices/map", name: "地图", nameEn: "Map", icon: "globe", sort: 30 },
        ...{ hidden: true, affix: false, noCache: true, actionList: ["/api/device/query", "/api/device/get"] },
      },
      adds: "/api/menu/post",
      edits: "/api/menu/put",
    }),
    shows: ["row edit", "row remove"],
    others: [{ row: { ...item, id: "m2", builtin: true }, shows: ["row edit"] }],
    buttons: { "/api/menu/post": ["Add menu item"], "/api/menu/put": ["row edit"], "/api/menu/delete": ["row remove"] },
    deeds: { "row remove": { row: item, asks: true, sends: { "/api/menu/delete": { ids: ["m1"] } } } },
  }),
  screenTable<SampleUserRow>({
    definition: SampleUsersScreen.definition,
    row: sample,
    numbers: { age: 43 },
    both: { addr: "1 River Road", age: "43", birth: "1983-02-03", name: "Zhao Min" },
    zh: { sex: "男" },
    en: { sex: "Male" },
    starts: { pageSize: 10, sort: undefined },
    asks: [
      {
        filters: { name: "min" },
        sends: { "/api/sample/user/listpage": { name: "min", page: 3, pageSize: 40, sortField: "at", sortOrder: "desc" } },
      },
    ],
    form: plainForm({
      id: "1",
      blank: { name: "", sex: 1, age: undefined, birth: "", addr: "" },
      values: { name: "Zhao Min", sex: 1, age: 43, birth: "1983-02-03", addr: "1 River Road" },
      adds: "/api/sample/user/add",
      edits: "/api/sample/user/edit",
    }),
    shows: ["row edit", "row remove"],
    buttons: {
      "/api/sample/user/add": ["Add user"],
      "/api/sample/user/edit": ["row edit"],
      "/api/sample/user/remove": ["row remove"],
      "/api/sample/user/batchremove": ["bulk removeMany"],
    },
    deeds: {
      "row remove": { row: sample, asks: true, sends: { "/api/sample/user/remove": { id: "1" } } },
      "bulk removeMany": { row: sample, asks: true, sends: { "/api/sample/user/batchremove": { ids: "1" } } },
    },
  }),
];
