import { z } from "zod";
import { isMessageId, type Language, type MessageId, say } from "#contract/messages.ts";

export type JsonSchema = Record<string, unknown>;

/** Schemas that stand once in the document and are referred to. */
export type Components = Record<string, JsonSchema>;

interface CheckDefinition {
  check: string;
  error?: unknown;
  params?: Readonly<Record<string, unknown>>;
  path?: readonly PropertyKey[];
  tx?: (value: unknown) => unknown;
}

interface SchemaDefinition {
  type: string;
  format?: string;
  catchall?: unknown;
  checks?: readonly { readonly _zod: { readonly def: CheckDefinition } }[];
}

/** Rules whose words say no more than the schema itself does. */
const silent: ReadonlySet<MessageId> = new Set(["rule.required", "rule.tooLong", "rule.invalid", "rule.number", "rule.chooseOne"]);

const messageOf = ({ error }: CheckDefinition): MessageId | undefined => {
  const message: unknown = typeof error === "function" ? error({}) : error;
  return typeof message === "string" && isMessageId(message) ? message : undefined;
};

const valuesOf = (params: Readonly<Record<string, unknown>> = {}): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string | number] => ["string", "number"].includes(typeof entry[1])),
  );

const trims = ({ check, tx }: CheckDefinition): boolean => check === "overwrite" && tx?.(" ") === "";

const words = {
  blanks: { zh: "首尾空格会被去掉", en: "Surrounding blanks are cut" },
  time: {
    input: { zh: "RFC 3339 时间，带 Z 或时区偏移", en: "A time of RFC 3339, with Z or an offset" },
    output: { zh: "ISO 8601 时间，UTC", en: "A time of ISO 8601, in UTC" },
  },
} as const;

/** The rules of a schema that JSON Schema has no word for, each in the words of its refusal. */
const rulesOf = (checks: readonly CheckDefinition[], language: Language): string[] => {
  const rules = checks.flatMap((check) => {
    const message = messageOf(check);
    if (message === undefined || silent.has(message)) return [];
    const field = check.path?.join(".");
    return [`${field ? `${field}: ` : ""}${say(language, message, valuesOf(check.params))}`];
  });
  return [...new Set([...(checks.some(trims) ? [words.blanks[language]] : []), ...rules])];
};

/** Adds what a text's own checks say: a length that is counted in code points, as JSON Schema counts it, and that blanks alone are none. */
const describeText = (schema: JsonSchema, definition: SchemaDefinition, checks: readonly CheckDefinition[]): void => {
  const most = checks.find(({ check, params }) => check === "custom" && typeof params?.max === "number")?.params?.max;
  if (most !== undefined) schema.maxLength = most;
  const trimmed = checks.some(trims);
  if (trimmed && Number(schema.minLength ?? 0) > 0 && schema.pattern === undefined && schema.allOf === undefined) schema.pattern = "\\S";
  if (definition.format === "datetime") delete schema.pattern;
};

/** Constants side by side are an enumeration. */
const joinConstants = (schema: JsonSchema): void => {
  const branches = schema.anyOf;
  if (!Array.isArray(branches) || !branches.every((branch: JsonSchema) => "const" in branch)) return;
  const types = new Set(branches.map(({ type }: JsonSchema) => type));
  if (types.size !== 1) return;
  delete schema.anyOf;
  schema.type = [...types][0];
  schema.enum = branches.map((branch: JsonSchema) => branch.const);
};

const isUnbounded = (bound: unknown): boolean => Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER;

const refine = (zodSchema: z.core.$ZodType, schema: JsonSchema, io: "input" | "output", language: Language): void => {
  const definition = zodSchema._zod.def as unknown as SchemaDefinition;
  const checks = (definition.checks ?? []).map(({ _zod }) => _zod.def);
  joinConstants(schema);
  if (isUnbounded(schema.minimum)) delete schema.minimum;
  if (isUnbounded(schema.maximum)) delete schema.maximum;
  if (definition.type === "file") delete schema.contentEncoding;
  if (definition.type === "object" && io === "input" && definition.catchall === undefined) schema.additionalProperties = false;
  if (definition.type === "string") describeText(schema, definition, checks);
  const rules = definition.format === "datetime" ? [words.time[io][language]] : rulesOf(checks, language);
  if (rules.length > 0) schema.description = [...(schema.description === undefined ? [] : [schema.description]), ...rules].join(". ");
};

const definitions = "#/$defs/";

/** The same schema with what it defines for itself moved to the components. */
const hoisted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(hoisted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "$defs" && name !== "$schema")
      .map(([name, part]) =>
        name === "$ref" && typeof part === "string" && part.startsWith(definitions)
          ? [name, `#/components/schemas/${part.slice(definitions.length)}`]
          : [name, hoisted(part)],
      ),
  );
};

/** The JSON Schema of a schema of the contract; what is recursive in it needs an id and goes to the components. */
export const schemaOf = (schema: z.ZodType, io: "input" | "output", language: Language, components: Components): JsonSchema => {
  const { $defs = {}, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    cycles: "ref",
    override: ({ zodSchema, jsonSchema }) => refine(zodSchema, jsonSchema as JsonSchema, io, language),
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  for (const [name, definition] of Object.entries($defs)) {
    if (name.startsWith("__")) throw new Error("a recursive schema has no id");
    components[name] = withoutId(hoisted(definition) as JsonSchema);
  }
  return hoisted(own) as JsonSchema;
};

const withoutId = ({ id: _id, ...schema }: JsonSchema): JsonSchema => schema;
