import { z } from "zod";
import { codes } from "#contract/codes.ts";
import type { Call, Resource } from "#contract/kit/call.ts";

const mediaTypes = {
  form: "application/x-www-form-urlencoded",
  json: "application/json",
  raw: "text/plain",
  multipart: "multipart/form-data",
  query: "application/json",
} as const;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): unknown =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", cycles: "ref" });

const operationOf = (resource: Resource, verb: string, call: Call): unknown => ({
  operationId: `${resource.name}.${verb}`,
  tags: [resource.name],
  summary: `${call.kind}, ${call.access}`,
  ...(call.access === "public" ? { security: [] } : {}),
  ...(call.method === "GET"
    ? { parameters: Object.keys((call.request as z.ZodObject).shape ?? {}).map((name) => ({ name, in: "query", schema: {} })) }
    : { requestBody: { content: { [mediaTypes[call.encoding]]: { schema: schemaOf(call.request, "input") } } } }),
  responses: {
    200: {
      description: "code 0 and the data, or a business code with its message",
      content:
        call.answer === "file"
          ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
          : {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { code: { type: "integer" }, data: schemaOf(call.response, "output"), message: { type: "string" } },
                },
              },
            },
    },
  },
});

/** The contract as an OpenAPI 3.1 document. */
export const openApi = (resources: readonly Resource[]): unknown => ({
  openapi: "3.1.0",
  info: {
    title: "Gatehouse",
    version: "1",
    description: Object.entries(codes)
      .map(([name, { code, status }]) => `${code} ${name} (HTTP ${status})`)
      .join("\n"),
  },
  components: { securitySchemes: { token: { type: "apiKey", in: "header", name: "token" } } },
  security: [{ token: [] }],
  paths: Object.fromEntries(
    resources.flatMap((resource) =>
      Object.entries(resource.calls).map(([verb, call]) => [call.path, { [call.method.toLowerCase()]: operationOf(resource, verb, call) }]),
    ),
  ),
});
