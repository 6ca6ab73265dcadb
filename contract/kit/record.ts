import { z } from "zod";
import { read, write } from "#contract/kit/call.ts";
import { id, idRequest, ids, list, nothing, sortedPage, version } from "#contract/kit/page.ts";

interface RecordShapes<Fields extends z.ZodRawShape, Row extends z.ZodObject, Filters extends z.ZodRawShape, Sort extends string> {
  /** What is typed of a record, when it is added as when it is edited. */
  fields: z.ZodObject<Fields>;
  row: Row;
  /** What its list can be narrowed by. */
  filters: Filters;
  /** What its list can be sorted by. */
  sortable: readonly [Sort, ...Sort[]];
}

/** The calls of a record that is listed, looked at, added, saved over the version that was seen, and deleted with others. */
export const recordCalls = <
  Fields extends z.ZodRawShape,
  Row extends z.ZodObject,
  Filters extends z.ZodRawShape,
  const Sort extends string,
>({
  fields,
  row,
  filters,
  sortable,
}: RecordShapes<Fields, Row, Filters, Sort>) => ({
  query: read(z.object({ ...sortedPage(sortable), ...filters }), list(row)),
  get: read(idRequest, row),
  post: write(fields, z.object({ id: z.string() })),
  put: write(fields.extend({ id, version }), nothing),
  delete: write(z.object({ ids }), z.object({ removed: z.number() })),
});

/** What every record's row carries, and what one carries that organisations below share. */
export const recordRow = { id: z.string(), version: z.number() };
export const sharedRow = {
  ...recordRow,
  companyName: z.string(),
  /** False for one of an organisation above, which is offered and not changed. */
  changeable: z.boolean(),
};
