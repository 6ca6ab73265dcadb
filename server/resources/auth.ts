import { limits } from "#contract/limits.ts";
import { auth } from "#contract/resources/auth.ts";
import { browserCookie, newMark } from "#server/auth/knownBrowsers.ts";
import { pageCookie } from "#server/auth/pageTokens.ts";
import { hashPassword } from "#server/auth/password.ts";
import { checkPassword } from "#server/auth/passwordPolicy.ts";
import { firstFactor, masked, secondFactorFits, sendLoginCode, sendSecondFactor } from "#server/auth/signIn.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { passwordChange } from "#server/log/changeOf.ts";
import { mayTakeCodes } from "#server/people/addressChange.ts";
import { ownAsker } from "#server/people/ownerProof.ts";
import { holderOfPhone } from "#server/people/phoneHolder.ts";
import { phoneProven } from "#server/people/provenPhone.ts";
import { register } from "#server/people/registration.ts";
import { systemTexts } from "#server/system/systemTexts.ts";

/** Cookies that no script reads. */
const hide = ({ trace }: HandlerContext, name: string, value: string, maxAge?: number): void => {
  trace.cookies = [...(trace.cookies ?? []), { name, value, httpOnly: true, ...(maxAge === undefined ? {} : { maxAge }) }];
};

const keepMark = (context: HandlerContext, mark: string, keep = true): void =>
  hide(context, browserCookie, mark, keep ? limits.knownBrowserSeconds : undefined);

const givePage = (context: HandlerContext): void => hide(context, pageCookie, context.services.pageTokens.give(context.address));

/** One code for one token of the page; the next token comes with the answer. What is refused, for there is a wait, uses none up. */
const withPage = async (context: HandlerContext, send: () => Promise<number>): Promise<{ seconds: number }> => {
  givePage(context);
  const giveBack = await context.services.pageTokens.take(context.page, context.address);
  if (!giveBack) throw new Problem("pageStale");
  try {
    return { seconds: await send() };
  } catch (fault) {
    await giveBack();
    throw fault;
  }
};

