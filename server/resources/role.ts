import { role, userRole } from "#contract/resources/role.ts";
import { implement } from "#server/kit/implement.ts";
import { authorizeRole, permissionOf } from "#server/people/permissions.ts";
import { addRole, editRole, listGrantable, listRoles, removeRoles } from "#server/people/roles.ts";

export const userRoleAnswers = implement(userRole, {
  query_user: (request, { services, caller }) => listRoles(services.db, caller, request),
  query_child_user: ({ companyId }, { services, caller }) => listGrantable(services.db, caller, companyId ?? caller.companyId),
});

export const roleAnswers = implement(role, {
  async post(request, { services, caller, at, trace }) {
    const { id, change } = await addRole(services.db, caller, request, at);
    trace.change = change;
    return { id };
  },
  async put(request, { services, caller, at, trace }) {
    trace.change = (await editRole(services.db, caller, request, at)).change;
    return null;
  },
  async delete({ ids }, { services, caller, trace }) {
    const { removed, change } = await removeRoles(services.db, caller, ids);
    trace.change = change;
    return { removed };
  },
  permission: ({ id }, { services, caller }) => permissionOf(services.db, caller, id),
  async authorize(request, { services, caller, at, trace }) {
    const { change, userIds } = await authorizeRole(services.db, caller, request, at);
    trace.change = change;
    await services.changes.tell({ kind: "rights", userIds });
    return null;
  },
});
