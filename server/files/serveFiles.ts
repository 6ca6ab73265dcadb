import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { isPackage } from "#server/files/packages.ts";
import { pictureFolder, servedType } from "#server/files/pictures.ts";

const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size;
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  }
};

/** What a kept file goes out as: a picture as a picture, a package as a download that nothing tries to show. */
const headersOf = (name: string): Record<string, string> | undefined => {
  const picture = servedType(name);
  if (picture !== undefined) return { "Content-Type": picture };
  if (!isPackage(name)) return undefined;
  return { "Content-Type": "application/octet-stream", "Content-Disposition": `attachment; filename="${name}"` };
};

/** Files by their unguessable names, never as a page. */
export const serveFiles = (app: FastifyInstance, dataDir: string): void => {
  app.get<{ Params: { name: string } }>("/files/:name", async ({ params: { name } }, reply) => {
    const own = headersOf(name);
    const path = join(pictureFolder(dataDir), name);
    const size = own === undefined ? undefined : await sizeOf(path);
    if (own === undefined || size === undefined) return reply.callNotFound();
    return reply
      .headers({
        ...own,
        "Content-Length": size,
        "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, max-age=31536000, immutable",
      })
      .send(createReadStream(path));
  });
};
