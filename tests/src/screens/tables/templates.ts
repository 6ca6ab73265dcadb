import { type ListedPoint, pointRow, type RecipeRow } from "#contract/resources/deviceDataRecipe.ts";
import type { PointCategoryRow } from "#contract/resources/deviceDataRecipeBodyType.ts";
import type { IconGroupRow, IconPictureRow } from "#contract/resources/deviceRecipePicture.ts";
import type { OrderRow } from "#contract/resources/order.ts";
import { IconGroupScreen } from "#src/screens/icons/iconGroupScreen.tsx";
import { IconPictureScreen } from "#src/screens/icons/iconPictureScreen.tsx";
import { OrderListScreen } from "#src/screens/orders/orderListScreen.tsx";
import { CategoryScreen } from "#src/screens/template/categoryScreen.tsx";
import { PointListScreen } from "#src/screens/template/pointListScreen.tsx";
import { RecipeListScreen } from "#src/screens/template/recipeListScreen.tsx";
import { RegisterScreen } from "#src/screens/template/registerScreen.tsx";
import { byName, paged, plainForm, recordTable, screenTable, unsorted } from "#tests/src/screens/screenTable.ts";

const at = { createdAt: "2026-09-03T04:05:06Z", updatedAt: "2026-10-04T05:06:07Z" };
const order: OrderRow = {
  ...{ id: "o1", name: "Open valve", recipeId: "t1", recipeName: "Pump template", slave: 3, remark: "by hand only" },
  values: [
    { pointId: "p1", name: "阀门", nameEn: "Valve", valueType: "uint16", unit: "%", decimals: 0, enumeration: [], value: 45 },
    { pointId: "p2", name: "风机", nameEn: "Fan", valueType: "bool", unit: "", decimals: null, enumeration: [], value: true },
  ],
  ...{ companyName: "Hebei Water", changeable: true, updatedAt: at.updatedAt, version: 4 },
};
const group: IconGroupRow = {
  ...{ id: "g1", name: "Valves", pictures: 4, points: 9, preview: ["/files/a.png"], companyName: "Hebei Water", changeable: true },
  ...{ updatedAt: at.updatedAt, version: 4 },
};
const picture: IconPictureRow = { id: "i1", groupId: "g1", value: "open", picture: "/files/open.png", version: 4 };
const recipe: RecipeRow = {
  ...{ id: "t1", name: "Pump template", description: "for small pumps", companyId: "c1", companyName: "Hebei Water" },
  ...{ points: 21, devices: 17, createdAt: at.createdAt, version: 4 },
};
const category: PointCategoryRow = {
  ...{ id: "k1", name: "电量", nameEn: "Power", sort: 30, points: 12, companyName: "Hebei Water", changeable: true, version: 4 },
};
export const listedPoint: ListedPoint = {
  ...{ id: "p1", recipeId: "t1", name: "阀门", nameEn: "Valve", address: "40001", defaultValue: "0", valueType: "uint16" },
  ...{ integerDigits: 5, decimals: 2, unit: "%", min: -10, max: 110, startBit: 4, endBit: 7 },
  enumeration: [{ value: 1, label: "开", labelEn: "Open" }],
  ...{ receiveFormula: "x/3", sendFormula: "x*3", storeMode: 2, display: true, writable: false, dataSource: "" },
  ...{ auth: 1, sort: 8, iconGroupId: null, version: 4 },
  ...{ categoryId: "k1", categoryName: "阀门类", categoryNameEn: "Valves", place: 3 },
  ...{ registerType: "input", byteOrder: "big", wordOrder: "little", coding: "binary", registers: null, pollSeconds: 60 },
};

const { id: _id, version: _version, ...kept } = pointRow.parse(listedPoint);

const removes = <Row>(row: Row, path: string, id: string) => ({
  "row remove": { row, asks: true as const, sends: { [path]: { ids: [id] } } },
  "bulk removeMany": { row, asks: true as const, sends: { [path]: { ids: [id] } } },
});
const removal = ["bulk removeMany", "row remove"];

