import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { addVideo, editVideo, listVideos, removeVideos } from "#server/devices/videos.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceVideoAnswers = implement(deviceVideo, {
  query: (request, { services, caller }) => listVideos(services, caller, request),
  async post(request, { services, caller, at, trace }) {
    const { id, change } = await addVideo(services, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    trace.change = await editVideo(services, caller, request, at);
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { removed, change } = await removeVideos(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
});
