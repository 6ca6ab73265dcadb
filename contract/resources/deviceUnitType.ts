import { z } from "zod";
import { resource } from "#contract/kit/call.ts";
import { companyFilter } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const unitFields = z.object({
  name: text(limits.names.template),
  /** What stands behind a value; a data point keeps it as text. */
  symbol: text(limits.point.unit),
  category: optionalText(limits.names.template),
});

export const unitRow = z.object({ ...sharedRow, name: z.string(), symbol: z.string(), category: z.string() });
export type UnitRow = z.output<typeof unitRow>;

/** Data units: offered for data points, shared with the organisations below. A point keeps its unit when the offer goes. */
export const deviceUnitType = resource(
  "device_unit_type",
  recordCalls({
    fields: unitFields,
    row: unitRow,
    filters: { ...companyFilter, search: filterText, category: filterText },
    sortable: ["category", "name", "symbol", "companyName"],
  }),
  { zh: "数据单位", en: "data unit" },
);
