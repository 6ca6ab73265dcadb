import { type CodeName, codes } from "#contract/codes.ts";
import type { Call } from "#contract/kit/call.ts";
import { isMessageId, type Language, say } from "#contract/messages.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { auth } from "#contract/resources/auth.ts";
import { type Components, type JsonSchema, schemaOf } from "./schema.ts";

const entries = Object.entries(codes) as [CodeName, (typeof codes)[CodeName]][];
const business = entries.filter(([name, { status }]) => status === 200 && name !== "ok");
/** 405 belongs to no call: it says that a path was asked for by another method than its own. */
const statuses = [...new Set(entries.map(([, { status }]) => status))].filter((status) => status !== 200 && status !== 405).sort();

const wordsOf = (name: CodeName, language: Language): string => {
  const { message } = codes[name];
  return isMessageId(message) ? say(language, message) : name;
};

/** Every code as a table, for the head of the document. */
export const codeTable = (language: Language): string =>
  [
    "| code | name | HTTP | message |",
    "|---|---|---|---|",
    ...entries.map(([name, { code, status }]) => `| ${code} | ${name} | ${status} | ${wordsOf(name, language)} |`),
  ].join("\n");

const envelope = (code: JsonSchema, data: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { code: { type: "integer", ...code }, data, message: { type: "string" } },
  required: ["code", "data", "message"],
  additionalProperties: false,
});
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const nothing: JsonSchema = { type: "null" };
const text: JsonSchema = { type: "string" };

/** Codes whose refusal carries data. */
const told: Partial<Record<CodeName, JsonSchema>> = {
  secondFactor: object({ phone: text, factor: { type: "string", enum: ["phone", "totp"] } }),
  alarmProcessed: object({ by: text, at: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] } }),
  versionConflict: object({ by: text, at: { type: "string", format: "date-time" }, version: { type: "integer" } }),
};
const dataOfStatus: Readonly<Record<number, JsonSchema>> = {
  400: { anyOf: [object({ fields: { type: "array", items: object({ path: text, message: text }) } }), nothing] },
  500: { anyOf: [object({ reference: text }), nothing] },
};

const nameOf = (code: CodeName): string => `${code.charAt(0).toUpperCase()}${code.slice(1)}`;
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Refusals that every call shares: those with a status of their own, and the business codes that come with HTTP 200. */
export const refusalSchemas = (): Components => {
  const plain = business.filter(([name]) => !told[name]).map(([, { code }]) => code);
  const schemas: Components = { Refusal: envelope({ enum: plain }, nothing) };
  for (const [name, data] of Object.entries(told) as [CodeName, JsonSchema][])
    schemas[nameOf(name)] = envelope({ const: codes[name].code }, data);
  for (const status of statuses) {
    const own = entries.filter(([, each]) => each.status === status).map(([, { code }]) => code);
    schemas[`Status${status}`] = envelope({ enum: own }, dataOfStatus[status] ?? nothing);
  }
  return schemas;
};

export const refusalResponses = (language: Language): Record<string, JsonSchema> =>
  Object.fromEntries(
    statuses.map((status) => [
      `Status${status}`,
      {
        description: entries
          .filter(([, each]) => each.status === status)
          .map(([name]) => wordsOf(name, language))
          .join("; "),
        content: { "application/json": { schema: ref(`Status${status}`) } },
      },
    ]),
  );

/** Statuses that a call can be refused with: only a body is too large or of the wrong type, and a public call asks for no session. */
const statusesOf = (call: Call): number[] =>
  statuses.filter((status) => {
    if (status === 413 || status === 415) return call.method !== "GET";
    if (status === 401) return call.access !== "public";
    if (status === 403) return call.access === "granted" || call.kind === "write";
    return true;
  });

const takesVersion = ({ request }: Call): boolean => "shape" in request && "version" in (request.shape as object);

const words = {
  data: {
    zh: "code 为 0 时为数据；否则为业务代码，说明拒绝原因",
    en: "Code 0 and the data, or a business code that says why it was refused",
  },
  file: {
    zh: "文件，名称见 Content-Disposition；被拒绝时为业务代码",
    en: "The file, its name in Content-Disposition, or a business code that says why it was refused",
  },
} as const;

const binary: JsonSchema = { schema: { type: "string", format: "binary" } };

const contentOf = (call: Call, name: string, language: Language, components: Components): Record<string, JsonSchema> => {
  const refusals = [
    ref("Refusal"),
    ...(takesVersion(call) ? [ref("VersionConflict")] : []),
    ...(call.path === alarmLog.calls.recover.path ? [ref("AlarmProcessed")] : []),
    ...(call.path === auth.calls.login.path ? [ref("SecondFactor")] : []),
  ];
  if (call.answer === "envelope") {
    components[`${name}_data`] = schemaOf(call.response, "output", language, components);
    return { "application/json": { schema: { oneOf: [envelope({ const: 0 }, ref(`${name}_data`)), ...refusals] } } };
  }
  const types = call.fileTypes.filter((type) => type !== "application/json");
  const files = Object.fromEntries(types.map((type) => [type, binary]));
  const asJson = types.length < call.fileTypes.length ? [{ type: "object", properties: { code: false } }] : [];
  return { ...files, "application/json": { schema: oneOf([...refusals, ...asJson]) } };
};

const oneOf = (schemas: readonly JsonSchema[]): JsonSchema => (schemas.length === 1 ? { ...schemas[0] } : { oneOf: schemas });

/** What a call answers: its data or its file and its refusals, all in the envelope but the file. */
export const responsesOf = (call: Call, name: string, language: Language, components: Components): JsonSchema => ({
  200: {
    description: call.answer === "file" ? words.file[language] : words.data[language],
    ...(call.answer === "file" ? { headers: { "Content-Disposition": { schema: text } } } : {}),
    content: contentOf(call, name, language, components),
  },
  ...Object.fromEntries(statusesOf(call).map((status) => [status, { $ref: `#/components/responses/Status${status}` }])),
});
