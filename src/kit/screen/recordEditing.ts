import type { z } from "zod";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import type { FormSpec } from "./screenDefinition.ts";

export type Editing<Row> = { kind: "add"; restore?: boolean } | { kind: "edit"; row: Row; loaded?: Loaded; restore?: boolean };

export const draftName = (id: string, key?: string): string => (key === undefined ? `${id}.add` : `${id}.edit:${key}`);

/** Values and version of the record that a row of the list shows. */
export const loadedFrom = <Row, S extends z.ZodObject>(form: FormSpec<Row, S>, row: Row): Loaded => {
  const version = form.versionOf?.(row);
  return { values: form.valuesOf(row), ...(version === undefined ? {} : { version }) };
};
