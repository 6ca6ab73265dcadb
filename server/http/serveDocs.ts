import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "#contract/messages.ts";
import { resources } from "#contract/resources.ts";
import { openApi } from "#server/http/openApi/document.ts";
import { languageOf } from "#server/http/registerCalls.ts";

interface Packed {
  readonly tag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

const packedOf = async (text: string): Promise<Packed> => {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain),
  ]);
  return { tag: `W/"${createHash("sha256").update(plain).digest("base64url")}"`, plain, br, gzip: gzipped };
};

const listed = (header: string | string[] | undefined): string[] => String(header ?? "").split(/\s*,\s*/);

/** What the asker takes of the two; one with a weight of nothing is not taken. */
const encodingOf = (request: FastifyRequest): "br" | "gzip" | undefined => {
  const taken = listed(request.headers["accept-encoding"]).filter((encoding) => !/;\s*q=0(\.0*)?$/.test(encoding));
  return (["br", "gzip"] as const).find((encoding) => taken.some((name) => name.split(";")[0]?.trim().toLowerCase() === encoding));
};

const send = (request: FastifyRequest, reply: FastifyReply, document: Packed): FastifyReply => {
  reply.headers({ ETag: document.tag, Vary: "Accept-Encoding, Accept-Language", "Cache-Control": "no-cache" });
  reply.type("application/json; charset=utf-8");
  if (listed(request.headers["if-none-match"]).includes(document.tag)) return reply.code(304).send();
  const encoding = encodingOf(request);
  if (encoding) reply.header("Content-Encoding", encoding);
  return reply.send(document[encoding ?? "plain"]);
};

/** The contract as OpenAPI, made and packed once for each language: it costs more than any call and anybody may ask for it. */
export const serveDocs = (app: FastifyInstance, publicUrl: string | undefined): void => {
  const documents = new Map<Language, Promise<Packed>>();
  app.get("/api/docs", async (request, reply) => {
    const language = languageOf(request);
    const document = documents.get(language) ?? packedOf(JSON.stringify(openApi(resources, publicUrl ?? "/", language)));
    documents.set(language, document);
    return send(request, reply, await document);
  });
};
