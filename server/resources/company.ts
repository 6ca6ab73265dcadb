import { company } from "#contract/resources/company.ts";
import { scheduledRules } from "#server/alarm/scheduledRules.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";
import { addCompany, editCompany, editOwnCompany, removeCompanies, switchCompanies } from "#server/people/companies.ts";
import { getCompany, listCompanies, listCompanyNodes, listMiniCompanies } from "#server/people/companyRows.ts";
import { companyMoved, stopUnlessWorking } from "#server/people/reach.ts";
import type { Services } from "#server/services.ts";

const switched = async ({ ids }: { ids: readonly string[] }, enabled: boolean, { services, caller, at, trace }: HandlerContext) => {
  trace.change = (await switchCompanies(services.db, caller, ids, enabled, at)).change;
  if (!enabled) for (const id of ids) await stopUnlessWorking(services, id);
  return null;
};

/** Its zone may be another one: schedules of rules are told in it. */
const tellSchedules = async ({ db, changes }: Pick<Services, "db" | "changes">, id: string): Promise<void> => {
  const ids = await scheduledRules(db, id);
  if (ids.length > 0) await changes.tell({ kind: "rules", ids });
};

export const companyAnswers = implement(company, {
  get_my: (_request, { services, caller, at }) => getCompany(services.db, caller, caller.companyId, at),
  query: (request, { services, caller, at }) => listCompanies(services.db, caller, request, at),
  query_mini: (request, { services, caller }) => listMiniCompanies(services.db, caller, request),
  get: ({ id }, { services, caller, at }) => getCompany(services.db, caller, id, at),
  query_tree: (request, { services, caller, at }) => listCompanyNodes(services.db, caller, request, at),
  async post(request, { services, caller, at, trace }) {
    const { id, change } = await addCompany(services, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    const { change, moved } = await editCompany(services.db, caller, request, at);
    trace.change = change;
    if (moved) await companyMoved(services, request.id);
    await tellSchedules(services, request.id);
    await stopUnlessWorking(services, request.id);
    return null;
  },
  async update_my(request, { services, caller, at, trace }) {
    trace.change = (await editOwnCompany(services.db, caller, request, at)).change;
    await tellSchedules(services, caller.companyId);
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { removed, change } = await removeCompanies(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
  enable: (request, context) => switched(request, true, context),
  disable: (request, context) => switched(request, false, context),
});
