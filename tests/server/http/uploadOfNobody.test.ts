import { expect, it } from "vitest";
import { imageFile } from "#contract/resources/imageFile.ts";
import { readMultipart } from "#server/http/multipart.ts";

it("an upload whose asker has hung up before it was read is refused, instead of being waited for without end", async () => {
  const request = {
    raw: { destroyed: true },
    // The edge: of a connection that is gone no part comes any more, and no end.
    async *parts() {
      yield await new Promise<never>(() => undefined);
    },
  };
  const reading = readMultipart(request, imageFile.calls.upload, {
    hold: () => Promise.reject(new Error("nothing came")),
  });
  await expect(reading).rejects.toMatchObject({ code: "badRequest" });
});
