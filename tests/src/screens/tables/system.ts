import type { AppRow } from "#contract/resources/appVersion.ts";
import type { PointRow, RecipeRow } from "#contract/resources/deviceDataRecipe.ts";
import type { IconGroupRow, IconPictureRow } from "#contract/resources/deviceRecipePicture.ts";
import type { UnitRow } from "#contract/resources/deviceUnitType.ts";
import type { DictEntry } from "#contract/resources/dict.ts";
import type { MenuRow } from "#contract/resources/menu.ts";
import type { OrderRow } from "#contract/resources/order.ts";
import type { SampleUserRow } from "#contract/resources/sample.ts";
import { IconGroupScreen } from "#src/screens/icons/iconGroupScreen.tsx";
import { IconPictureScreen } from "#src/screens/icons/iconPictureScreen.tsx";
import { OrderListScreen } from "#src/screens/orders/orderListScreen.tsx";
import { SampleUsersScreen } from "#src/screens/sample/usersScreen.tsx";
import { AppScreen } from "#src/screens/system/appScreen.tsx";
import { DictScreen } from "#src/screens/system/dictScreen.tsx";
import { MenuScreen } from "#src/screens/system/menuScreen.tsx";
import { UnitScreen } from "#src/screens/system/unitScreen.tsx";
import { PointListScreen } from "#src/screens/template/pointListScreen.tsx";
import { RecipeListScreen } from "#src/screens/template/recipeListScreen.tsx";
import { recordTable, screenTable } from "#tests/src/screens/screenTable.ts";

const at = { createdAt: "2026-09-03T04:05:06Z", updatedAt: "2026-10-04T05:06:07Z" };
const order: OrderRow = {
  ...{ id: "o1", name: "Open valve", recipeId: "t1", recipeName: "Pump template", slave: 3, remark: "by hand only" },
  values: [{ pointId: "p1", name: "阀门", nameEn: "Valve", valueType: "uint16", unit: "%", decimals: 0, enumeration: [], value: 45 }],
  ...{ companyName: "Hebei Water", changeable: true, updatedAt: at.updatedAt, version: 1 },
};
const group: IconGroupRow = {
  ...{ id: "g1", name: "Valves", pictures: 4, points: 9, preview: ["/files/a.png"], companyName: "Hebei Water", changeable: true },
  ...{ updatedAt: at.updatedAt, version: 1 },
};
const picture: IconPictureRow = { id: "i1", groupId: "g1", value: "open", picture: "/files/open.png", version: 1 };
const recipe: RecipeRow = {
  ...{ id: "t1", name: "Pump template", description: "for small pumps", companyId: "c1", companyName: "Hebei Water" },
  ...{ points: 21, devices: 17, createdAt: at.createdAt, version: 1 },
};
const point: PointRow = {
  ...{ id: "p1", recipeId: "t1", name: "阀门", nameEn: "Valve", address: "40001", defaultValue: "0", valueType: "uint16" },
  ...{ integerDigits: 5, decimals: 2, unit: "%", min: -10, max: 110, startBit: 4, endBit: 7 },
  enumeration: [{ value: 1, label: "开", labelEn: "Open" }],
  ...{ receiveFormula: "x/3", sendFormula: "x*3", storeMode: 2, display: true, writable: false, dataSource: "" },
  ...{ auth: 1, sort: 8, iconGroupId: null, version: 1 },
};
const unit: UnitRow = {
  id: "n1",
  name: "Cubic metre",
  symbol: "m³",
  category: "Volume",
  companyName: "Hebei Water",
  changeable: true,
  version: 1,
};
const entry: DictEntry = { id: "e1", name: "industry", value: "water", remark: "Water works", priority: 12, builtin: false, version: 1 };
const app: AppRow = {
  ...{ id: "x1", name: "Gate app", platform: "ios", path: "/files/gate.ipa", size: 2_097_152, versionName: "2.1", versionNumber: "210" },
  ...{ createdAt: at.createdAt, version: 1 },
};
const item: MenuRow = {
  ...{
    id: "m1",
    parentId: null,
    path: "/devices/map",
    name: "地图",
    nameEn: "Map",
    icon: "globe",
    hidden: true,
    affix: false,
    noCache: false,
  },
  ...{ sort: 30, actionList: ["/api/device/query", "/api/device/get"], depth: 1, children: 0, builtin: false, version: 1 },
};
const sample: SampleUserRow = { id: "1", name: "Zhao Min", sex: 1, age: 43, birth: "1983-02-03", addr: "1 River Road", version: 1 };

