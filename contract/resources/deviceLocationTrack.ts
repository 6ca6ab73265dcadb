import { z } from "zod";
import { read, resource } from "#contract/kit/call.ts";
import { id, instant, utcTime } from "#contract/kit/page.ts";
import { limits } from "#contract/limits.ts";

const dayMs = 86_400_000;

const trackPlace = z.object({ at: utcTime, lng: z.number(), lat: z.number() });
export type TrackPlace = z.output<typeof trackPlace>;

/** Where devices were, as they said themselves; it goes with the device. */
export const deviceLocationTrack = resource(
  "device_location_track",
  {
    /** Places of one device within a period, oldest first, degrees in WGS-84. */
    query: read(
      z.object({ deviceId: id, from: instant, to: instant }).superRefine(({ from, to }, context) => {
        const length = Date.parse(to) - Date.parse(from);
        if (length <= 0) context.addIssue({ code: "custom", path: ["to"], message: "rule.period" });
        if (length > limits.track.days * dayMs) context.addIssue({ code: "custom", path: ["to"], message: "rule.period.track" });
      }),
      z.object({
        places: z.array(trackPlace),
        /** How many there are in the period. */
        total: z.number().int(),
        /** ms: of a longer track places are answered that are at least so far apart; 0 where all are. */
        stepMs: z.number(),
      }),
    ),
  },
  { zh: "设备轨迹", en: "device track" },
);
