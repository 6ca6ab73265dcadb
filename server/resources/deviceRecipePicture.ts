import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { addGroup, editGroup, getGroup, listGroups, removeGroups } from "#server/catalog/iconGroups.ts";
import { addPicture, editPicture, getPicture, listPictures, removePictures } from "#server/catalog/iconPictures.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceRecipePictureAnswers = implement(deviceRecipePicture, {
  query: (request, { services, caller }) => listGroups(services.db, caller, request),
  get: ({ id }, { services, caller }) => getGroup(services.db, caller, id),
  async post(request, { services, caller, at, trace }) {
    const { id, change } = await addGroup(services.db, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    trace.change = await editGroup(services.db, caller, request, at);
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { removed, change } = await removeGroups(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
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
