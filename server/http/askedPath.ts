import type { FastifyRequest } from "fastify";

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Text that is no proper encoding is what it is: no route matches it. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The path that was asked for, as routes are matched: letters may be encoded, and a whole address may stand in its place. */
export const askedPath = ({ url }: Pick<FastifyRequest, "url">): string => decoded(url.replace(origin, "").split(/[?#]/, 1)[0] ?? "");

export const asksForCall = (request: Pick<FastifyRequest, "url">): boolean => askedPath(request).startsWith("/api/");
