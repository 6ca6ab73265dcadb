export interface SortRequest<Field extends string> {
  sortField?: Field | "" | undefined;
  sortOrder?: "asc" | "desc" | undefined;
}

export interface Sorting<Field extends string> {
  field: Field;
  order: "asc" | "desc";
}

/** What a list is sorted by: one of the fields that its call states, upwards unless said otherwise, or the list's own order. */
export const sortingOf = <Field extends string>(
  { sortField, sortOrder }: SortRequest<Field>,
  unasked: Sorting<NoInfer<Field>>,
): Sorting<Field> =>
  sortField ? { field: sortField, order: sortOrder ?? "asc" } : { field: unasked.field, order: sortOrder ?? unasked.order };
