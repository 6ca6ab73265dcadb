import { z } from "zod";
import { limits } from "#contract/limits.ts";

/** What a list can be sorted by, and which way; an empty field is as if it was not given. */
export const sortFields = <const Field extends string>(fields: readonly Field[]) => ({
  sortField: z.enum([...fields, ""], "rule.invalid").optional(),
  sortOrder: z.enum(["asc", "desc"]).optional(),
});

/** Fields that every list query takes beside its filters; one that states no more has an order of its own. */
export const pageFields = {
  pageNo: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(limits.page.max).default(limits.page.size),
  ...sortFields([]),
};

/** Fields of a list query that can be sorted by these. */
export const sortedPage = <const Field extends string>(fields: readonly [Field, ...Field[]]) => ({ ...pageFields, ...sortFields(fields) });

/** What a list call with this request can be sorted by; never where it says nothing of it. */
export type SortFieldOf<Request> = "sortField" extends keyof Request ? Exclude<Request["sortField"] & string, ""> : never;

export const list = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), total: z.number().int(), pageNo: z.number().int(), pageSize: z.number().int() });

export interface ListOf<Row> {
  list: Row[];
  total: number;
  pageNo: number;
  pageSize: number;
}

export const id = z.string().min(1, "rule.required").max(64);
export const nothing = z.object({}).nullable();
export const idRequest = z.object({ id });
/** A filter: the records of this organisation and of those below it, as far as the caller sees them. */
export const companyFilter = { companyId: z.string().max(64).optional() };
/** Ids as a JSON list in one field. */
export const ids = z.array(id).min(1, "rule.chooseOne").max(limits.bulk);
export const version = z.number().int();
const inUtc = (time: string): string => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString());
/** A time with Z or an offset, in UTC of a year of four digits; handlers see it in UTC. */
export const instant = z.iso
  .datetime({ offset: true })
  .overwrite(inUtc)
  .regex(/^\d{4}-/, "rule.invalid");
/** A time of an answer: ISO 8601 in UTC, to the millisecond. */
export const utcTime = z.iso.datetime({ precision: 3 });
/** A day of an answer, yyyy-MM-dd; one that was never typed is empty. */
export const calendarDay = z.iso.date();
export const dayOrNone = z.union([z.literal(""), calendarDay]);
export const level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
