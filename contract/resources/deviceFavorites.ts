import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, idRequest, ids, list, nothing, sortedPage, utcTime } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";
import { deviceRow, presence } from "#contract/resources/device.ts";

export const followedDevice = deviceRow.extend({
  /** Where it stands among those that the caller sees, from 1 on. */
  place: z.number(),
  followedAt: utcTime,
});
export type FollowedDevice = z.output<typeof followedDevice>;

const kept = { preference: true };

/** Devices that who asks follows, in an order of their own; one that they may no longer see waits until they may. */
export const deviceFavorites = resource("device_favorites", {
  query: read(
    z.object({
      ...sortedPage(["place", "name", "sn", "presence", "typeName", "companyName", "communicationTime", "openAlarms", "followedAt"]),
      search: filterText,
      presence: presence.optional(),
      alarmed: z.boolean().optional(),
    }),
    list(followedDevice),
    { brings: ["device"] },
  ),
  /** Those that are followed already stay where they are, others come last. */
  add: write(z.object({ ids }), z.object({ added: z.number() }), { ...kept, touches: ["device"] }),
  top: write(idRequest, nothing, kept),
  bottom: write(idRequest, nothing, kept),
  /** Puts a device before the one at this place, and behind all where there is none. */
  sort: write(z.object({ id, place: z.number("rule.number").int("rule.number").min(1, "rule.number") }), nothing, kept),
  cancel: write(z.object({ ids }), z.object({ removed: z.number() }), { ...kept, touches: ["device"] }),
});