export const authAnswers = implement(auth, {
  async login(request, context) {
    const { services, address, browser, language, signedIn, trace } = context;
    trace.account = request.username;
    trace.detail = JSON.stringify({ username: request.username });
    const secondStep = request.verifyCode !== "";
    if (!(await services.captchas.use(request.random, request.code, secondStep ? request.username : undefined)))
      throw new Problem("captchaWrong");
    const { account, attempt, second } = await firstFactor(services, { ...request, address, browser, trace });
    if (account.secondFactor !== "none") {
      await services.captchas.hold(request.random, request.code, request.username);
      await attempt.takeBack();
      if (!secondStep) {
        if (account.secondFactor === "totp") throw new Problem("secondFactor", { data: { phone: "", factor: "totp" } });
        const phone = await sendSecondFactor(services, account, { address, language });
        throw new Problem("secondFactor", { data: { phone, factor: "phone" } });
      }
      const factorAttempt = await second();
      if (!factorAttempt.allowed) throw new Problem("loginRefused");
      if (!(await secondFactorFits(services, account, request.verifyCode, address)))
        throw new Problem(account.secondFactor === "totp" ? "totpCodeWrong" : "phoneCodeWrong");
      await factorAttempt.right();
    }
    await attempt.right();
    trace.detail = JSON.stringify({ username: request.username, factor: account.secondFactor });
    if (signedIn) await services.sessions.end(signedIn.sessionId);
    const opened = await services.sessions.openWith(account.id, address, account.passwordHash);
    if (!opened) throw new Problem("loginRefused");
    const { token, sessionId } = opened;
    await services.db
      .updateTable("user")
      .set({ last_address: address, last_login_at: services.now() })
      .where("id", "=", account.id)
      .execute();
    const caller = await services.sessions.callerOf(account.id, sessionId);
    if (!caller) throw new Problem("loginRefused");
    const mark = await services.knownBrowsers.remember(account.id, browser);
    trace.cookies = [{ name: "key", value: "1", ...(request.remember ? { maxAge: limits.session.idleSeconds } : {}) }];
    keepMark(context, mark, request.remember);
    return { token, paths: [...caller.grants] };
  },
  async logout(_request, { services, caller, trace }) {
    await services.sessions.end(caller.sessionId);
    trace.cookies = [{ name: "key", value: "", maxAge: 0 }];
    return null;
  },
  async query_main(_request, context) {
    const { services, browser } = context;
    givePage(context);
    if (browser === "") keepMark(context, newMark());
    const texts = await systemTexts(services.db);
    return [
      { name: "platform", remark: texts.platform },
      { name: "phone", remark: texts.phone },
      { name: "record", remark: texts.record },
      { name: "logo", remark: texts.logo },
    ];
  },
  get_random_code: (request, { services }) => services.captchas.draw(request.random),
  check_random_code: async (request, { services }) => ({ right: await services.captchas.look(request.random, request.code) }),
  async send_login_pass_code(request, { services, address, browser, language, trace }) {
    trace.account = request.username;
    trace.detail = JSON.stringify({ username: request.username });
    // Each password that is judged costs a captcha, here as at the log-in; that of the log-in that asked for the code is one.
    if (!(await services.captchas.use(request.random, request.code, request.username))) throw new Problem("captchaWrong");
    const { account, attempt } = await firstFactor(services, { ...request, address, browser, trace });
    await attempt.takeBack();
    if (account.secondFactor !== "phone") throw new Problem("badRequest");
    await services.captchas.hold(request.random, request.code, request.username);
    return { seconds: await sendLoginCode(services, account, { address, language }) };
  },
  async send_register_code({ phone }, context) {
    const { services, address, browser, language } = context;
    return withPage(context, async () => {
      const taken = await services.db.selectFrom("user").select("id").where("account", "=", phone).executeTakeFirst();
      const delivery = taken ? "never" : "unseen";
      const asker = { address, browser };
      const waitSeconds = limits.resend.registerSeconds;
      return services.phoneCodes.send("register", { to: { phone }, asker, language, waitSeconds, delivery });
    });
  },
  async send_reset_pass_code({ phone }, context) {
    const { services, address, browser, language } = context;
    return withPage(context, async () => {
      const holder = await holderOfPhone(services.db, phone, services.believed());
      const email = holder && mayTakeCodes(holder.email_changed_at, services.believed()) ? holder.email : "";
      const to = { phone, ...(email ? { email } : {}) };
      const delivery = holder && mayTakeCodes(holder.phone_changed_at, services.believed()) ? "unseen" : "never";
      const asker = { address, browser, known: await services.knownBrowsers.nameFor(holder?.id, browser) };
      const waitSeconds = limits.resend.resetSeconds;
      return services.phoneCodes.send("reset", { to, asker, account: holder?.id, language, waitSeconds, delivery });
    });
  },
  async send_auth_pass_code({ phone }, { services, caller, address, language }) {
    const asker = ownAsker(caller, address);
    return {
      seconds: await services.phoneCodes.send("auth", { to: { phone }, asker, language, waitSeconds: limits.resend.loginSeconds }),
    };
  },
  async register(request, { services, address, browser, at, trace }) {
    trace.account = request.phone;
    const { companyId, change } = await register(services, request, { address, browser }, at);
    Object.assign(trace, { owner: { userName: request.userName, companyId }, change });
    return null;
  },
  async reset_pass(request, { services, address, browser, at, trace }) {
    trace.detail = JSON.stringify({ phone: masked(request.phone) });
    const own = await holderOfPhone(services.db, request.phone, services.believed());
    if (own) Object.assign(trace, { account: own.account, owner: { userName: own.user_name, companyId: own.company_id } });
    const asker = { address, browser, known: await services.knownBrowsers.nameFor(own?.id, browser) };
    if (!(await services.phoneCodes.fits("reset", request.phone, request.verificationCode, asker, own?.id)))
      throw new Problem("phoneCodeWrong");
    if (!own) throw fieldProblem("phone", "rule.phone.format");
    const about = { account: own.account, phone: own.phone, userName: own.user_name, companyId: own.company_id };
    await checkPassword(services.db, request.password, about);
    const way = await services.phoneCodes.use("reset", request.phone, request.verificationCode, asker, own.id);
    if (way === undefined) throw new Problem("phoneCodeWrong");
    const password_hash = await hashPassword(request.password);
    const { numUpdatedRows } = await services.db
      .updateTable("user")
      .set((eb) => ({ password_hash, version: eb("version", "+", 1), updated_at: at, updated_by: own.account }))
      .where("id", "=", own.id)
      .where("phone", "=", own.phone)
      .executeTakeFirst();
    // The owner moved to another phone while the code of this one was judged.
    if (numUpdatedRows === 0n) throw new Problem("phoneCodeWrong");
    await phoneProven(services.db, own, way);
    trace.change = passwordChange;
    await services.sessions.endAll(own.id);
    return null;
  },
});
