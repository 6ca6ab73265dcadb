import type { ResponseOf } from "#contract/kit/call.ts";
import { type TrackPlace as AnsweredPlace, deviceLocationTrack } from "#contract/resources/deviceLocationTrack.ts";
import { attach } from "#store/attach.ts";

/** A place of a track with its instant in UTC milliseconds, as the player counts. */
export interface TrackPlace extends Omit<AnsweredPlace, "at"> {
  at: number;
}

export const deviceLocationTrackCalls = attach(deviceLocationTrack, {
  query: ({ places, ...answer }: ResponseOf<typeof deviceLocationTrack.calls.query>) => ({
    ...answer,
    places: places.map(({ at, ...place }): TrackPlace => ({ ...place, at: Date.parse(at) })),
  }),
});
