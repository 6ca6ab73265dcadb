import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { companyGroups } from "#server/catalog/companyGroups.ts";
import { addToCompanyGroup, listMembers, removeFromCompanyGroup } from "#server/devices/groupMembers.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceCompanyGroupAnswers = implement(deviceCompanyGroup, {
  ...companyGroups.answers,
  query_group_slave: (request, { services, caller, at }) =>
    listMembers(services.db, caller, "company", request, { presence: services.presence, at }),
  async add_to_group(request, { services, caller, at, trace }) {
    const { added, change } = await addToCompanyGroup(services.db, caller, request, at);
    trace.change = change;
    return { added };
  },
  async remove_from_group(request, { services, caller, trace }) {
    const { removed, change } = await removeFromCompanyGroup(services.db, caller, request);
    trace.change = change;
    return { removed };
  },
});
