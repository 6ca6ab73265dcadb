import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { id, idRequest, ids, list, sortedPage, utcTime } from "#contract/kit/page.ts";
import { filterText } from "#contract/kit/text.ts";
import { deviceRow, presence } from "#contract/resources/device.ts";

/** A device in a group, or one of its slaves alone. */
export const groupMember = deviceRow.extend({
  /** Empty where the whole device is in it. */
  slaveId: z.string(),
  slaveNo: z.number().nullable(),
  slaveName: z.string(),
  addedAt: utcTime,
});
export type GroupMember = z.output<typeof groupMember>;

/** What the members of one group, whose `id` it is, are listed by. */
export const membersAsked = z.object({
  ...sortedPage(["name", "sn", "presence", "typeName", "companyName", "communicationTime", "openAlarms", "addedAt"]),
  id,
  search: filterText,
  presence: presence.optional(),
});

const named = z.object({ id: z.string(), name: z.string() });

/** Devices in the groups that each user keeps alone, and the groups that a device is in. */
export const deviceGroupMember = resource("device_group_member", {
  query: read(membersAsked, list(groupMember), { brings: ["device"] }),
  /** Into the group of this id; those that are in it stay. */
  add: write(z.object({ id, deviceIds: ids }), z.object({ added: z.number() }), { touches: ["device_group", "device"] }),
  /** Out of the group of this id. */
  remove: write(z.object({ id, deviceIds: ids }), z.object({ removed: z.number() }), { touches: ["device_group", "device"] }),
  /** The groups of a device: one's own, and those of organisations where who asks may list these, with the slaves where only some are in one. */
  query_groups: read(
    idRequest,
    z.object({
      own: z.array(named),
      organisation: z.array(named.extend({ slaves: z.array(z.object({ no: z.number(), name: z.string() })) })),
    }),
    { brings: ["device_group", "device_company_group"] },
  ),
});
