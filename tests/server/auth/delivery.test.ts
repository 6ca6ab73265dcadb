import { afterEach, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { user } from "#contract/resources/user.ts";
import { decoded, openGateway, openMail } from "#tests/server/providers.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const phone = "13800138000";

describe("codes by phone and e-mail", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const open = async (variables: Record<string, string>, now = Date.now): Promise<Site> => {
    const site = await openSite({ variables, now });
    closing.push(() => site.close());
    return site;
  };
  const gateway = async () => {
    const opened = await openGateway();
    closing.push(opened.close);
    return opened;
  };
  const mail = async () => {
    const opened = await openMail();
    closing.push(opened.close);
    return opened;
  };
  const captcha = async (site: Site) => {
    const random = String(Math.random());
    await site.gatehouse.services.captchas.draw(random);
    return { random, code: (await site.gatehouse.services.captchas.peek(random)) ?? "" };
  };
  const chief = async (site: Site, email = ""): Promise<void> => {
    const id = await site.addUser({ account: "chief", phone, secondFactor: true });
    await site.gatehouse.services.db.updateTable("user").set({ email }).where("id", "=", id).execute();
  };
  const first = async (site: Site, language: "zh" | "en" = "zh") =>
    site.ask(auth.calls.login, { username: "chief", password: "secret1", ...(await captcha(site)) }, { language });
  const outbox = async (site: Site) => {
    await site.gatehouse.services.phoneCodes.idle();
    return site.gatehouse.services.db.selectFrom("outbox").selectAll().execute();
  };

  it("asks the gateway as its template says, in the asker's language, and the code signs in", async () => {
    const sms = await gateway();
    const site = await open({
      SMS_URL: `${sms.url}/send`,
      SMS_TOKEN: "t0ken",
      SMS_BODY: '{"to":["{phone}"],"params":{"c":"{code}"},"say":"{text}"}',
    });
    await chief(site);
    const shown = await captcha(site);
    const signIn = { username: "chief", password: "secret1", ...shown };
    expect((await site.ask(auth.calls.login, signIn, { language: "en" })).code).toBe(1019);
    const [asked] = sms.requests;
    const { to, params, say } = JSON.parse(asked?.body ?? "{}");
    expect([asked?.method, asked?.url, asked?.headers.authorization, asked?.headers["content-type"]]).toEqual([
      "POST",
      "/send",
      "Bearer t0ken",
      "application/json",
    ]);
    expect([to, say]).toEqual([[phone], `Gatehouse: your code is ${params.c}. It is valid for 5 minutes. Do not share it.`]);
    expect((await site.ask(auth.calls.login, { ...signIn, verifyCode: params.c })).code).toBe(0);
    expect(await outbox(site)).toEqual([]);
  });

  it("fills in an address and a form without letting a value break out of its place", async () => {
    const sms = await gateway();
    const site = await open({
      SMS_URL: `${sms.url}/send?to={phone}&name={platform}`,
      SMS_TYPE: "application/x-www-form-urlencoded",
      SMS_BODY: "m={text}&code={code}",
    });
    await site.gatehouse.services.db.updateTable("dict").set({ remark: 'A&B "x"' }).where("id", "=", "sys-conf-platform").execute();
    await chief(site);
    expect((await first(site, "en")).code).toBe(1019);
    const [asked] = sms.requests;
    expect(new URL(asked?.url ?? "", sms.url).searchParams.get("name")).toBe('A&B "x"');
    const form = new URLSearchParams(asked?.body);
    expect([...form.keys(), form.get("m")]).toEqual(["m", "code", expect.stringContaining('A&B "x": your code is ')]);
  });

  it("says that a code could not be sent when the gateway refuses by its status or in its answer, and lets one ask again at once", async () => {
    const sms = await gateway();
    const site = await open({ SMS_URL: sms.url, SMS_ACCEPTED: '"code":"OK"' });
    await chief(site);
    sms.answer.status = 500;
    expect((await first(site)).message).toBe("验证码发送失败，请稍后再试");
    Object.assign(sms.answer, { status: 200, body: '{"code":"NO_BALANCE"}' });
    expect((await first(site)).code).toBe(1317);
    sms.answer.body = '{"code":"OK"}';
    expect((await first(site)).code).toBe(1019);
  });

  it("does not lead the server to another address", async () => {
    const [sms, elsewhere] = [await gateway(), await gateway()];
    const site = await open({ SMS_URL: sms.url, SMS_TOKEN: "t0ken" });
    await chief(site);
    Object.assign(sms.answer, { status: 307, location: elsewhere.url });
    expect((await first(site)).code).toBe(1317);
    expect([sms.requests.length, elsewhere.requests]).toEqual([1, []]);
    Object.assign(sms.answer, { status: 200, location: "" });
    expect((await first(site)).code).toBe(1019);
  });

  it("sends by e-mail where a mail server is configured and the account has an address, and names it masked", async () => {
    const post = await mail();
    const site = await open({ SMTP_URL: post.url("console:secret"), MAIL_FROM: "console@example.com" });
    await chief(site, "chief@example.com");
    const shown = await captcha(site);
    const signIn = { username: "chief", password: "secret1", ...shown };
    expect((await site.ask(auth.calls.login, signIn)).data).toEqual({ phone: "c***@example.com", factor: "phone" });
    const [letter] = post.letters;
    expect([letter?.from, letter?.to]).toEqual(["console@example.com", ["chief@example.com"]]);
    const code = /验证码 (\d{6})，5 分钟内有效/.exec(decoded(letter))?.[1];
    expect((await site.ask(auth.calls.login, { ...signIn, verifyCode: code })).code).toBe(0);
  });

  it("go to no e-mail address that became another within a day, and the one before is told", async () => {
    const post = await mail();
    let clock = Date.UTC(2026, 0, 5, 8);
    const site = await open({ SMTP_URL: post.url("console:secret"), MAIL_FROM: "console@example.com" }, () => clock);
    await chief(site, "chief@example.com");
    const { db } = site.gatehouse.services;
    await db.updateTable("user").set({ second_factor: 0 }).execute();
    const token = await site.signIn("chief", "secret1");
    const change = { userName: "Chief", phone, email: "thief@example.com", version: 1 };
    expect((await site.ask(user.calls.update, change, { token })).code).toBe(400);
    expect((await site.ask(user.calls.update, { ...change, password: "secret1" }, { token })).code).toBe(0);
    await expect.poll(() => post.letters.map(({ to }) => to)).toEqual([["chief@example.com"]]);
    expect(decoded(post.letters[0])).toContain("changed the email address of account chief");
    await db.updateTable("user").set({ second_factor: 1 }).execute();
    expect((await site.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(0);
    expect((await first(site)).data).toEqual({ phone: "138****8000", factor: "phone" });
    await expect.poll(async () => (await outbox(site)).filter(({ recipient }) => recipient === phone).length).toBeGreaterThan(1);
    expect(post.letters).toHaveLength(1);
    clock += 24 * 3_600_000;
    expect((await first(site)).data).toEqual({ phone: "t***@example.com", factor: "phone" });
  });

  it("tells by SMS only where the gateway's template carries any text", async () => {
    for (const [body, told] of [
      ['{"to":"{phone}","say":"{text}"}', 1],
      ['{"to":"{phone}","code":"{code}"}', 0],
    ] as const) {
      const sms = await gateway();
      const site = await open({ SMS_URL: sms.url, SMS_BODY: body });
      await chief(site);
      await site.gatehouse.services.notices({ phone, email: "" }, { subject: "Changed", text: "It was changed" });
      expect([sms.requests.length, (await outbox(site)).length]).toEqual([told, 1 - told]);
    }
  });

  it("goes on by e-mail when the gateway refuses, and fails when both do", async () => {
    const [sms, post] = [await gateway(), await mail()];
    sms.answer.status = 503;
    const site = await open({ SMS_URL: sms.url, SMTP_URL: post.url("console:secret"), MAIL_FROM: "console@example.com" });
    await chief(site, "chief@example.com");
    expect((await first(site)).code).toBe(1019);
    expect([sms.requests.length, post.letters.length]).toEqual([1, 1]);
    const other = await open({ SMS_URL: sms.url, SMTP_URL: post.url("console:wrong"), MAIL_FROM: "console@example.com" });
    await chief(other, "chief@example.com");
    expect((await first(other)).code).toBe(1317);
  });

  it("answers a reset the same for known and unknown phones, also when the provider refuses", async () => {
    const sms = await gateway();
    sms.answer.status = 500;
    const site = await open({ SMS_URL: sms.url });
    await chief(site);
    const known = await site.ask(auth.calls.send_reset_pass_code, { phone });
    const unknown = await site.ask(auth.calls.send_reset_pass_code, { phone: "13800138009" });
    expect(known).toEqual(unknown);
    const again = await Promise.all([phone, "13800138009"].map((to) => site.ask(auth.calls.send_reset_pass_code, { phone: to })));
    expect(again.map(({ code }) => code)).toEqual([1310, 1310]);
    await expect.poll(() => sms.requests.length).toBe(1);
  });

  it("does not start with a mail server and no sender's address", async () => {
    await expect(open({ SMTP_URL: "smtp://mail.example.com" })).rejects.toThrow("MAIL_FROM: the sender's address is needed with SMTP_URL");
    await expect(open({ SMTP_URL: "mail.example.com", MAIL_FROM: "console@example.com" })).rejects.toThrow("SMTP_URL");
  });
});
