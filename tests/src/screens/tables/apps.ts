import type { ParameterRow } from "#contract/resources/deviceArgument.ts";
import type { AppRecipeRow } from "#contract/resources/deviceDataRecipeApp.ts";
import type { AppCommandRow } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { appCommandList } from "#src/screens/template/app/appCommandList.ts";
import { AppListScreen } from "#src/screens/template/app/appListScreen.tsx";
import { appPointList } from "#src/screens/template/app/appPointList.tsx";
import type { AppPoint } from "#src/screens/template/app/placedPoints.ts";
import { ParameterScreen } from "#src/screens/template/parameterScreen.tsx";
import { byName, paged, plainForm, screenTable } from "#tests/src/screens/screenTable.ts";
import { listedPoint } from "./templates.ts";

const removal = ["bulk removeMany", "row remove"];
const removes = (row: object & { id: string }, path: string) => {
  const deed = { row: row as never, asks: true as const, sends: { [path]: { ids: [row.id] } } };
  return { "row remove": deed, "bulk removeMany": deed };
};

const shown = { pointId: "p1", name: "水阀", nameEn: "Water", show: "curve" } as const;
const other = { pointId: "p2", name: "", nameEn: "", show: "value" } as const;
const app: AppRecipeRow = {
  ...{ id: "a1", version: 4, companyName: "Hebei Water", changeable: true, recipeId: "t1", recipeName: "Pump template" },
  ...{ name: "Pump app", enabled: true, commands: 7 },
  points: [
    { ...shown, pointName: "阀门", pointNameEn: "Valve" },
    { ...other, pointName: "风机", pointNameEn: "Fan" },
  ],
};
const sent = { id: "a1", version: 4, recipeId: "t1", name: "Pump app", enabled: true };
const row: AppPoint = { ...shown, point: listedPoint, shown: true, place: 1 };
const hidden: AppPoint = { ...other, pointId: "p3", point: { ...listedPoint, id: "p3" }, shown: false, place: 3 };
const put = "/api/device_data_recipe_app/put";
const saves = (points: readonly object[]) => ({ [put]: { ...sent, points } });

const command: AppCommandRow = {
  ...{ id: "k1", version: 4, companyName: "Hebei Water", changeable: true, appId: "a1", name: "节能", nameEn: "Save power", confirm: true },
  values: [{ pointId: "p1", name: "阀门", nameEn: "Valve", valueType: "uint16", unit: "%", decimals: 0, enumeration: [], value: 45 }],
};
const parameters: ParameterRow = {
  ...{ id: "q1", version: 4, companyName: "Hebei Water", changeable: true, name: "Winter", recipeId: "t1", recipeName: "Pump template" },
  ...{ remark: "cold only", outdated: false, updatedAt: "2026-10-04T05:06:07Z" },
  values: command.values.map((value) => ({ ...value, changed: false })),
};
const values = [{ pointId: "p1", value: 45 }];
const blankValues = [{ pointId: "", value: undefined }];

