import type { FastifyInstance } from "fastify";
import type { WeixinCallback } from "./callback.ts";
import { callbackPath } from "./callbackPath.ts";

/** Bytes of a message: those of events have a few hundred. */
const bodyLimit = 16_384;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const queryOf = (query: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, textOf(value)]));

/** Answers WeChat on the port of HTTP: nobody signs in, the account's token does. */
export const serveWeixinCallback = async (app: FastifyInstance, callback: WeixinCallback): Promise<void> => {
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser("*", { parseAs: "string", bodyLimit }, (_request, body, taken) => taken(null, body));
    routes.setErrorHandler((fault: { statusCode?: number }, request, reply) => {
      const status = fault.statusCode ?? 500;
      if (status >= 500) request.log.error({ err: fault, part: "weixin" }, "what WeChat said could not be kept, it says it once more");
      return reply.code(status).type("text/plain; charset=utf-8").send("");
    });
    const route = callbackPath(":id");
    const idOf = (params: unknown): string => textOf((params as { id?: unknown }).id);
    routes.get(route, async (request, reply) => {
      const { status, text } = await callback.answer({ id: idOf(request.params), query: queryOf(request.query) });
      return reply.code(status).type("text/plain; charset=utf-8").send(text);
    });
    routes.post(route, { bodyLimit }, async (request, reply) => {
      const asked = { id: idOf(request.params), query: queryOf(request.query), body: textOf(request.body) };
      const { status, text } = await callback.answer(asked);
      return reply.code(status).type("text/plain; charset=utf-8").send(text);
    });
  });
};
