import type { z } from "zod";
import type { AppRecipeRow } from "#contract/resources/deviceDataRecipeApp.ts";
import { appCommandFields } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { removesByIds, rowsFrom, savesOver, typedFilters, writes } from "#src/kit/screen/rowsSource.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { blankValue, typedValues, ValuesField } from "#src/screens/orders/orderFields.tsx";
import { orderWords } from "#src/screens/orders/orderWords.ts";
import { appView } from "#src/screens/template/templateAddress.ts";
import { deviceDataRecipeAppCmdCalls } from "#store/handles/deviceDataRecipeAppCmd.ts";
import "#src/screens/orders/orders.css";

type Fields = z.output<typeof appCommandFields>;
const dash = "–";

/** The commands that an app recipe offers end users. */
export const appCommandList = ({ id: appId, recipeId, changeable }: AppRecipeRow) =>
  screenOf({
    id: "appCommands",
    route: appView,
    rows: rowsFrom(deviceDataRecipeAppCmdCalls.query, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        ...typedFilters(deviceDataRecipeAppCmdCalls.query.call.request, filters),
        ...{ appId, pageNo, pageSize, sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row, intl) => ownName(intl, row.name, row.nameEn),
    search: "search",
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      { id: "nameEn", width: 200, text: (row) => row.nameEn || dash },
      { id: "values", width: 360, sortable: false, text: (row, intl) => orderWords(intl, row.values) },
      {
        ...{ id: "confirm", width: 140, sortable: false },
        text: ({ confirm }, intl) => intl.formatMessage({ id: `appCommands.confirm.${confirm}` }),
      },
    ],
    form: {
      schema: appCommandFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "text", name: "nameEn" },
        { kind: "switch", name: "confirm" },
      ],
      Fields: ValuesField,
      wide: true,
      editable: (row) => row.changeable,
      blank: () => ({ appId, recipeId, name: "", nameEn: "", confirm: true, values: [blankValue()] }),
      valuesOf: ({ name, nameEn, confirm, values }) => ({ appId, recipeId, name, nameEn, confirm, values: typedValues(values) }),
      versionOf: (row) => row.version,
      ...(changeable ? { add: writes(deviceDataRecipeAppCmdCalls.post, (values: Fields) => values) } : {}),
      edit: savesOver(deviceDataRecipeAppCmdCalls.put),
    },
    remove: { ...removesByIds(deviceDataRecipeAppCmdCalls.delete), removable: (row) => row.changeable },
  });
