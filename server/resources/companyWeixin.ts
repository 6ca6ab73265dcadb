import { alarmContact } from "#contract/resources/alarmGroup.ts";
import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import { alarmContacts } from "#server/catalog/alarmGroups.ts";
import { companyWeixins } from "#server/catalog/companyWeixin.ts";
import type { Db } from "#server/db/open.ts";
import { NotTaken } from "#server/delivery/codeProvider.ts";
import type { Caller } from "#server/kit/caller.ts";
import { implement } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import { utcText } from "#server/kit/utcText.ts";
import { timeoutMs } from "#server/notices/channels.ts";
import { accessOf, accountFor } from "#server/weixin/accounts.ts";
import { boundContacts, boundUsers, endBindings } from "#server/weixin/bindings.ts";
import { newScene, sceneSeconds } from "#server/weixin/scenes.ts";

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

/** Whose account a code is of: of an alarm contact's organisation where one is named, otherwise of the caller's. */
const companyOf = async (db: Db, caller: Caller, contactId: string | undefined): Promise<string> => {
  if (contactId === undefined) return caller.companyId;
  if (!caller.grants.has(alarmContact.calls.put.path)) throw new Problem("forbidden");
  return (await alarmContacts.toChange(db, caller, contactId)).company_id;
};

export const userWeixinAnswers = implement(userWeixin, {
  query: (request, { services: { db }, caller }) => boundUsers(db, caller, request),
  async delete({ ids }, { services: { db }, caller, trace }) {
    const { removed, change } = await endBindings(db, caller, "user_weixin", ids);
    trace.change = change;
    return { removed };
  },
  async bind({ contactId }, { services: { db, weixinApi }, caller, at }) {
    const account = await accountFor(db, await companyOf(db, caller, contactId));
    if (!account) throw new Problem("weixinNone");
    const scene = await newScene(db, account.id, contactId === undefined ? { userId: caller.userId } : { contactId }, at);
    try {
      const code = await weixinApi.sceneCode(accessOf(account), scene, sceneSeconds, AbortSignal.timeout(timeoutMs));
      return { code, endsAt: utcText(at + sceneSeconds * 1000) };
    } catch (fault) {
      throw new Problem("weixinRefused", { values: { answer: saidBy(fault).slice(0, wholeAnswer) } });
    }
  },
});

export const alarmUserWeixinAnswers = implement(alarmUserWeixin, {
  query: (request, { services: { db }, caller }) => boundContacts(db, caller, request),
  async delete({ ids }, { services: { db }, caller, trace }) {
    const { removed, change } = await endBindings(db, caller, "alarm_user_weixin", ids);
    trace.change = change;
    return { removed };
  },
});
