import type { z } from "zod";
import type { SortFieldOf } from "#contract/kit/page.ts";
import type { RowsSource } from "./rowsSource.ts";
import type { FormSpec, ScreenDefinition } from "./screenDefinition.ts";

type KeyOf<Shape> = keyof Shape & string;
type FieldOf<S extends z.ZodObject> = KeyOf<z.input<S>>;
type PageField = "pageNo" | "pageSize" | "page" | "sortField" | "sortOrder" | "cursor";

interface NamesOf<Query, S extends z.ZodObject, A extends z.ZodObject> {
  filter: Exclude<KeyOf<Query>, PageField>;
  sort: SortFieldOf<Query>;
  field: FieldOf<S>;
  added: FieldOf<A>;
}

/** A screen whose names are all those of the call that its rows come from, and of its form's schemas. */
export type TypedScreen<Row, Query, S extends z.ZodObject, A extends z.ZodObject> = ScreenDefinition<
  NoInfer<Row>,
  NoInfer<S>,
  NamesOf<NoInfer<Query>, NoInfer<S>, NoInfer<A>>
> & {
  rows: RowsSource<Row, Query>;
  form?: { schema: S; adding?: { schema: A } };
};

/** A form that stands by itself, with the names of its fields checked. */
export type TypedForm<Row, S extends z.ZodObject> = FormSpec<Row, S, FieldOf<S>>;
