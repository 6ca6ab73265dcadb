import { limits } from "#contract/limits.ts";
import { auth } from "#contract/resources/auth.ts";
import { browserCookie } from "#server/auth/knownBrowsers.ts";
import { hashPassword } from "#server/auth/password.ts";
import { checkPassword } from "#server/auth/passwordPolicy.ts";
import { firstFactor, masked, secondFactorFits, sendLoginCode, sendSecondFactor } from "#server/auth/signIn.ts";
import type { Db } from "#server/db/open.ts";
import { implement } from "#server/kit/implement.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { passwordChange } from "#server/log/changeOf.ts";
import { mayTakeCodes } from "#server/people/addressChange.ts";
import { register } from "#server/people/registration.ts";
import { systemTexts } from "#server/system/systemTexts.ts";

/** Whose password a phone resets: who answered a code from it, else who had it first. Nobody can come before them by an account or a phone that is typed in. */
const userOfPhone = (db: Db, phone: string) =>
  db
    .selectFrom("user")
    .select(["id", "account", "phone", "email", "user_name", "company_id", "phone_changed_at", "email_changed_at"])
    .where("phone", "=", phone)
    .where("enabled", "=", 1)
    .orderBy((eb) => eb("proven_phone", "=", phone), "desc")
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();

export const authAnswers = implement(auth, {
  async login(request, { services, address, browser, language, signedIn, trace }) {
    trace.account = request.username;
    trace.detail = JSON.stringify({ username: request.username });
    const secondStep = request.verifyCode !== "";
    if (!services.captchas.use(request.random, request.code, secondStep ? request.username : undefined)) throw new Problem("captchaWrong");
    const { account, attempt } = await firstFactor(services, { ...request, address, browser, trace });
    if (account.secondFactor !== "none") {
      services.captchas.hold(request.random, request.code, request.username);
      if (!secondStep) {
        attempt.takeBack();
        if (account.secondFactor === "totp") throw new Problem("secondFactor", { data: { phone: "", factor: "totp" } });
        const phone = await sendSecondFactor(services, account, { address, language });
        throw new Problem("secondFactor", { data: { phone, factor: "phone" } });
      }
      if (!(await secondFactorFits(services, account, request.verifyCode)))
        throw new Problem(account.secondFactor === "totp" ? "totpCodeWrong" : "phoneCodeWrong");
    }
    attempt.right();
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
    trace.cookies = [
      { name: "key", value: "1", ...(request.remember ? { maxAge: limits.session.idleSeconds } : {}) },
      { name: browserCookie, value: mark, httpOnly: true, ...(request.remember ? { maxAge: limits.knownBrowserSeconds } : {}) },
    ];
    return { token, paths: [...caller.grants] };
  },
  async logout(_request, { services, caller, trace }) {
    await services.sessions.end(caller.sessionId);
    trace.cookies = [{ name: "key", value: "", maxAge: 0 }];
    return null;
  },
  async query_main(_request, { services }) {
    const texts = await systemTexts(services.db);
    return [
      { name: "platform", remark: texts.platform },
      { name: "phone", remark: texts.phone },
      { name: "record", remark: texts.record },
      { name: "logo", remark: texts.logo },
    ];
  },
  get_random_code: (request, { services }) => services.captchas.draw(request.random),
  check_random_code: (request, { services }) => ({ right: services.captchas.look(request.random, request.code) }),
  async send_login_pass_code(request, { services, address, browser, language, trace }) {
    trace.account = request.username;
    trace.detail = JSON.stringify({ username: request.username });
    // Behind the captcha of the log-in that asked for the code: without one, passwords could be tried here.
    if (!services.captchas.prolong(request.username)) throw new Problem("captchaWrong");
    const { account, attempt } = await firstFactor(services, { ...request, address, browser, trace });
    attempt.takeBack();
    if (account.secondFactor !== "phone") throw new Problem("badRequest");
    await sendLoginCode(services, account, { address, language });
    return { seconds: limits.resend.loginSeconds };
  },
  async send_register_code({ phone }, { services, address, language }) {
    const taken = await services.db.selectFrom("user").select("id").where("account", "=", phone).executeTakeFirst();
    const delivery = taken ? "never" : "unseen";
    await services.phoneCodes.send("register", { to: { phone }, address, language, waitSeconds: limits.resend.registerSeconds, delivery });
    return { seconds: limits.resend.registerSeconds };
  },
  async send_reset_pass_code({ phone }, { services, address, language }) {
    const known = await userOfPhone(services.db, phone);
    const email = known && mayTakeCodes(known.email_changed_at, services.believed()) ? known.email : "";
    const to = { phone, ...(email ? { email } : {}) };
    const delivery = known && mayTakeCodes(known.phone_changed_at, services.believed()) ? "unseen" : "never";
    await services.phoneCodes.send("reset", { to, address, language, waitSeconds: limits.resend.resetSeconds, delivery });
    return { seconds: limits.resend.resetSeconds };
  },
  async send_auth_pass_code({ phone }, { services, address, language }) {
    await services.phoneCodes.send("auth", { to: { phone }, address, language, waitSeconds: limits.resend.loginSeconds });
    return { seconds: limits.resend.loginSeconds };
  },
  async register(request, { services, at, trace }) {
    trace.account = request.phone;
    const { companyId, change } = await register(services, request, at);
    Object.assign(trace, { owner: { userName: request.userName, companyId }, change });
    return null;
  },
  async reset_pass(request, { services, at, trace }) {
    trace.detail = JSON.stringify({ phone: masked(request.phone) });
    const own = await userOfPhone(services.db, request.phone);
    if (own) Object.assign(trace, { account: own.account, owner: { userName: own.user_name, companyId: own.company_id } });
    if (!services.phoneCodes.fits("reset", request.phone, request.verificationCode)) throw new Problem("phoneCodeWrong");
    if (!own) throw fieldProblem("phone", "rule.phone.format");
    const about = { account: own.account, phone: own.phone, userName: own.user_name, companyId: own.company_id };
    await checkPassword(services.db, request.password, about);
    if (!services.phoneCodes.use("reset", request.phone, request.verificationCode)) throw new Problem("phoneCodeWrong");
    const password_hash = await hashPassword(request.password);
    await services.db
      .updateTable("user")
      .set((eb) => ({ password_hash, proven_phone: own.phone, version: eb("version", "+", 1), updated_at: at, updated_by: own.account }))
      .where("id", "=", own.id)
      .execute();
    trace.change = passwordChange;
    await services.sessions.endAll(own.id);
    return null;
  },
});
