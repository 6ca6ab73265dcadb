import { z } from "zod";
import { resource, write } from "#contract/kit/call.ts";
import { companyFilter, id } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { orderFields, orderValue } from "#contract/resources/order.ts";

export const appCommandFields = z.object({
  /** The app recipe that it stays with. */
  appId: id,
  name: text(limits.names.template),
  nameEn: optionalText(limits.names.template),
  /** The app asks before it is sent. */
  confirm: z.boolean().default(true),
  values: orderFields.shape.values,
});

export const appCommandRow = z.object({
  ...sharedRow,
  appId: z.string(),
  name: z.string(),
  nameEn: z.string(),
  confirm: z.boolean(),
  values: z.array(orderValue),
});
export type AppCommandRow = z.output<typeof appCommandRow>;

const calls = recordCalls({
  fields: appCommandFields,
  row: appCommandRow,
  filters: { ...companyFilter, search: filterText, appId: z.string().max(64).optional() },
  sortable: ["name", "nameEn", "companyName"],
});

const touches = { touches: ["device", "device_data_recipe_app"] };

/** Commands that the app of a data template offers end users: values of its data points. Whoever may not see one of these does not see the command. */
export const deviceDataRecipeAppCmd = resource(
  "device_data_recipe_app_cmd",
  {
    ...calls,
    post: write(calls.post.request, calls.post.response, touches),
    put: write(calls.put.request, calls.put.response, { touches: ["device"] }),
    delete: write(calls.delete.request, calls.delete.response, touches),
  },
  { zh: "应用命令", en: "app command" },
);
