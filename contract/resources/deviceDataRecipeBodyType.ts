import { z } from "zod";
import { resource, write } from "#contract/kit/call.ts";
import { companyFilter, nothing } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const pointCategoryFields = z.object({
  name: text(limits.names.template),
  nameEn: optionalText(limits.names.template),
  sort: z.number("rule.number").int("rule.number").min(0, "rule.number").max(limits.point.categorySort, "rule.number").default(0),
});

export const pointCategoryRow = z.object({
  ...sharedRow,
  name: z.string(),
  nameEn: z.string(),
  sort: z.number(),
  /** Data points of it, as far as who asks sees them. */
  points: z.number(),
});
export type PointCategoryRow = z.output<typeof pointCategoryRow>;

const { put, ...calls } = recordCalls({
  fields: pointCategoryFields,
  row: pointCategoryRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["sort", "name", "companyName"],
});

/** Categories that data points are sorted into, shared with the organisations below. */
export const deviceDataRecipeBodyType = resource(
  "device_data_recipe_body_type",
  { ...calls, edit: write(put.request, nothing, { touches: ["device_data_recipe"] }) },
  { zh: "数据点分类", en: "data point category", many: "data point categories" },
);
