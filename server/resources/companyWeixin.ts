import { alarmUserWeixin, companyWeixin, sceneSeconds, userWeixin } from "#contract/resources/companyWeixin.ts";
import { alarmContacts } from "#server/catalog/alarmGroups.ts";
import { companyWeixins } from "#server/catalog/companyWeixin.ts";
import { NotTaken } from "#server/delivery/codeProvider.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import { utcText } from "#server/kit/utcText.ts";
import { timeoutMs } from "#server/notices/channels.ts";
import { accessOf, accountFor } from "#server/weixin/accounts.ts";
import { boundContacts, boundUsers, endBindings } from "#server/weixin/bindings.ts";
import { type Bound, newScene } from "#server/weixin/scenes.ts";

/** What WeChat said where it gave nothing; otherwise that it could not be reached. */
const saidBy = (fault: unknown): string => (fault instanceof NotTaken ? fault.answer : "");

const wholeAnswer = 300;

export const companyWeixinAnswers = implement(companyWeixin, {
  ...companyWeixins.answers,
  async my(_request, { services: { db }, caller }) {
    const account = await accountFor(db, caller.companyId);
    if (!account) return { account: null, bound: false, following: false };
    const bound = await db
      .selectFrom("user_weixin")
      .select("following")
      .where("user_id", "=", caller.userId)
      .where("weixin_id", "=", account.id)
      .executeTakeFirst();
    const own = account.company_id === caller.companyId;
    return {
      account: { name: account.name, companyName: account.company_name, own },
      ...{ bound: bound !== undefined, following: bound?.following === 1 },
    };
  },
  async try({ id }, { services: { db, weixinApi, noticeTries }, caller }) {
    const account = await companyWeixins.toChange(db, caller, id);
    noticeTries.take(caller.userId);
    try {
      await weixinApi.check(accessOf(account), AbortSignal.timeout(timeoutMs));
      return { ok: true, answer: "" };
    } catch (fault) {
      return { ok: false, answer: saidBy(fault).slice(0, wholeAnswer) };
    }
  },
});

/** Of the account that the organisation uses. */
const codeOf = async ({ services, caller, at }: HandlerContext, companyId: string, bound: Bound) => {
  const { db, sceneCodes, weixinApi } = services;
  const account = await accountFor(db, companyId);
  if (!account) throw new Problem("weixinNone");
  sceneCodes.take(caller.userId);
  const scene = await newScene(db, account.id, bound, at);
  try {
    const code = await weixinApi.sceneCode(accessOf(account), scene, sceneSeconds, AbortSignal.timeout(timeoutMs));
    return { code, endsAt: utcText(at + sceneSeconds * 1000) };
  } catch (fault) {
    const answer = saidBy(fault).slice(0, wholeAnswer);
    throw answer === "" ? new Problem("weixinSilent") : new Problem("weixinRefused", { values: { answer } });
  }
};

export const userWeixinAnswers = implement(userWeixin, {
  query: (request, { services: { db }, caller }) => boundUsers(db, caller, request),
  async delete({ ids }, { services: { db }, caller, trace }) {
    const { removed, change } = await endBindings(db, caller, "user_weixin", ids);
    trace.change = change;
    return { removed };
  },
  bind: (_request, context) => codeOf(context, context.caller.companyId, { userId: context.caller.userId }),
});

export const alarmUserWeixinAnswers = implement(alarmUserWeixin, {
  query: (request, { services: { db }, caller }) => boundContacts(db, caller, request),
  async delete({ ids }, { services: { db }, caller, trace }) {
    const { removed, change } = await endBindings(db, caller, "alarm_user_weixin", ids);
    trace.change = change;
    return { removed };
  },
  async bind({ contactId }, context) {
    const { company_id } = await alarmContacts.toChange(context.services.db, context.caller, contactId);
    return codeOf(context, company_id, { contactId });
  },
});
