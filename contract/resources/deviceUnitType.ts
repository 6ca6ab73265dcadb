import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, pageFields, version } from "#contract/kit/page.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const unitFields = z.object({
  name: text(limits.names.template),
  /** What stands behind a value; a data point keeps it as text. */
  symbol: text(limits.point.unit),
  category: optionalText(limits.names.template),
});

export const unitRow = z.object({
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  category: z.string(),
  companyName: z.string(),
  /** False for one of an organisation above, which is offered and not changed. */
  changeable: z.boolean(),
  version: z.number(),
});
export type UnitRow = z.output<typeof unitRow>;

/** Data units: offered for data points, shared with the organisations below. A point keeps its unit when the offer goes. */
export const deviceUnitType = resource("device_unit_type", {
  query: read(z.object({ ...pageFields, ...companyFilter, search: filterText, category: filterText }), list(unitRow)),
  get: read(idRequest, unitRow),
  post: write(unitFields, z.object({ id: z.string() })),
  put: write(unitFields.extend({ id, version }), nothing),
  delete: write(z.object({ ids }), z.object({ removed: z.number() })),
});
