import { callNotes } from "#contract/callNotes.ts";
import { callWords, resourceWords } from "#contract/callWords.ts";
import type { Call, Resource } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import { codeTable, refusalResponses, refusalSchemas, responsesOf } from "./answers.ts";
import { requestOf } from "./request.ts";
import type { Components, JsonSchema } from "./schema.ts";

const words = {
  head: {
    zh: [
      "所有应答都是 {code, data, message}：code 为 0 表示成功，列表为 data: {list, total, pageNo, pageSize}。业务代码以 HTTP 200 返回，data 为 null（1019 和 1300 除外）。",
      "登录后的每个请求都在 token 请求头中携带 login 返回的令牌；名为 key 的 cookie 只供控制台识别是否有会话，不用于鉴权。",
      "请求为一层字段，使用 UTF-8；POST 接口均可使用 JSON。接口没有的字段、重复的字段会被拒绝并指明。id 为不透明字符串，时间为 UTC 的 ISO 8601，请求中也可带时区偏移。",
    ],
    en: [
      "Every answer is {code, data, message}: code 0 is success, a list is data: {list, total, pageNo, pageSize}. Business codes come with HTTP 200 and data null (1019 and 1300 apart).",
      "Once signed in, each request carries the token that login answered in the header token; the cookie called key only tells the console whether there is a session and opens nothing.",
      "A request is one level of fields in UTF-8; every POST call takes JSON as well. A field that a call does not have or that stands twice is refused by its name. Ids are opaque text, times are ISO 8601 in UTC; a request may give them with an offset.",
    ],
  },
  token: { zh: "login 返回的令牌", en: "The token that login answers" },
  language: { zh: "message 的语言，默认中文", en: "The language of message, Chinese unless said otherwise" },
} as const;

const operationOf = (resource: Resource, verb: string, call: Call, language: Language, components: Components): JsonSchema => {
  const name = `${resource.name}_${verb}`;
  const note = callNotes[call.path];
  const { parameters = [], ...body } = requestOf(call, name, language, components) as { parameters?: JsonSchema[] };
  return {
    operationId: name,
    tags: [resource.name],
    summary: callWords(call.path, language),
    ...(note === undefined ? {} : { description: note[language] }),
    ...(call.access === "public" ? { security: [] } : {}),
    parameters: [...parameters, { $ref: "#/components/parameters/AcceptLanguage" }],
    ...body,
    responses: responsesOf(call, name, language, components),
  };
};

/** The contract as an OpenAPI 3.1 document. */
export const openApi = (resources: readonly Resource[], server: string, language: Language): JsonSchema => {
  const schemas: Components = refusalSchemas();
  const paths = resources.flatMap((resource) =>
    Object.entries(resource.calls).map(([verb, call]) => [
      call.path,
      { [call.method.toLowerCase()]: operationOf(resource, verb, call, language, schemas) },
    ]),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Gatehouse", version: "1", description: [...words.head[language], codeTable(language)].join("\n\n") },
    servers: [{ url: server }],
    tags: resources.map(({ name }) => ({ name, description: resourceWords(name, language) })),
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "token", description: words.token[language] } },
      parameters: {
        AcceptLanguage: {
          name: "Accept-Language",
          in: "header",
          description: words.language[language],
          schema: { type: "string", enum: ["zh-CN", "en-US"], default: "zh-CN" },
        },
      },
      responses: refusalResponses(language),
      schemas,
    },
  };
};
