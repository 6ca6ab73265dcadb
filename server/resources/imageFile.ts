import { imageFile } from "#contract/resources/imageFile.ts";
import { keepPicture } from "#server/files/pictures.ts";
import { implement } from "#server/kit/implement.ts";

export const imageFileAnswers = implement(imageFile, {
  async upload({ kind, file }, { services, caller, trace }) {
    trace.detail = JSON.stringify({ kind, name: file.name, bytes: file.size });
    const upload = services.pictureAllowance.take(caller.userId, file.size);
    const { url, bytes } = await keepPicture(services.config.dataDir, Buffer.from(await file.arrayBuffer()), kind);
    upload.kept(bytes);
    return { url };
  },
});
