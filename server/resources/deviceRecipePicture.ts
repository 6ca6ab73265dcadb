import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { iconGroups } from "#server/catalog/iconGroups.ts";
import { addPicture, editPicture, getPicture, listPictures, removePictures } from "#server/catalog/iconPictures.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceRecipePictureAnswers = implement(deviceRecipePicture, {
  ...iconGroups.answers,
  query_body: (request, { services, caller }) => listPictures(services.db, caller, request),
  get_body: ({ id }, { services, caller }) => getPicture(services.db, caller, id),
  async add_body(request, { services, caller, at, trace }) {
    const { id, change } = await addPicture(services.db, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put_body(request, { services, caller, at, trace }) {
    trace.change = await editPicture(services.db, caller, request, at);
    return null;
  },
  async delete_body({ ids }, { services, caller, trace }) {
    const { removed, change } = await removePictures(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
});