export const templates = [
  screenTable<OrderRow>({
    definition: OrderListScreen.definition,
    row: order,
    numbers: { slave: 3 },
    both: {
      companyName: "Hebei Water",
      name: "Open valve",
      recipeName: "Pump template",
      remark: "by hand only",
      slave: "3",
      updatedAt: "2026-10-04 05:06:07",
    },
    zh: { values: "阀门 = 45% · 风机 = 开（1）" },
    en: { values: "Valve = 45% · Fan = On (1)" },
    starts: byName,
    asks: [
      {
        filters: { search: "valve", companyId: "c7", recipeId: "t3" },
        sends: { "/api/order/query": { search: "valve", companyId: "c7", recipeId: "t3", ...paged } },
      },
    ],
    form: plainForm({
      id: "o1",
      blank: { name: "", remark: "", recipeId: "", slave: null, values: [{ pointId: "", value: undefined }] },
      values: {
        ...{ name: "Open valve", remark: "by hand only", recipeId: "t1", slave: 3 },
        values: [
          { pointId: "p1", value: 45 },
          { pointId: "p2", value: 1 },
        ],
      },
      adds: "/api/order/post",
      edits: "/api/order/put",
    }),
    shows: ["row edit", "row remove", "row send"],
    others: [{ row: { ...order, id: "o2", changeable: false }, shows: ["row send"] }],
    together: ["row send"],
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
    numbers: { pictures: 4, points: 9 },
    both: {
      companyName: "Hebei Water",
      id: "g1",
      name: "Valves",
      pictures: "4",
      points: "9",
      preview: "",
      updatedAt: "2026-10-04 05:06:07",
    },
    starts: byName,
    asks: [
      {
        filters: { name: "valve", companyId: "c7" },
        sends: { "/api/device_recipe_picture/query": { name: "valve", companyId: "c7", ...paged } },
      },
    ],
    form: {
      blank: { name: "", bodies: [{ value: "", picture: "" }] },
      values: { name: "Valves" },
      given: { name: "Pumps", bodies: [{ value: "1", picture: "/files/on.png" }] },
    },
    others: [{ row: { ...group, id: "g2", changeable: false }, shows: [] }],
  }),
  screenTable<IconPictureRow>({
    definition: IconPictureScreen.definition,
    row: picture,
    both: { picture: "/files/open.png", value: "open" },
    zh: {},
    en: {},
    starts: unsorted,
    asks: [{ filters: { search: "op" }, sends: { "/api/device_recipe_picture/query_body": { groupId: "", search: "op", ...paged } } }],
    form: plainForm({
      id: "i1",
      blank: { groupId: "", value: "", picture: "" },
      values: { groupId: "", value: "open", picture: "/files/open.png" },
      given: { groupId: "g1", value: "shut", picture: "/files/shut.png" },
      adds: "/api/device_recipe_picture/add_body",
      edits: "/api/device_recipe_picture/put_body",
    }),
    shows: ["row edit", "row remove"],
    together: ["row edit"],
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
    numbers: { points: 21, devices: 17 },
    both: {
      companyName: "Hebei Water",
      createdAt: "2026-09-03 04:05:06",
      description: "for small pumps",
      devices: "17",
      name: "Pump template",
      points: "21",
    },
    starts: byName,
    asks: [
      {
        filters: { name: "pump", companyId: "c7" },
        sends: { "/api/device_data_recipe/query": { name: "pump", companyId: "c7", ...paged } },
      },
    ],
    form: { blank: { name: "", description: "" }, values: { name: "Pump template", description: "for small pumps" } },
    more: { "row copy": "copy", "row app": "/api/device_data_recipe_app/query" },
    leads: ["/template/app"],
    leading: ["row app"],
  }),
  recordTable<PointCategoryRow>("device_data_recipe_body_type", "Add category", {
    definition: CategoryScreen.definition,
    row: category,
    numbers: { sort: 30, points: 12 },
    both: { companyName: "Hebei Water", name: "电量", nameEn: "Power", points: "12", sort: "30" },
    starts: { pageSize: 20, sort: { field: "sort", order: "asc" } },
    asks: [
      {
        filters: { search: "po", companyId: "c7" },
        sends: { "/api/device_data_recipe_body_type/query": { search: "po", companyId: "c7", ...paged } },
      },
    ],
    form: { blank: { name: "", nameEn: "", sort: 0 }, values: { name: "电量", nameEn: "Power", sort: 30 } },
    edits: "edit",
    others: [{ row: { ...category, id: "k2", changeable: false }, shows: [] }],
  }),
  screenTable<ListedPoint>({
    definition: RegisterScreen.definition,
    row: listedPoint,
    numbers: { pollSeconds: 60 },
    both: { ...{ address: "40001", bits: "4–7", name: "阀门", nameEn: "Valve", registers: "–", valueType: "uint16" }, pollSeconds: "60 s" },
    zh: { registerType: "输入寄存器（3x）", byteOrder: "高字节在前", wordOrder: "低字在前", coding: "二进制" },
    en: { registerType: "Input register (3x)", byteOrder: "High byte first", wordOrder: "Low word first", coding: "Binary" },
    starts: { pageSize: 20, sort: { field: "sort", order: "asc" } },
    asks: [{ filters: { name: "valve" }, sends: { "/api/device_data_recipe/list_body": { recipeId: "", name: "valve", ...paged } } }],
    form: {
      blank: {},
      loaded: { values: kept, version: 4 },
      adds: { given: {}, sends: {} },
      edits: { "/api/device_data_recipe/put_body": { ...kept, id: "p1", version: 9 } },
    },
    shows: ["row edit"],
    buttons: { "/api/device_data_recipe/put_body": ["row edit"] },
    deeds: {},
  }),
  screenTable<ListedPoint>({
    definition: PointListScreen.definition,
    row: listedPoint,
    numbers: { sort: 8, decimals: 2, min: -10, max: 110 },
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
    zh: { categoryName: "阀门类", auth: "保密", display: "显示", enumeration: "1 开", storeMode: "变化时存储", writable: "只读" },
    en: { categoryName: "Valves", auth: "Secret", display: "Shown", enumeration: "1 Open", storeMode: "On change", writable: "Read-only" },
    starts: { pageSize: 20, sort: { field: "sort", order: "asc" } },
    asks: [
      {
        filters: { name: "valve", categoryId: "k1" },
        sends: { "/api/device_data_recipe/list_body": { recipeId: "", name: "valve", categoryId: "k1", ...paged } },
      },
    ],
    form: undefined,
    shows: ["row edit", "row remove"],
    leads: ["/template/adds", "/template/edits"],
    buttons: {
      "/api/device_data_recipe/add_body": ["Add data point"],
      "/api/device_data_recipe/put_body": ["row edit"],
      "/api/device_data_recipe/delete_body": removal,
      "/api/device_data_recipe/update_body_type": ["bulk categorise"],
      "/api/device_data_recipe/top": ["bulk top"],
      "/api/device_data_recipe/down": ["bulk down"],
    },
    deeds: {
      ...removes(listedPoint, "/api/device_data_recipe/delete_body", "p1"),
      "bulk top": { row: listedPoint, sends: { "/api/device_data_recipe/top": { id: "p1" } } },
      "bulk down": { row: listedPoint, sends: { "/api/device_data_recipe/down": { id: "p1" } } },
    },
  }),
];
