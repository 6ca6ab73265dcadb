import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { user } from "#contract/resources/user.ts";
import { newId } from "#server/kit/newId.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const phone = "13800138000";

describe("logging in", () => {
  let site: Site;
  let clock = Date.UTC(2026, 0, 5, 8);
  beforeAll(async () => {
    site = await openSite({ now: () => clock });
  });
  afterAll(() => site.close());

  const captcha = async (): Promise<{ random: string; code: string }> => {
    const random = newId();
    const drawn = await site.ask(auth.calls.get_random_code, { random });
    expect(drawn.data.image).toMatch(/^<svg/);
    return { random, code: (await site.gatehouse.services.captchas.peek(random)) ?? "" };
  };
  const login = async (form: object) =>
    site.ask(auth.calls.login, { username: "admin", password: adminPassword, ...(await captcha()), ...form });
  const lastText = async (to: string): Promise<string> => {
    await site.gatehouse.services.phoneCodes.idle();
    const row = await site.gatehouse.services.db
      .selectFrom("outbox")
      .select("text")
      .where("recipient", "=", to)
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .executeTakeFirst();
    return row?.text ?? "";
  };
  const later = (seconds: number): void => {
    clock += seconds * 1000;
  };

  it("answers a token and the list of granted paths [S3.002] [S7.026]", async () => {
    const { code, data } = await login({});
    expect(code).toBe(0);
    expect(data.token).toMatch(/^[\w-]{32}$/);
    expect(data.paths).toContain("/api/device/query");
  });

  it("takes username, password, code and verifyCode under these names [S3.001]", async () => {
    const { random, code } = await captcha();
    expect((await site.ask(auth.calls.login, { random, code, username: "admin", password: adminPassword, verifyCode: "" })).code).toBe(0);
    expect((await site.ask(auth.calls.login, { account: "admin", checkPass: adminPassword })).code).toBe(400);
  });

  it("burns a captcha after one answer, right or wrong [S2.007] [S6.044]", async () => {
    const used = await captcha();
    expect((await login(used)).code).toBe(0);
    expect((await login(used)).code).toBe(1009);
    const mistyped = await captcha();
    expect((await login({ ...mistyped, code: "no" })).code).toBe(1009);
    expect((await login(mistyped)).code).toBe(1009);
  });

  it("answers 1009 for a wrong or expired captcha and 1018 for a wrong account or password, in the asker's language [S8.012] [S7.018]", async () => {
    const old = await captcha();
    later(301);
    expect((await login(old)).code).toBe(1009);
    const wrong = await site.ask(auth.calls.login, { ...(await captcha()), username: "admin", password: "wrong" }, { language: "en" });
    const unknown = await site.ask(auth.calls.login, { ...(await captcha()), username: "nobody", password: "wrong" }, { language: "en" });
    expect([wrong.status, wrong.code, wrong.message]).toEqual([200, 1018, "Wrong account or password, or the account is locked"]);
    expect(unknown).toEqual(wrong);
    expect((await login({ password: "wrong" })).message).toBe("账号或密码错误，或账号已锁定");
  });

  it("tells whether a captcha answer is right, and does not let it be guessed by asking [S7.031] [S7.030]", async () => {
    const { random, code } = await captcha();
    expect((await site.ask(auth.calls.check_random_code, { random, code })).data).toEqual({ right: true });
    expect((await site.ask(auth.calls.check_random_code, { random, code: "no" })).data).toEqual({ right: false });
    expect((await site.ask(auth.calls.check_random_code, { random, code })).data).toEqual({ right: false });
  });

  it("locks an account for a while after five failures from one address: then even the right password answers 1018 [S2.012] [S6.045]", async () => {
    await site.addUser({ account: "often" });
    for (let failure = 0; failure < 5; failure += 1) expect((await login({ username: "often", password: "wrong" })).code).toBe(1018);
    expect((await login({ username: "often", password: "secret1" })).code).toBe(1018);
    expect((await login({})).code).toBe(0);
    later(61);
    expect((await login({ username: "often", password: "secret1" })).code).toBe(0);
  });

  it("asks an administrator with a second factor for the code sent to the masked phone [S6.035] [S6.036] [S2.009]", async () => {
    await site.addUser({ account: "chief", phone, secondFactor: true });
    const shown = await captcha();
    const first = await login({ ...shown, username: "chief", password: "secret1" });
    expect([first.code, first.data]).toEqual([1019, { phone: "138****8000", factor: "phone" }]);
    const code = await lastText(phone);
    expect(code).toMatch(/^\d{6}$/);
    const wrong = await login({ ...shown, username: "chief", password: "secret1", verifyCode: "000000x" });
    expect(wrong.code).toBe(1309);
    const second = await login({ ...shown, username: "chief", password: "secret1", verifyCode: code });
    expect([second.code, second.data.token !== undefined]).toEqual([0, true]);
    const again = await login({ username: "chief", password: "secret1", verifyCode: code });
    expect(again.code).toBe(1309);
  });

  it("lets a phone code expire, and the captcha that was held serves its own account alone [S2.011] [S6.046]", async () => {
    later(400);
    const shown = await captcha();
    expect((await login({ ...shown, username: "chief", password: "secret1" })).code).toBe(1019);
    expect((await login({ ...shown, verifyCode: "123456" })).code).toBe(1009);
    const code = await lastText(phone);
    later(301);
    expect((await login({ username: "chief", password: "secret1", verifyCode: code })).code).toBe(1309);
  });

  it("sends another log-in code to the account's own phone after the wait, and only to who knows the password [S2.010]", async () => {
    later(400);
    const request = { username: "chief", password: "secret1" };
    const shown = await captcha();
    expect((await login({ ...shown, ...request })).code).toBe(1019);
    later(301);
    const other = { ...request, password: "wrong", ...(await captcha()) };
    expect((await site.ask(auth.calls.send_login_pass_code, other)).code).toBe(1018);
    const sent = await site.ask(auth.calls.send_login_pass_code, { ...request, ...shown });
    expect([sent.code, sent.data]).toEqual([0, { seconds: 300 }]);
    const soon = await site.ask(auth.calls.send_login_pass_code, { ...request, ...shown }, { language: "en" });
    expect([soon.code, soon.message]).toEqual([1310, "Wait 300 seconds before requesting another code"]);
    later(299);
    expect((await login({ ...shown, ...request, verifyCode: await lastText(phone) })).code).toBe(0);
  });

  it("judges no password without a captcha: another code is for a log-in that asked for one", async () => {
    later(700);
    for (const password of ["secret1", "wrong"])
      expect((await site.ask(auth.calls.send_login_pass_code, { username: "chief", password })).code).toBe(1009);
    expect((await site.ask(auth.calls.send_login_pass_code, { username: "nobody", password: "wrong" })).code).toBe(1009);
  });

  it("judges no password of a stranger while a page of the account waits for its second step, with whatever captcha of its own", async () => {
    const phone = "13800138009";
    await site.addUser({ account: "waiting", phone, secondFactor: true });
    const request = { username: "waiting", password: "secret1" };
    const shown = await captcha();
    expect((await login({ ...shown, ...request })).code).toBe(1019);
    const tried = async (form: object) => (await site.ask(auth.calls.send_login_pass_code, { ...request, ...form })).code;
    expect([await tried({}), await tried({ password: "wrong" })]).toEqual([1009, 1009]);
    const once = await captcha();
    expect([await tried({ password: "wrong", ...once }), await tried({ password: "wrong", ...once })]).toEqual([1018, 1009]);
    expect(await tried(shown)).toBe(1310);
    expect((await login({ ...shown, ...request, verifyCode: await lastText(phone) })).code).toBe(0);
  });

  it("sends codes for registering, resetting and authorising to the phone that is named [S7.028]", async () => {
    const token = await site.signIn("admin", adminPassword);
    for (const [call, to] of [
      [auth.calls.send_register_code, "13900000001"],
      [auth.calls.send_auth_pass_code, "13900000002"],
    ] as const) {
      expect((await site.ask(call, { phone: to }, { token })).code).toBe(0);
      expect(await lastText(to)).toMatch(/^\d{6}$/);
    }
    expect((await site.ask(auth.calls.send_register_code, { phone: "12345" })).code).toBe(400);
  });

  it("resets a password against the code: only the new one logs in, and open sessions end [S2.034] [S7.029] [S3.017]", async () => {
    await site.addUser({ account: "13700000001", phone: "13700000001" });
    const token = await site.signIn("13700000001", "secret1");
    expect((await site.ask(auth.calls.send_reset_pass_code, { phone: "13700000001" })).data).toEqual({ seconds: 60 });
    const form = { phone: "13700000001", password: "Kestrel72x", repassword: "Kestrel72x" };
    expect((await site.ask(auth.calls.reset_pass, { ...form, verificationCode: "999999x" })).code).toBe(1309);
    expect((await site.ask(auth.calls.reset_pass, { ...form, verificationCode: await lastText("13700000001") })).code).toBe(0);
    expect((await login({ username: "13700000001", password: "secret1" })).code).toBe(1018);
    expect((await login({ username: "13700000001", password: "Kestrel72x" })).code).toBe(0);
    expect((await site.ask(user.calls.my, {}, { token })).code).toBe(401);
  });

  it("resets who proved the phone, else who had it first, and never an account that is named like it later", async () => {
    const changes = async (form: { phone: string }, before: string) => {
      await site.ask(auth.calls.send_reset_pass_code, form);
      const password = "Kestrel72x";
      const fields = { ...form, password, repassword: password, verificationCode: await lastText(form.phone) };
      expect((await site.ask(auth.calls.reset_pass, fields)).code).toBe(0);
      expect((await login({ username: before, password })).code).toBe(0);
    };
    await site.addUser({ account: "keeper", phone: "13700000031" });
    later(1);
    await site.addUser({ account: "13700000031", phone: "13700000031" });
    await changes({ phone: "13700000031" }, "keeper");
    await site.addUser({ account: "early", phone: "13700000032" });
    later(1);
    const id = await site.addUser({ account: "13700000032", phone: "13700000032" });
    await site.gatehouse.services.db.updateTable("user").set({ proven_phone: "13700000032" }).where("id", "=", id).execute();
    await changes({ phone: "13700000032" }, "13700000032");
  });

  it("opens no session for a log-in that began before the password was reset", async () => {
    const { sessions, db } = site.gatehouse.services;
    const id = await site.addUser({ account: "racer" });
    const token = await site.signIn("admin", adminPassword);
    const before = await db.selectFrom("user").select("password_hash").where("id", "=", id).executeTakeFirstOrThrow();
    expect(await sessions.openWith(id, "", before.password_hash)).toBeDefined();
    for (const [old, password] of [
      ["secret1", "Kestrel72x"],
      ["Kestrel72x", "Kestrel73x"],
      ["Kestrel73x", "Kestrel74x"],
    ] as const) {
      const form = await captcha();
      const [entered] = await Promise.all([
        site.ask(auth.calls.login, { username: "racer", password: old, ...form }),
        site.ask(user.calls.reset_child_pass, { id, password, ownPassword: adminPassword }, { token }),
      ]);
      if (entered.code === 0) expect((await site.ask(user.calls.my, {}, { token: entered.data.token ?? "" })).code).toBe(401);
    }
    expect(await sessions.openWith(id, "", before.password_hash)).toBeUndefined();
    vi.spyOn(sessions, "openWith").mockResolvedValueOnce(undefined);
    expect((await login({ username: "racer", password: "Kestrel74x" })).code).toBe(1018);
    expect((await login({ username: "racer", password: "Kestrel74x" })).code).toBe(0);
  });

  it("resets to no password that everybody knows", async () => {
    const phone = "13700000061";
    await site.addUser({ account: phone, phone });
    await site.ask(auth.calls.send_reset_pass_code, { phone });
    const form = { phone, verificationCode: await lastText(phone) };
    expect((await site.ask(auth.calls.reset_pass, { ...form, password: "123456", repassword: "123456" })).code).toBe(1320);
    expect((await site.ask(auth.calls.reset_pass, { ...form, password: "Kestrel72x", repassword: "Kestrel72x" })).code).toBe(0);
  });

  it("answers the same for a phone that has no account, and sends nothing", async () => {
    const answer = await site.ask(auth.calls.send_reset_pass_code, { phone: "13700000009" });
    expect([answer.code, answer.data]).toEqual([0, { seconds: 60 }]);
    expect(await lastText("13700000009")).toBe("");
  });

  it.each([
    ["12345", false],
    ["123456", true],
    ["123456789012345678", true],
    ["1234567890123456789", false],
    ["12345é", false],
  ])("a new password of %j is taken: %s, and the message names 6-18 [S5.024] [S5.025]", async (password, taken) => {
    const answer = await site.ask(auth.calls.reset_pass, { phone: "13700000001", verificationCode: "1", password, repassword: password });
    expect(answer.code).toBe(taken ? 1309 : 400);
    expect(answer.fields.filter(({ path }) => path === "password")).toEqual(
      taken ? [] : [{ path: "password", message: "密码由6-18位数字和字母组成" }],
    );
  });

  it("asks for phone, code and an equal repetition when resetting [S5.022] [S5.023]", async () => {
    const answer = await site.ask(auth.calls.reset_pass, {
      phone: "12345",
      verificationCode: "",
      password: "abcdef1",
      repassword: "abcdef2",
    });
    expect(answer.fields).toEqual([
      { path: "phone", message: "请填写正确手机号码" },
      { path: "verificationCode", message: "请输入验证码" },
      { path: "repassword", message: "两次输入密码不一致!" },
    ]);
  });

  it("ends the session at log-out: the old token is answered 401 [S7.032] [S4.011]", async () => {
    const token = await site.signIn("admin", adminPassword);
    expect((await site.ask(user.calls.my, {}, { token })).code).toBe(0);
    expect((await site.ask(auth.calls.logout, {}, { token })).code).toBe(0);
    expect((await site.ask(user.calls.my, {}, { token })).code).toBe(401);
  });

  it("ends a session that rests too long, and one whose user is disabled [S4.012] [S6.041]", async () => {
    const resting = await site.signIn("admin", adminPassword);
    later(23 * 3600);
    expect((await site.ask(user.calls.my, {}, { token: resting })).code).toBe(0);
    later(25 * 3600);
    expect((await site.ask(user.calls.my, {}, { token: resting })).code).toBe(401);
    const id = await site.addUser({ account: "leaver" });
    const token = await site.signIn("leaver", "secret1");
    await site.gatehouse.services.db.updateTable("user").set({ enabled: 0 }).where("id", "=", id).execute();
    expect((await site.ask(user.calls.my, {}, { token })).code).toBe(401);
    await expect(site.signIn("leaver", "secret1")).rejects.toThrow("1018");
  });

  it("stores tokens and passwords as hashes only [S6.047]", async () => {
    const token = await site.signIn("admin", adminPassword);
    const { db } = site.gatehouse.services;
    const sessions = await db.selectFrom("session").selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(token);
    const users = await db.selectFrom("user").select("password_hash").execute();
    for (const { password_hash } of users) expect(password_hash).toMatch(/^\$argon2id\$/);
    const log = await db.selectFrom("operation_log").selectAll().execute();
    expect(JSON.stringify(log)).not.toMatch(/adminpw1|secret1|Kestrel72x/);
  });

  it("names platform, phone and filing text without a session, in this order [S7.037]", async () => {
    const { db } = site.gatehouse.services;
    await db.updateTable("dict").set({ remark: "京ICP备1号" }).where("id", "=", "sys-conf-record").execute();
    const { data } = await site.ask(auth.calls.query_main);
    expect(data.map(({ remark }) => remark)).toEqual(["Gatehouse", "", "京ICP备1号", ""]);
  });
});
