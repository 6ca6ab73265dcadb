import { fieldProblem } from "#server/kit/problem.ts";

export interface SortRequest {
  sortField?: string | undefined;
  sortOrder?: "asc" | "desc" | undefined;
}

export interface Sorting<Field extends string> {
  field: Field;
  order: "asc" | "desc";
}

/** The column that a list is sorted by; one that it does not know is a fault of the request's `sortField`. */
export const sortingOf = <Field extends string>(
  { sortField, sortOrder }: SortRequest,
  fields: readonly Field[],
  unasked: Sorting<Field>,
): Sorting<Field> => {
  if (sortField === undefined || sortField === "") return { field: unasked.field, order: sortOrder ?? unasked.order };
  const field = fields.find((known) => known === sortField);
  if (field === undefined) throw fieldProblem("sortField", "rule.invalid");
  return { field, order: sortOrder ?? "asc" };
};