export const apps = [
  screenTable<AppRecipeRow>({
    definition: AppListScreen.definition,
    row: app,
    numbers: { points: 2, commands: 7 },
    both: { commands: "7", companyName: "Hebei Water", name: "Pump app", points: "2", recipeName: "Pump template" },
    zh: { enabled: "已启用" },
    en: { enabled: "Enabled" },
    starts: byName,
    asks: [
      {
        filters: { search: "pump", companyId: "c7", recipeId: "t3" },
        sends: { "/api/device_data_recipe_app/query": { search: "pump", companyId: "c7", recipeId: "t3", ...paged } },
      },
    ],
    form: plainForm({
      id: "a1",
      blank: { recipeId: "", name: "", enabled: false, points: [] },
      values: { recipeId: "t1", name: "Pump app", enabled: true, points: [shown, other] },
      adds: "/api/device_data_recipe_app/post",
      edits: put,
    }),
    shows: ["row edit", "row remove"],
    others: [{ row: { ...app, id: "a2", changeable: false }, shows: [] }],
    buttons: {
      "/api/device_data_recipe_app/post": ["Add app recipe"],
      [put]: ["row edit"],
      "/api/device_data_recipe_app/delete": removal,
    },
    deeds: removes(app, "/api/device_data_recipe_app/delete"),
  }),
  screenTable<AppPoint>({
    definition: appPointList(app),
    row,
    numbers: { sort: 1 },
    both: { address: "40001", name: "水阀", nameEn: "Water", sort: "1" },
    zh: { point: "阀门", show: "曲线", shown: "显示", writable: "只读" },
    en: { point: "Valve", show: "Trend", shown: "Shown", writable: "Read-only" },
    starts: { pageSize: 20, sort: { field: "sort", order: "asc" } },
    asks: [{ filters: {}, sends: { "/api/device_data_recipe/list_body": { recipeId: "t1", pageSize: 2000 } } }],
    form: {
      blank: {},
      loaded: { values: { show: "curve", name: "水阀", nameEn: "Water" }, version: 4 },
      adds: { given: {}, sends: {} },
      edits: { [put]: { ...sent, version: 9, points: [shown, other] } },
    },
    shows: ["row edit", "row hide"],
    others: [{ row: hidden, shows: ["row edit", "row show"] }],
    together: ["row edit"],
    buttons: { [put]: ["bulk hideMany", "bulk showMany", "row edit", "row hide", "row show"] },
    deeds: {
      "row hide": { row, sends: saves([other]) },
      "row show": { row: hidden, sends: saves([shown, other, { ...other, pointId: "p3" }]) },
      "bulk hideMany": { row, sends: saves([other]) },
      "bulk showMany": { row: hidden, sends: saves([shown, other, { ...other, pointId: "p3" }]) },
    },
  }),
  screenTable<AppCommandRow>({
    definition: appCommandList(app),
    row: command,
    both: { name: "节能", nameEn: "Save power" },
    zh: { confirm: "需要", values: "阀门 = 45%" },
    en: { confirm: "Asks first", values: "Valve = 45%" },
    starts: byName,
    asks: [{ filters: { search: "save" }, sends: { "/api/device_data_recipe_app_cmd/query": { appId: "a1", search: "save", ...paged } } }],
    form: plainForm({
      id: "k1",
      blank: { appId: "a1", recipeId: "t1", name: "", nameEn: "", confirm: true, values: blankValues },
      values: { appId: "a1", recipeId: "t1", name: "节能", nameEn: "Save power", confirm: true, values },
      adds: "/api/device_data_recipe_app_cmd/post",
      edits: "/api/device_data_recipe_app_cmd/put",
    }),
    shows: ["row edit", "row remove"],
    others: [{ row: { ...command, id: "k2", changeable: false }, shows: [] }],
    buttons: {
      "/api/device_data_recipe_app_cmd/post": ["Add app command"],
      "/api/device_data_recipe_app_cmd/put": ["row edit"],
      "/api/device_data_recipe_app_cmd/delete": removal,
    },
    deeds: removes(command, "/api/device_data_recipe_app_cmd/delete"),
  }),
  screenTable<ParameterRow>({
    definition: ParameterScreen.definition,
    row: parameters,
    both: {
      ...{ companyName: "Hebei Water", name: "Winter", recipeName: "Pump template", remark: "cold only" },
      updatedAt: "2026-10-04 05:06:07",
    },
    zh: { outdated: "有效", values: "阀门 = 45%" },
    en: { outdated: "Current", values: "Valve = 45%" },
    starts: byName,
    asks: [
      {
        filters: { search: "cold", companyId: "c7", recipeId: "t3" },
        sends: { "/api/device_argument/query": { search: "cold", companyId: "c7", recipeId: "t3", ...paged } },
      },
    ],
    form: plainForm({
      id: "q1",
      blank: { name: "", remark: "", recipeId: "", values: blankValues },
      values: { name: "Winter", remark: "cold only", recipeId: "t1", values },
      adds: "/api/device_argument/post",
      edits: "/api/device_argument/put",
    }),
    shows: ["row edit", "row remove", "row send"],
    others: [{ row: { ...parameters, id: "q2", changeable: false }, shows: ["row send"] }],
    together: ["row send"],
    buttons: {
      "/api/device_argument/post": ["Add parameter table"],
      "/api/device_argument/put": ["row edit"],
      "/api/device_argument/delete": removal,
      "/api/device_argument/send": ["row send"],
    },
    deeds: removes(parameters, "/api/device_argument/delete"),
  }),
];
