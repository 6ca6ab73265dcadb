import type { FastifyInstance } from "fastify";
import { addressOf } from "#server/http/requestAddress.ts";
import { pushPath } from "./postRequest.ts";
import type { PushSide } from "./pushSide.ts";

/**
 * Answers devices' posts on the port of HTTP. The body is left to the push side, which knows first whose it is; answers carry none of the
 * headers that are for browsers, since devices pay for each byte.
 */
export const servePosts = async (app: FastifyInstance, push: Pick<PushSide, "answer">): Promise<void> => {
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser("*", (_request, _body, done) => done(null));
    // Modems send all sorts of types, or half of one: the body is JSON whatever they say.
    routes.addHook("onRequest", async ({ raw }) => {
      raw.headers["content-type"] = "application/json";
    });
    routes.setErrorHandler((fault: { statusCode?: number }, _request, reply) => {
      const status = fault.statusCode ?? 500;
      return reply.code(status).send({ code: status, message: "The request could not be read." });
    });
    routes.all<{ Params: { "*": string } }>(
      `${pushPath}*`,
      { helmet: false, compress: false, decompress: false },
      async (request, reply) => {
        const {
          status,
          headers = {},
          body,
        } = await push.answer({
          path: request.params["*"],
          remote: addressOf(request),
          request: request.raw,
        });
        return reply.code(status).headers(headers).type("application/json; charset=utf-8").send(body);
      },
    );
  });
};
