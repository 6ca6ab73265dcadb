import { role, userRole } from "#contract/resources/role.ts";
import { implement } from "#server/kit/implement.ts";
import { pageOfRows } from "#server/kit/page.ts";
import { authorizeRole, permissionOf } from "#server/people/permissions.ts";
import { listGrantable, roles } from "#server/people/roles.ts";

const { query, get: _, ...answers } = roles.answers;

export const userRoleAnswers = implement(userRole, {
  query_user: query,
  async query_child_user({ companyId, ...page }, { services, caller }) {
    return pageOfRows(await listGrantable(services.db, caller, companyId ?? caller.companyId), page);
  },
});

export const roleAnswers = implement(role, {
  ...answers,
  permission: ({ id }, { services, caller }) => permissionOf(services.db, caller, id),
  async authorize(request, { services, caller, at, trace }) {
    const { change, userIds } = await authorizeRole(services.db, caller, request, at);
    trace.change = change;
    await services.changes.tell({ kind: "rights", userIds });
    return null;
  },
});
