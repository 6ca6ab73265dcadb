import type { z } from "zod";
import { type AppRecipeRow, appRecipeFields } from "#contract/resources/deviceDataRecipeApp.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { appAddress, appsView, appView } from "#src/screens/template/templateAddress.ts";
import { deviceDataRecipeAppCalls } from "#store/handles/deviceDataRecipeApp.ts";
import { appStateText } from "./appState.ts";
import { placedPoints } from "./placedPoints.ts";

type Fields = z.output<typeof appRecipeFields>;

/** App recipes of all data templates; a row opens what its app shows. One that is added is out of use, until it was said what it shows. */
export const AppListScreen = defineScreen({
  id: "appRecipes",
  route: appsView,
  rows: listRows(deviceDataRecipeAppCalls.query),
  rowKey: (row) => row.id,
  rowName: (row) => row.name,
  search: "search",
  filters: [companyFilter, { id: "recipeId", kind: "select", useOptions: useRecipeOptions }],
  sort: { field: "name", order: "asc" },
  columns: [
    { id: "name", width: 220, text: (row) => row.name },
    { id: "recipeName", width: 220, text: (row) => row.recipeName },
    { id: "enabled", width: 110, sortable: false, text: ({ enabled }, intl) => appStateText(intl, enabled) },
    {
      ...{ id: "points", width: 120, align: "end", sortable: false },
      number: (row) => row.points.length,
      text: (row, intl) => intl.formatNumber(row.points.length),
    },
    {
      ...{ id: "commands", width: 120, align: "end", sortable: false },
      number: (row) => row.commands,
      text: (row, intl) => intl.formatNumber(row.commands),
    },
    { id: "companyName", width: 180, text: (row) => row.companyName },
  ],
  form: {
    schema: appRecipeFields,
    fields: [
      { kind: "text", name: "name" },
      { kind: "switch", name: "enabled", help: true },
    ],
    adding: {
      schema: appRecipeFields,
      fields: [
        { kind: "select", name: "recipeId", useOptions: useRecipeOptions },
        { kind: "text", name: "name", help: true },
      ],
    },
    editable: (row) => row.changeable,
    blank: () => ({ recipeId: "", name: "", enabled: false, points: [] }),
    valuesOf: (row: AppRecipeRow) => ({ recipeId: row.recipeId, name: row.name, enabled: row.enabled, points: placedPoints(row) }),
    versionOf: (row) => row.version,
    add: writes(deviceDataRecipeAppCalls.post, (values: Fields) => values),
    edit: savesOver(deviceDataRecipeAppCalls.put),
  },
  remove: { ...removesByIds(deviceDataRecipeAppCalls.delete), removable: (row) => row.changeable },
  address: (row) => appAddress(row.recipeId),
  leads: { call: deviceDataRecipeAppCalls.query.call, view: appView },
});
