import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import type { Call } from "#contract/kit/call.ts";
import { Problem } from "#server/kit/problem.ts";

/** A body as it came; what it says is read once the call is known. */
export interface Body {
  readonly bytes: Buffer;
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const text = "text/plain";

/** The media types that a call takes: JSON each of them, a form all but those that take files. */
export const takes = ({ method, encoding }: Call): readonly string[] => {
  if (method === "GET") return [];
  if (encoding === "multipart") return ["multipart/form-data", json];
  return encoding === "raw" ? [text, json, form] : encoding === "json" ? [json, form] : [form, json];
};

export const mediaTypeOf = (header: string): string => (header.split(";")[0] ?? "").trim().toLowerCase();

const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const sameAsUtf8 = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);

/** The refusal of what is said to be in another charset than UTF-8, or is. */
export const utf8Only = (body: Body, header: string): Problem | undefined => {
  const named = charset.exec(header)?.[1] ?? "utf-8";
  if (!sameAsUtf8.has(named.toLowerCase()))
    return new Problem("wrongType", { message: "request.charset", values: { charset: named.slice(0, 40) } });
  return isUtf8(body.bytes) ? undefined : new Problem("badRequest", { message: "request.utf8" });
};

/** Lets every body of a known type through unread: who may not ask is refused before anything is parsed. */
export const takeBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser([json, text]);
  app.addContentTypeParser<Buffer>([json, form, text], { parseAs: "buffer" }, (_request, bytes, done) => done(null, { bytes }));
};
