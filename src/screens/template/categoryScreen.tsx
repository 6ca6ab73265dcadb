import type { z } from "zod";
import { pointCategoryFields } from "#contract/resources/deviceDataRecipeBodyType.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceDataRecipeBodyTypeCalls } from "#store/handles/deviceDataRecipeBodyType.ts";

type Fields = z.output<typeof pointCategoryFields>;
const dash = "–";

/** Categories that data points are sorted into. */
export const CategoryScreen = defineScreen({
  id: "categories",
  route: "/template/data/type",
  rows: listRows(deviceDataRecipeBodyTypeCalls.query),
  rowKey: (row) => row.id,
  rowName: (row, intl) => ownName(intl, row.name, row.nameEn),
  search: "search",
  filters: [companyFilter],
  sort: { field: "sort", order: "asc" },
  columns: [
    { id: "name", width: 220, text: (row) => row.name },
    { id: "nameEn", width: 220, sortable: false, text: (row) => row.nameEn || dash },
    { id: "sort", width: 110, align: "end", number: (row) => row.sort, text: (row) => String(row.sort) },
    {
      id: "points",
      width: 120,
      align: "end",
      sortable: false,
      number: (row) => row.points,
      text: (row, intl) => intl.formatNumber(row.points),
    },
    { id: "companyName", width: 200, text: (row) => row.companyName },
  ],
  form: {
    schema: pointCategoryFields,
    fields: [
      { kind: "text", name: "name", help: true },
      { kind: "text", name: "nameEn" },
      { kind: "number", name: "sort", help: true },
    ],
    editable: (row) => row.changeable,
    blank: () => ({ name: "", nameEn: "", sort: 0 }),
    valuesOf: ({ name, nameEn, sort }) => ({ name, nameEn, sort }),
    versionOf: (row) => row.version,
    add: writes(deviceDataRecipeBodyTypeCalls.post, (values: Fields) => values),
    edit: savesOver(deviceDataRecipeBodyTypeCalls.edit),
  },
  remove: { ...removesByIds(deviceDataRecipeBodyTypeCalls.delete), removable: (row) => row.changeable },
});
