import { z } from "zod";

interface Definition {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
}

const bare = (schema: z.core.$ZodType): Definition => {
  const definition = schema._zod.def as Definition;
  const inner = definition.innerType ?? definition.in;
  return inner ? bare(inner) : definition;
};

/** The schema of the field at a path like `slaves.0.name`. */
export const schemaField = (schema: z.core.$ZodType, path: string): z.core.$ZodType | undefined => {
  let at: z.core.$ZodType | undefined = schema;
  for (const step of path.split(".")) {
    if (!at) return undefined;
    const { element, shape }: Definition = bare(at);
    at = element && /^\d+$/.test(step) ? element : shape?.[step];
  }
  return at;
};

/** What a control that is left empty holds. */
const empty: readonly unknown[] = [undefined, null, "", []];

/** Whether the field has to be filled in: its schema takes no kind of emptiness. */
export const isRequired = (schema: z.core.$ZodType, path: string): boolean => {
  const field = schemaField(schema, path);
  return field !== undefined && empty.every((value) => !z.core.safeParse(field, value).success);
};
