import { limits } from "#contract/limits.ts";
import { auth } from "#contract/resources/auth.ts";
import { hashPassword } from "#server/auth/password.ts";
import { firstFactor, masked, sendSecondFactor } from "#server/auth/signIn.ts";
import { implement } from "#server/kit/implement.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { systemTexts } from "#server/system/systemTexts.ts";

export const authAnswers = implement(auth, {
  async login(request, { services, address, trace }) {
    trace.account = request.username;
    trace.detail = JSON.stringify({ username: request.username });
    const secondStep = request.verifyCode !== "";
    if (!services.captchas.use(request.random, request.code, secondStep ? request.username : undefined)) throw new Problem("captchaWrong");
    const account = await firstFactor(services, request.username, request.password, address);
    if (account.secondFactor) {
      services.captchas.hold(request.random, request.code, request.username);
      if (!secondStep) {
        await sendSecondFactor(services, account, address);
        throw new Problem("secondFactor", { data: { phone: masked(account.phone) } });
      }
      if (!services.phoneCodes.use("login", account.phone, request.verifyCode)) {
        services.loginLimits.failed(request.username, address, services.now());
        throw new Problem("phoneCodeWrong");
      }
    }
    services.loginLimits.succeeded(request.username, address);
    const { token, sessionId } = await services.sessions.open(account.id, address);
    const caller = await services.sessions.callerOf(account.id, sessionId);
    if (!caller) throw new Problem("loginRefused");
    trace.cookies = [{ name: "key", value: "1", ...(request.remember ? { maxAge: limits.session.idleSeconds } : {}) }];
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
    ];
  },
  get_random_code: (request, { services }) => services.captchas.draw(request.random),
  check_random_code: (request, { services }) => ({ right: services.captchas.look(request.random, request.code) }),
  async send_login_pass_code(request, { services, address, trace }) {
    trace.account = request.username;
    trace.detail = JSON.stringify({ username: request.username });
    const account = await firstFactor(services, request.username, request.password, address);
    if (!account.secondFactor) throw new Problem("badRequest");
    await services.phoneCodes.send("login", account.phone, address, limits.resend.loginSeconds);
    return { seconds: limits.resend.loginSeconds };
  },
  async send_register_code(request, { services, address }) {
    const taken = await services.db.selectFrom("user").select("id").where("account", "=", request.phone).executeTakeFirst();
    await services.phoneCodes.send("register", request.phone, address, limits.resend.registerSeconds, !taken);
    return { seconds: limits.resend.registerSeconds };
  },
  async send_reset_pass_code(request, { services, address }) {
    const known = await services.db
      .selectFrom("user")
      .select("id")
      .where("phone", "=", request.phone)
      .where("enabled", "=", 1)
      .executeTakeFirst();
    await services.phoneCodes.send("reset", request.phone, address, limits.resend.resetSeconds, known !== undefined);
    return { seconds: limits.resend.resetSeconds };
  },
  async send_auth_pass_code(request, { services, address }) {
    await services.phoneCodes.send("auth", request.phone, address, limits.resend.loginSeconds);
    return { seconds: limits.resend.loginSeconds };
  },
  async reset_pass(request, { services, at, trace }) {
    trace.detail = JSON.stringify({ phone: masked(request.phone) });
    if (!services.phoneCodes.use("reset", request.phone, request.verificationCode)) throw new Problem("phoneCodeWrong");
    const users = await services.db
      .selectFrom("user")
      .select(["id", "account"])
      .where("phone", "=", request.phone)
      .where("enabled", "=", 1)
      .execute();
    const own = users.find((user) => user.account === request.phone) ?? users[0];
    if (!own) throw fieldProblem("phone", "rule.phone.format");
    trace.account = own.account;
    const password_hash = await hashPassword(request.password);
    await services.db
      .updateTable("user")
      .set((eb) => ({ password_hash, version: eb("version", "+", 1), updated_at: at, updated_by: own.account }))
      .where("id", "=", own.id)
      .execute();
    await services.sessions.endAll(own.id);
    return null;
  },
});
