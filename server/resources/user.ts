import { user } from "#contract/resources/user.ts";
import { beginTotp, confirmTotp, endTotp, hasTotp } from "#server/auth/totp.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";
import { pageOfRows } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { changeOf, passwordChange } from "#server/log/changeOf.ts";
import { menuTreeOf } from "#server/menu/menuTree.ts";
import { listDeviceUsers } from "#server/people/deviceUsers.ts";
import { checkOwner, checkOwnPassword, ownFactorAttempt } from "#server/people/ownerProof.ts";
import { changeOwnPassword, editProfile, myself } from "#server/people/profile.ts";
import { listUsers } from "#server/people/userRows.ts";
import { addChild, editChild, removeChildren, resetChildPassword, setChildRoles, switchChildren } from "#server/people/users.ts";
import { systemTexts } from "#server/system/systemTexts.ts";

const added = async (request: Parameters<typeof addChild>[2], { services, caller, at, trace }: HandlerContext) => {
  const { id, change } = await addChild(services, caller, request, at);
  trace.change = change;
  return { id };
};

export const userAnswers = implement(user, {
  my: (_request, { services, caller, language }) => myself(services.db, caller, language),
  menu_tree: (_request, { services, caller }) => menuTreeOf(services.db, caller.userId),
  query: (request, { services, caller }) => listUsers(services.db, caller, request, "own"),
  get_child: (request, { services, caller }) => listUsers(services.db, caller, request, "children"),
  async update(request, { services, caller, at, address, trace }) {
    trace.change = (await editProfile(services, caller, request, { address, at })).change;
    return null;
  },
  async update_pass(request, { services, caller, at, address, trace }) {
    await changeOwnPassword(services, caller, request, { address, at });
    trace.change = passwordChange;
    return null;
  },
  add_child: added,
  add_child_company: added,
  async edit_child(request, { services, caller, at, address, trace }) {
    trace.change = (await editChild(services, caller, request, { at, address })).change;
    await services.changes.tell({ kind: "rights", userIds: [request.id] });
    return null;
  },
  async edit_child_role(request, { services, caller, at, trace }) {
    trace.change = (await setChildRoles(services.db, caller, request, at)).change;
    await services.changes.tell({ kind: "rights", userIds: [request.id] });
    return null;
  },
  async enable({ ids }, { services, caller, at, trace }) {
    trace.change = (await switchChildren(services.db, caller, ids, true, at)).change;
    return null;
  },
  async disable({ ids }, { services, caller, at, trace }) {
    trace.change = (await switchChildren(services.db, caller, ids, false, at)).change;
    for (const id of ids) await services.sessions.endAll(id);
    return null;
  },
  async delete_child({ ids }, { services, caller, trace }) {
    const removed = await removeChildren(services, caller, ids);
    trace.change = removed.change;
    return { removed: removed.count };
  },
  async reset_child_pass(request, { services, caller, at, address, trace }) {
    const reset = await resetChildPassword(services, caller, request, { at, address });
    trace.detail = JSON.stringify({ id: request.id, account: reset.account });
    trace.change = passwordChange;
    return { password: reset.password };
  },
  query_device_user: (request, { services, caller }) => listDeviceUsers(services.db, caller, request),
  async totp_begin(proof, { services, caller, address }) {
    if (await hasTotp(services.db, caller.userId)) throw new Problem("notModifiable", { values: { name: caller.account } });
    await checkOwner(services, caller, proof, address);
    const { platform } = await systemTexts(services.db);
    return beginTotp(services.db, { id: caller.userId, account: caller.account }, platform);
  },
  async totp_confirm({ verifyCode }, { services, caller, address, at, trace }) {
    const attempt = await ownFactorAttempt(services, caller, address);
    const recoveryCodes = await confirmTotp(services.db, caller.userId, verifyCode, at);
    await attempt.right();
    trace.change = changeOf({ totp: false }, { totp: true });
    await services.sessions.endAll(caller.userId, caller.sessionId);
    return { recoveryCodes };
  },
  async totp_end(proof, { services, caller, address, trace }) {
    await checkOwner(services, caller, proof, address);
    const held = await hasTotp(services.db, caller.userId);
    await endTotp(services.db, caller.userId);
    trace.change = changeOf({ totp: held }, { totp: false });
    await services.sessions.endAll(caller.userId, caller.sessionId);
    return null;
  },
  async sessions(request, { services, caller }) {
    const rows = (await services.sessions.openOf(caller.userId)).map(({ id, address, createdAt, seenAt }) => ({
      address,
      createdAt: new Date(createdAt).toISOString(),
      seenAt: new Date(seenAt).toISOString(),
      current: id === caller.sessionId,
    }));
    return pageOfRows(rows, request);
  },
  async end_sessions({ password }, { services, caller, address }) {
    await checkOwnPassword(services, caller, password, address);
    const ended = (await services.sessions.openOf(caller.userId)).length - 1;
    await services.sessions.endAll(caller.userId, caller.sessionId);
    return { ended };
  },
});
