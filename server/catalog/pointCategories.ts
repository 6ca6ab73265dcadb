import { type SqlBool, sql } from "kysely";
import { deviceDataRecipeBodyType } from "#contract/resources/deviceDataRecipeBodyType.ts";
import type { Db } from "#server/db/open.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { visibleAuths } from "./pointAuth.ts";

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
      seen: (_, caller) => sql<SqlBool>`u.auth in (${sql.join(visibleAuths(caller))})`,
    },
  },
};

export const pointCategories = keepRecords(pointCategoryKind);

/** A template's points are of categories of its own organisation and of those above it, which whoever sees the point sees. */
export const checkCategory = async (db: Db, categoryId: string | null, recipePath: string): Promise<void> => {
  if (categoryId === null) return;
  const row = await db
    .selectFrom("point_category")
    .innerJoin("company", "company.id", "point_category.company_id")
    .select("company.path")
    .where("point_category.id", "=", categoryId)
    .executeTakeFirst();
  if (!row || !recipePath.startsWith(row.path)) throw fieldProblem("categoryId", "rule.invalid");
};
