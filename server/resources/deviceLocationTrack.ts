import { deviceLocationTrack } from "#contract/resources/deviceLocationTrack.ts";
import { implement } from "#server/kit/implement.ts";
import { trackOf } from "#server/places/track.ts";

export const deviceLocationTrackAnswers = implement(deviceLocationTrack, {
  query: (request, { services, caller }) => trackOf(services.db, caller, request),
});
