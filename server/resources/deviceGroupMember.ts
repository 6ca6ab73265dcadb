import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { addToOwnGroup, groupsOfDevice, listMembers, removeFromOwnGroup } from "#server/devices/groupMembers.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceGroupMemberAnswers = implement(deviceGroupMember, {
  query: (request, { services, caller, at }) => listMembers(services.db, caller, "own", request, { presence: services.presence, at }),
  async add(request, { services, caller, at, trace }) {
    const { added, change } = await addToOwnGroup(services.db, caller, request, at);
    trace.change = change;
    return { added };
  },
  async remove(request, { services, caller, trace }) {
    const { removed, change } = await removeFromOwnGroup(services.db, caller, request);
    trace.change = change;
    return { removed };
  },
  query_groups: ({ id }, { services, caller }) => groupsOfDevice(services.db, caller, id),
});
