import type { z } from "zod";

export type WireFields = Record<string, string>;

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  values?: readonly unknown[];
  shape?: Record<string, z.core.$ZodType>;
}

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as Definition;

/** The schema below optional, default, nullable and pipes, and whether null and absence are allowed. */
const bare = (schema: z.core.$ZodType): { definition: Definition; nullable: boolean; optional: boolean } => {
  let nullable = false;
  let optional = false;
  let definition = definitionOf(schema);
  for (;;) {
    const inner = definition.innerType ?? (definition.type === "pipe" ? definition.in : undefined);
    if (!inner) return { definition, nullable, optional };
    if (definition.type === "nullable") nullable = true;
    if (definition.type === "optional" || definition.type === "default" || definition.type === "prefault") optional = true;
    definition = definitionOf(inner);
  }
};

const isText = (definition: Definition): boolean =>
  definition.type === "string" ||
  definition.type === "enum" ||
  (definition.type === "literal" && (definition.values ?? []).every((value) => typeof value === "string")) ||
  (definition.type === "union" && (definition.options ?? []).every((option) => isText(bare(option).definition)));

const decodeField = (schema: z.core.$ZodType, text: string): unknown => {
  const { definition, nullable, optional } = bare(schema);
  if (text === "" && nullable) return null;
  if (isText(definition)) return text;
  if (text === "") return optional ? undefined : text;
  if (definition.type === "number" || definition.type === "int")
    return text.trim() === text && Number.isFinite(Number(text)) ? Number(text) : text;
  if (definition.type === "boolean") return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Turns form or query fields into what the schema expects: numbers and booleans from their text, nested values from JSON text, an
 * empty field into null or absence where the schema allows it. What does not fit stays text, so that the schema names the fault.
 */
export const decodeFields = (schema: z.core.$ZodType, fields: Record<string, unknown>): Record<string, unknown> => {
  const { definition } = bare(schema);
  const shape = definition.shape ?? {};
  const decoded: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(fields, name)) continue;
    const text = fields[name];
    decoded[name] = typeof text === "string" ? decodeField(field, text) : text;
  }
  return decoded;
};

/** Turns one flat request into form or query fields; undefined is left out, null is an empty field, nested values are JSON text. */
export const encodeFields = (request: object): WireFields => {
  const fields: WireFields = {};
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue;
    fields[name] = value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  return fields;
};
