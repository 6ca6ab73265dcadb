import { sql } from "kysely";
import { deviceDataRecipeBodyType } from "#contract/resources/deviceDataRecipeBodyType.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { seesPoint } from "./pointAuth.ts";

const { edit, ...calls } = deviceDataRecipeBodyType.calls;
const resource = { ...deviceDataRecipeBodyType, calls: { ...calls, put: edit } };

export const pointCategoryKind: RecordKind<typeof resource, "point_category"> = {
  resource,
  table: "point_category",
  reach: "shared",
  fields: ["name", "nameEn", "sort"],
  searched: ["name", "nameEn"],
  sorted: { field: "sort", order: "asc" },
  related: {
    points: {
      table: "point",
      column: "category_id",
      keeps: { zh: "数据点", en: "data point" },
      seen: (_, caller) => seesPoint(caller, sql.ref<string | null>("u.id")),
    },
  },
};

export const pointCategories = keepRecords(pointCategoryKind);
