import { z } from "zod";
import { limits } from "#contract/limits.ts";

/** A device that was picked for a group: whole, or these slaves of it. */
export const pickedMember = z.object({
  deviceId: z.string(),
  name: z.string(),
  sn: z.string(),
  slaveIds: z.array(z.string()),
});
export type PickedMember = z.output<typeof pickedMember>;

export const pickedMembers = z.object({
  members: z.array(pickedMember).min(1, "rule.chooseOne").max(limits.group.members),
});

/** What is asked for with picked members. */
export const memberRequest = (id: string, members: readonly PickedMember[]) => ({
  id,
  deviceIds: members.filter(({ slaveIds }) => slaveIds.length === 0).map(({ deviceId }) => deviceId),
  slaveIds: members.flatMap(({ slaveIds }) => slaveIds),
});
