import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** How the app shows a data point: as a value, as something that its end user sets, or as a trend. */
export const appLooks = ["value", "switch", "curve"] as const;
export type AppLook = (typeof appLooks)[number];

export const appPointFields = z.object({
  /** What the app calls it; empty for the name of the data point. */
  name: optionalText(limits.names.template),
  nameEn: optionalText(limits.names.template),
  show: z.enum(appLooks).default("value"),
});
const appPoint = appPointFields.extend({ pointId: id });

export const appRecipeFields = z.object({
  /** It stays with its data template, of which there is one app recipe. */
  recipeId: id,
  name: text(limits.names.template),
  /** Out of use it keeps nothing from end users. */
  enabled: z.boolean().default(true),
  /** In the order of the app. */
  points: z
    .array(appPoint)
    .max(limits.point.perTemplate)
    .refine((points) => new Set(points.map(({ pointId }) => pointId)).size === points.length, "rule.pointTwice")
    .default([]),
});

export const appRecipeRow = z.object({
  ...sharedRow,
  recipeId: z.string(),
  recipeName: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  points: z.array(
    z.object({
      pointId: z.string(),
      name: z.string(),
      nameEn: z.string(),
      show: z.enum(appLooks),
      /** Of the data point. */
      pointName: z.string(),
      pointNameEn: z.string(),
    }),
  ),
  commands: z.number(),
});
export type AppRecipeRow = z.output<typeof appRecipeRow>;

/** Whether end users of a slave are shown what an app recipe says: it is in use, is not, or there is none. */
export const appStates = ["enabled", "disabled", "missing"] as const;

const calls = recordCalls({
  fields: appRecipeFields,
  row: appRecipeRow,
  filters: { ...companyFilter, search: filterText, recipeId: z.string().max(64).optional() },
  sortable: ["name", "recipeName", "companyName"],
});

/**
 * What end users are shown of the devices of a data template: which data points, and which commands. It is of the organisation that has the
 * data template, and whoever may change the one may change the other.
 */
export const deviceDataRecipeApp = resource(
  "device_data_recipe_app",
  {
    ...calls,
    post: write(calls.post.request, calls.post.response, { touches: ["device"] }),
    put: write(calls.put.request, calls.put.response, { touches: ["device", "device_data_recipe_app_cmd"] }),
    delete: write(calls.delete.request, calls.delete.response, { touches: ["device", "device_data_recipe_app_cmd"] }),
    /** Whether the data templates of all slaves of a device template, or of a device, have an app recipe in use. */
    check_device_template: read(
      z
        .object({ id: id.optional(), deviceId: id.optional() })
        .refine(({ id: template, deviceId }) => (template === undefined) !== (deviceId === undefined), {
          error: "rule.chooseOne",
          path: ["id"],
        }),
      z.object({
        complete: z.boolean(),
        slaves: z.array(
          z.object({
            no: z.number(),
            name: z.string(),
            recipeId: z.string(),
            recipeName: z.string(),
            state: z.enum(appStates),
          }),
        ),
      }),
      { brings: ["device", "device_template"] },
    ),
  },
  { zh: "应用方案", en: "app recipe" },
);
