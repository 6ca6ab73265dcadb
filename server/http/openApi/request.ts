import type { Call } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import { takes } from "#server/http/body.ts";
import { type Components, type JsonSchema, schemaOf } from "./schema.ts";

const words = {
  nested: {
    zh: "在表单中，列表和对象写作 JSON 文本（列表也可只写一个元素，或将字段写多次），null 写作空字段",
    en: "In a form a list or an object is JSON text (a list also its one element as it stands, or its field several times), null an empty field",
  },
  raw: {
    zh: "以 text/plain 或 application/json 提交的 JSON 文本；只含 ids 时可写作 id 列表或单个 id",
    en: "JSON sent as text/plain or application/json; where it holds nothing but ids, also the bare list of them or one of them",
  },
  file: { zh: "文件按内容判断，而不是按名称", en: "A file is judged by its content, not by its name" },
} as const;

const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> => (schema.properties ?? {}) as Record<string, JsonSchema>;
const requiredOf = (schema: JsonSchema): readonly string[] => (schema.required ?? []) as readonly string[];

const isNested = (schema: JsonSchema): boolean =>
  schema.type === "array" ||
  schema.type === "object" ||
  "$ref" in schema ||
  (Array.isArray(schema.anyOf) && schema.anyOf.some((branch: JsonSchema) => isNested(branch)));

const nestedNames = (schema: JsonSchema): string[] =>
  Object.entries(propertiesOf(schema))
    .filter(([, property]) => isNested(property))
    .map(([name]) => name);

const contentOf = (call: Call, type: string, schema: JsonSchema, reference: JsonSchema): JsonSchema => {
  const parts = Object.fromEntries(nestedNames(schema).map((name) => [name, { contentType: "application/json" }]));
  if (type === "application/x-www-form-urlencoded")
    return { schema: reference, ...(Object.keys(parts).length > 0 ? { encoding: parts } : {}) };
  const { ids } = call.encoding === "raw" ? propertiesOf(schema) : {};
  const whole = ids ? { anyOf: [reference, ids, { type: "string", ...propertiesOf(ids) }] } : reference;
  return type === "text/plain"
    ? { schema: { type: "string", contentMediaType: "application/json", contentSchema: whole } }
    : { schema: whole };
};

const notesOf = (call: Call, schema: JsonSchema, language: Language): string[] => [
  ...(nestedNames(schema).length > 0 && takes(call).includes("application/x-www-form-urlencoded") ? [words.nested[language]] : []),
  ...(call.encoding === "raw" ? [words.raw[language]] : []),
  ...(call.encoding === "multipart" ? [words.file[language]] : []),
];

/** What a call takes: fields of its address, or a body in each type that it can come in. */
export const requestOf = (call: Call, name: string, language: Language, components: Components): JsonSchema => {
  const schema = schemaOf(call.request, "input", language, components);
  if (call.method === "GET") {
    const parameters = Object.entries(propertiesOf(schema)).map(([field, property]) => ({
      name: field,
      in: call.path.includes(`{${field}}`) ? "path" : "query",
      required: requiredOf(schema).includes(field),
      schema: property,
    }));
    return { parameters };
  }
  components[`${name}_request`] = schema;
  const reference = { $ref: `#/components/schemas/${name}_request` };
  const notes = notesOf(call, schema, language);
  return {
    requestBody: {
      required: requiredOf(schema).length > 0,
      ...(notes.length > 0 ? { description: notes.join(". ") } : {}),
      content: Object.fromEntries(takes(call).map((type) => [type, contentOf(call, type, schema, reference)])),
    },
  };
};
