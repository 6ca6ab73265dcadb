import { imageFile } from "#contract/resources/imageFile.ts";
import { keepPicture } from "#server/files/pictures.ts";
import { implement } from "#server/kit/implement.ts";

export const imageFileAnswers = implement(imageFile, {
  async upload({ kind, file }, { services, trace }) {
    trace.detail = JSON.stringify({ kind, name: file.name, bytes: file.size });
    return { url: await keepPicture(services.config.dataDir, Buffer.from(await file.arrayBuffer()), kind) };
  },
});