const removes = <Row>(row: Row, path: string, id: string) => ({
  "row remove": { row, asks: true as const, sends: { [path]: { ids: [id] } } },
  "bulk removeMany": { row, asks: true as const, sends: { [path]: { ids: [id] } } },
});
const removal = ["bulk removeMany", "row remove"];

export const system = [
  screenTable<OrderRow>({
    definition: OrderListScreen.definition,
    row: order,
    both: {
      companyName: "Hebei Water",
      name: "Open valve",
      recipeName: "Pump template",
      remark: "by hand only",
      slave: "3",
      updatedAt: "2026-10-04 05:06:07",
    },
    zh: { values: "阀门 = 45%" },
    en: { values: "Valve = 45%" },
    buttons: {
      "/api/order/post": ["Add saved command"],
      "/api/order/put": ["row edit"],
      "/api/order/delete": removal,
      "/api/order/send": ["row send"],
    },
    deeds: removes(order, "/api/order/delete", "o1"),
  }),
  recordTable<IconGroupRow>("device_recipe_picture", "Add icon group", {
    definition: IconGroupScreen.definition,
    row: group,
    both: {
      companyName: "Hebei Water",
      id: "g1",
      name: "Valves",
      pictures: "4",
      points: "9",
      preview: "",
      updatedAt: "2026-10-04 05:06:07",
    },
  }),
  screenTable<IconPictureRow>({
    definition: IconPictureScreen.definition,
    row: picture,
    both: { picture: "/files/open.png", value: "open" },
    zh: {},
    en: {},
    buttons: {
      "/api/device_recipe_picture/add_body": ["Add icon"],
      "/api/device_recipe_picture/put_body": ["row edit"],
      "/api/device_recipe_picture/delete_body": removal,
    },
    deeds: removes(picture, "/api/device_recipe_picture/delete_body", "i1"),
  }),
  recordTable<RecipeRow>("device_data_recipe", "Add data template", {
    definition: RecipeListScreen.definition,
    row: recipe,
    both: {
      companyName: "Hebei Water",
      createdAt: "2026-09-03 04:05:06",
      description: "for small pumps",
      devices: "17",
      name: "Pump template",
      points: "21",
    },
  }),
  screenTable<PointRow>({
    definition: PointListScreen.definition,
    row: point,
    both: {
      address: "40001",
      bits: "4–7",
      decimals: "2",
      max: "110",
      min: "-10",
      name: "阀门",
      nameEn: "Valve",
      receiveFormula: "x/3",
      sendFormula: "x*3",
      sort: "8",
      unit: "%",
      valueType: "uint16",
    },
    zh: { auth: "保密", display: "显示", enumeration: "1 开", storeMode: "变化时存储", writable: "只读" },
    en: { auth: "Secret", display: "Shown", enumeration: "1 Open", storeMode: "On change", writable: "Read-only" },
    leads: ["/template/adds", "/template/edits"],
    buttons: {
      "/api/device_data_recipe/add_body": ["Add data point"],
      "/api/device_data_recipe/put_body": ["row edit"],
      "/api/device_data_recipe/delete_body": removal,
    },
    deeds: removes(point, "/api/device_data_recipe/delete_body", "p1"),
  }),
  recordTable<UnitRow>("device_unit_type", "Add unit", {
    definition: UnitScreen.definition,
    row: unit,
    both: { category: "Volume", companyName: "Hebei Water", name: "Cubic metre", symbol: "m³" },
  }),
  recordTable<DictEntry>("dict", "Add dictionary entry", {
    definition: DictScreen.definition,
    row: entry,
    both: { name: "industry", priority: "12", remark: "Water works", value: "water" },
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
  }),
  screenTable<MenuRow>({
    definition: MenuScreen.definition,
    row: item,
    both: { actionList: "2", icon: "globe", name: "地图", nameEn: "Map", path: "/devices/map", sort: "30" },
    zh: { affix: "否", hidden: "是" },
    en: { affix: "No", hidden: "Yes" },
    buttons: { "/api/menu/post": ["Add menu item"], "/api/menu/put": ["row edit"], "/api/menu/delete": ["row remove"] },
    deeds: { "row remove": { row: item, asks: true, sends: { "/api/menu/delete": { ids: ["m1"] } } } },
  }),
  screenTable<SampleUserRow>({
    definition: SampleUsersScreen.definition,
    row: sample,
    both: { addr: "1 River Road", age: "43", birth: "1983-02-03", name: "Zhao Min" },
    zh: { sex: "男" },
    en: { sex: "Male" },
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
