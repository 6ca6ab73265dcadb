import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { imageFile } from "#contract/resources/imageFile.ts";
import { readMultipart } from "#server/http/multipart.ts";

it("an upload whose asker has hung up before it was read is refused, instead of being waited for without end", async () => {
  const request = {
    raw: { destroyed: true },
    // The edge: of a connection that is gone no part comes any more, and no end.
    parts: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
  };
  const reading = readMultipart(request as unknown as FastifyRequest, imageFile.calls.upload, {
    hold: () => Promise.reject(new Error("nothing came")),
  } as never);
  await expect(reading).rejects.toMatchObject({ code: "badRequest" });
});
