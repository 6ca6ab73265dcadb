import { deviceLocationTrack } from "#contract/resources/deviceLocationTrack.ts";
import { attach } from "#store/attach.ts";

export const deviceLocationTrackCalls = attach(deviceLocationTrack);
