import { z } from "zod";
import { resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, utcTime } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { order, orderFields, orderValue } from "#contract/resources/order.ts";

export const parameterFields = z.object({
  name: text(limits.names.template),
  /** It stays with its data template. */
  recipeId: id,
  values: orderFields.shape.values,
  remark: paragraph(limits.remark),
});

export const parameterRow = z.object({
  ...sharedRow,
  name: z.string(),
  recipeId: z.string(),
  recipeName: z.string(),
  values: z.array(
    orderValue.extend({
      /** How the point is written is no more what it was when the table was saved. */
      changed: z.boolean(),
    }),
  ),
  remark: z.string(),
  /** One of its points has changed: it is not sent until it was looked through and saved again. */
  outdated: z.boolean(),
  updatedAt: utcTime,
});
export type ParameterRow = z.output<typeof parameterRow>;

const calls = recordCalls({
  fields: parameterFields,
  row: parameterRow,
  filters: { ...companyFilter, search: filterText, recipeId: z.string().max(64).optional() },
  sortable: ["name", "recipeName", "companyName", "updatedAt"],
});

/**
 * Parameter tables: named values for writable points of a data template, shared with the organisations below. Whoever may not see one of the
 * points does not see the table.
 */
export const deviceArgument = resource(
  "device_argument",
  {
    ...calls,
    /** Writes the values to each slave of these devices that has the data template, a command for each. */
    send: write(order.calls.send.request, order.calls.send.response, { touches: ["device_event"] }),
  },
  { zh: "参数表", en: "parameter table" },
);
