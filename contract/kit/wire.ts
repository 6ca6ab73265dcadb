import type { z } from "zod";

export type WireFields = Record<string, string>;

interface Definition {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  discriminator?: string;
  values?: readonly unknown[];
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  getter?: () => z.core.$ZodType;
}

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as Definition;

/** The schema below optional, default, nullable, lazy and pipes, and whether null and absence are allowed. */
const bare = (schema: z.core.$ZodType): { definition: Definition; nullable: boolean; optional: boolean } => {
  let nullable = false;
  let optional = false;
  let definition = definitionOf(schema);
  for (;;) {
    const inner =
      definition.innerType ??
      (definition.type === "pipe" ? definition.in : undefined) ??
      (definition.type === "lazy" ? definition.getter?.() : undefined);
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

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A list is JSON text, or its one element as it stands. */
const decodeList = (element: z.core.$ZodType, text: string): unknown => {
  const value = parsed(text);
  if (Array.isArray(value)) return value;
  return text.trimStart().startsWith("[") ? text : [decodeField(element, text)];
};

const decodeField = (schema: z.core.$ZodType, text: string): unknown => {
  const { definition, nullable, optional } = bare(schema);
  if (text === "" && nullable) return null;
  if (isText(definition)) return text;
  if (text === "") return optional ? undefined : text;
  if (definition.type === "number") return text.trim() === text && Number.isFinite(Number(text)) ? Number(text) : text;
  if (definition.type === "boolean") return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text;
  if (definition.element) return decodeList(definition.element, text);
  return parsed(text) ?? text;
};

const decodeValue = (schema: z.core.$ZodType, value: unknown): unknown => {
  if (typeof value === "string") return decodeField(schema, value);
  const { element } = bare(schema).definition;
  if (!element || !Array.isArray(value)) return value;
  return value.map((one: unknown) => (typeof one === "string" ? decodeField(element, one) : one));
};

/**
 * Turns form or query fields into what the schema expects: numbers and booleans from their text, nested values from JSON text, an
 * empty field into null or absence where the schema allows it, a field that stands several times (an array here) into a list. What does
 * not fit stays as it is, so that the schema names the fault.
 */
export const decodeFields = (schema: z.core.$ZodType, fields: Record<string, unknown>): Record<string, unknown> => {
  const shape = bare(schema).definition.shape ?? {};
  const decoded: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) if (Object.hasOwn(fields, name)) decoded[name] = decodeValue(field, fields[name]);
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

/** The request without what its schema does not name, which the server would refuse. */
export const declaredFields = (schema: z.core.$ZodType, request: object): object => {
  const shape = bare(schema).definition.shape ?? {};
  return Object.fromEntries(Object.entries(request).filter(([name]) => Object.hasOwn(shape, name)));
};

/** The fields of the schema that take a list. */
export const listFields = (schema: z.core.$ZodType): string[] =>
  Object.entries(bare(schema).definition.shape ?? {})
    .filter(([, field]) => bare(field).definition.element !== undefined)
    .map(([name]) => name);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

interface Look {
  /** Paths of what the schema does not name, the first few. */
  readonly unknown: string[];
  /** Values that may still be looked at; below zero: there were more. */
  left: number;
}

/** The schema that a value of a union is held against, where its kind says which. */
const chosenOf = ({ options = [], discriminator }: Definition, value: unknown): z.core.$ZodType | undefined => {
  if (discriminator === undefined || !isRecord(value)) return undefined;
  const kind = value[discriminator];
  return options.find((option) => {
    const field = bare(option).definition.shape?.[discriminator];
    return field !== undefined && (bare(field).definition.values ?? []).includes(kind);
  });
};

const look = (seen: Look, most: number, schema: z.core.$ZodType, value: unknown, path: readonly string[]): void => {
  const { definition } = bare(schema);
  const chosen = chosenOf(definition, value);
  if (chosen) return look(seen, most, chosen, value, path);
  const { shape, element, valueType } = definition;
  const items = element && Array.isArray(value) ? value.entries() : isRecord(value) ? Object.entries(value) : [];
  for (const [at, one] of items) {
    seen.left -= 1;
    if (seen.left < 0 || seen.unknown.length >= most) return;
    const name = String(at);
    const field = element && typeof at === "number" ? element : shape && Object.hasOwn(shape, name) ? shape[name] : valueType;
    if (field) look(seen, most, field, one, [...path, name]);
    else if (shape) seen.unknown.push([...path, name].join("."));
  }
};

/**
 * Paths of what the value holds and the schema does not name, however deep, the first few of them. Below a union that no field decides nothing is looked for.
 * Undefined: the value holds more than `members` values.
 */
export const unknownFields = (
  schema: z.core.$ZodType,
  value: unknown,
  { faults, members }: { readonly faults: number; readonly members: number },
): string[] | undefined => {
  const seen: Look = { unknown: [], left: members };
  look(seen, faults, schema, value, []);
  return seen.left < 0 ? undefined : seen.unknown;
};
