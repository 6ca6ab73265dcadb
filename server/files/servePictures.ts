import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pictureFolder, servedType } from "#server/files/pictures.ts";

const sizeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).size;
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  }
};

/** Pictures by their unguessable names, always with the type of a picture and never as a page. */
export const servePictures = (app: FastifyInstance, dataDir: string): void => {
  app.get<{ Params: { name: string } }>("/files/:name", async ({ params: { name } }, reply) => {
    const type = servedType(name);
    const path = join(pictureFolder(dataDir), name);
    const size = type === undefined ? undefined : await sizeOf(path);
    if (type === undefined || size === undefined) return reply.callNotFound();
    return reply
      .headers({
        "Content-Type": type,
        "Content-Length": size,
        "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, max-age=31536000, immutable",
      })
      .send(createReadStream(path));
  });
};
