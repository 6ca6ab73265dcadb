import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { listFollowed } from "#server/devices/followedDevices.ts";
import { followDevices, placeAt, placeFirst, placeLast, unfollowDevices } from "#server/devices/followList.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceFavoritesAnswers = implement(deviceFavorites, {
  query: (request, { services, caller, at }) => listFollowed(services.db, caller, request, { presence: services.presence, at }),
  add: async ({ ids }, { services, caller, at }) => ({ added: await followDevices(services.db, caller, ids, at) }),
  cancel: async ({ ids }, { services, caller }) => ({ removed: await unfollowDevices(services.db, caller, ids) }),
  async top({ id }, { services, caller }) {
    await placeFirst(services.db, caller, id);
    return null;
  },
  async bottom({ id }, { services, caller }) {
    await placeLast(services.db, caller, id);
    return null;
  },
  async sort({ id, place }, { services, caller }) {
    await placeAt(services.db, caller, id, place);
    return null;
  },
});
