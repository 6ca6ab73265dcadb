import { limits } from "#contract/limits.ts";
import { sample } from "#contract/resources/sample.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { confirmOwnPassword } from "#server/sample/ownPassword.ts";
import {
  addSampleUser,
  type Editor,
  editSampleUser,
  listSampleUsers,
  pageSampleUsers,
  removeSampleUsers,
} from "#server/sample/sampleUsers.ts";

const editorOf = ({ caller, at }: HandlerContext): Editor => ({
  companyId: caller.companyId,
  companyPath: caller.companyPath,
  name: caller.userName || caller.account,
  zone: caller.zone,
  at,
});

const idsOf = (commaList: string): string[] => {
  const ids = commaList
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  if (ids.length === 0) throw fieldProblem("ids", "rule.chooseOne");
  if (ids.length > limits.bulk) throw fieldProblem("ids", "rule.invalid");
  return ids;
};

export const sampleAnswers = implement(sample, {
  login: (request, { services, caller, address }) => confirmOwnPassword(services, caller, request, address),
  list: async (request, { services, caller }) => ({ users: await listSampleUsers(services.db, caller, request) }),
  listpage: (request, { services, caller }) => pageSampleUsers(services.db, caller, request, request),
  add: async (request, context) => {
    const { id, change } = await addSampleUser(context.services.db, request, editorOf(context));
    context.trace.change = change;
    return { id };
  },
  edit: async (request, context) => {
    context.trace.change = await editSampleUser(context.services.db, request, editorOf(context));
    return null;
  },
  remove: async (request, { services, caller, trace }) => {
    trace.change = (await removeSampleUsers(services.db, caller, [request.id])).change;
    return null;
  },
  batchremove: async (request, { services, caller, trace }) => {
    const { removed, change } = await removeSampleUsers(services.db, caller, idsOf(request.ids));
    trace.change = change;
    return { removed };
  },
});
