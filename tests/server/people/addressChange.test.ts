import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { newId } from "#server/kit/newId.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const day = 24 * 3_600_000;

describe("another phone or e-mail address", () => {
  let site: Site;
  let clock = Date.UTC(2026, 0, 5, 8);
  let count = 0;
  let who: { id: string; account: string; phone: string; email: string; token: string };
  beforeAll(async () => {
    site = await openSite({ now: () => clock });
  });
  afterAll(() => site.close());

  const db = () => site.gatehouse.services.db;
  const sentTo = async (recipient: string) =>
    (await db().selectFrom("outbox").select(["channel", "text"]).where("recipient", "=", recipient).orderBy("id").execute()).map(
      ({ channel, text }) => ({ channel, text }),
    );
  const lastCode = async (phone: string): Promise<string> => (await sentTo(phone)).findLast(({ text }) => /^\d{6}$/.test(text))?.text ?? "";
  /** As if the phone had been proven and both had been the account's for long. */
  const holds = (id: string, { phone, email }: { phone: string; email: string }) =>
    db()
      .updateTable("user")
      .set({ phone, proven_phone: phone, email, phone_changed_at: 0, email_changed_at: 0 })
      .where("id", "=", id)
      .execute();
  const stored = (id: string) =>
    db().selectFrom("user").select(["phone", "email", "version", "second_factor"]).where("id", "=", id).executeTakeFirstOrThrow();
  const totp = (): string => {
    clock += 60_000;
    return new TOTP({ secret }).generate({ timestamp: clock });
  };
  const withTotp = (id: string) => db().insertInto("user_factor").values({ user_id: id, secret, confirmed_at: clock }).execute();

  beforeEach(async () => {
    clock += 3_600_000;
    count += 1;
    const account = `holder${count}`;
    const phone = `1380000${1000 + count}`;
    const email = `${account}@example.org`;
    const id = await site.addUser({ account, phone });
    await holds(id, { phone, email });
    who = { id, account, phone, email, token: await site.signIn(account, "secret1") };
  });
  const profile = async (more: object) => {
    const { phone, email, version } = await stored(who.id);
    return site.ask(user.calls.update, { userName: who.account, phone, email, version, ...more }, { token: who.token });
  };

  it("is not the account's for a stolen session that has no password", async () => {
    expect((await profile({ email: "thief@example.org" })).code).toBe(400);
    expect((await profile({ email: "thief@example.org", password: "wrong1" })).code).toBe(1318);
    expect((await profile({ email: "", password: "wrong1" })).code).toBe(1318);
    expect(await stored(who.id)).toMatchObject({ email: who.email, phone: who.phone });
    expect((await profile({ nickName: "Nick" })).code).toBe(0);
  });

  it.each(["zh", "en"] as const)(
    "says at its field that the password is missing, however often, and counts none of it, %s",
    async (language) => {
      const { email, version } = { email: "new@example.org", version: 1 };
      const forgotten = { userName: who.account, phone: who.phone, email, version, password: "" };
      for (let turn = 0; turn < 6; turn += 1) {
        const { code, fields } = await site.ask(user.calls.update, forgotten, { token: who.token, language });
        const message = language === "zh" ? "请输入原密码" : "Enter the current password";
        expect([code, fields]).toEqual([400, [{ path: "password", message }]]);
      }
      expect((await profile({ email, password: "secret1" })).code).toBe(0);
    },
  );

  it("says at its field that the new phone's code is missing", async () => {
    const { code, fields } = await profile({ phone: "13700008888", password: "secret1" });
    expect([code, fields]).toEqual([400, [{ path: "verificationCode", message: "请输入验证码" }]]);
  });

  it("ends the other sessions, and the addresses from before are told who did it", async () => {
    const elsewhere = await site.signIn(who.account, "secret1");
    expect((await profile({ email: "new@example.org", password: "secret1" })).code).toBe(0);
    expect((await site.ask(user.calls.my, {}, { token: elsewhere })).code).toBe(401);
    await expect.poll(() => sentTo(who.email)).toHaveLength(1);
    const [told] = await sentTo(who.email);
    expect(told?.channel).toBe("email");
    expect(told?.text).toContain(`${who.account} 的邮箱`);
    expect(told?.text).toContain(`changed the email address of account ${who.account}`);
    await expect.poll(() => sentTo(who.phone)).toHaveLength(1);
    expect(await sentTo("new@example.org")).toEqual([]);
  });

  it("takes the authenticator's code where there is one, which counts once, and says when it is missing", async () => {
    await withTotp(who.id);
    const missing = await profile({ email: "new@example.org", password: "secret1" });
    expect([missing.code, missing.fields]).toEqual([400, [{ path: "verifyCode", message: "请输入验证码" }]]);
    const code = totp();
    expect((await profile({ email: "new@example.org", password: "secret1", verifyCode: "000000" })).code).toBe(1332);
    expect((await profile({ email: "new@example.org", password: "secret1", verifyCode: code })).code).toBe(0);
    expect((await profile({ email: "newer@example.org", password: "secret1", verifyCode: code })).code).toBe(1332);
  });

  it("uses up no code of a save over a newer version", async () => {
    await withTotp(who.id);
    const change = { email: "new@example.org", password: "secret1", verifyCode: totp() };
    const { version } = await stored(who.id);
    expect((await profile({ nickName: "Nick" })).code).toBe(0);
    expect((await profile({ ...change, version })).code).toBe(1300);
    expect((await profile(change)).code).toBe(0);
  });

  it("takes the code that was sent to the present phone where that is the second factor", async () => {
    await db().updateTable("user").set({ second_factor: 1 }).where("id", "=", who.id).execute();
    const next = "13700009999";
    for (const phone of [who.phone, next])
      expect((await site.ask(auth.calls.send_auth_pass_code, { phone }, { token: who.token })).code).toBe(0);
    const change = { phone: next, password: "secret1", verificationCode: await lastCode(next) };
    expect((await profile({ ...change, verifyCode: change.verificationCode })).code).toBe(1309);
    expect((await profile({ ...change, verifyCode: await lastCode(who.phone) })).code).toBe(0);
    expect((await stored(who.id)).phone).toBe(next);
  });

  it("ends no authenticator and begins none without the second factor that there is", async () => {
    const ask = (call: typeof user.calls.totp_end | typeof user.calls.totp_begin, more: object) =>
      site.ask(call, { password: "secret1", ...more }, { token: who.token });
    await db().updateTable("user").set({ second_factor: 1 }).where("id", "=", who.id).execute();
    expect((await ask(user.calls.totp_begin, {})).code).toBe(400);
    expect((await ask(user.calls.totp_begin, { verifyCode: "000000" })).code).toBe(1309);
    await withTotp(who.id);
    expect((await ask(user.calls.totp_end, {})).code).toBe(400);
    expect((await ask(user.calls.totp_end, { verifyCode: totp() })).code).toBe(0);
  });

  it("takes no codes to reset a password for a day", async () => {
    const next = `1371000${1000 + count}`;
    await site.ask(auth.calls.send_auth_pass_code, { phone: next }, { token: who.token });
    expect((await profile({ phone: next, password: "secret1", verificationCode: await lastCode(next) })).code).toBe(0);
    const before = (await sentTo(next)).length;
    const asked = await site.ask(auth.calls.send_reset_pass_code, { phone: next });
    expect([asked.code, (await sentTo(next)).length]).toEqual([0, before]);
    clock += day;
    await site.ask(auth.calls.send_reset_pass_code, { phone: next });
    await expect.poll(async () => (await sentTo(next)).length).toBe(before + 1);
  });

  describe("of a user whom somebody else edits", () => {
    let admin: string;
    beforeEach(async () => {
      admin = await site.signIn("admin", adminPassword);
    });
    const edit = async (more: object) => {
      const { phone, email, version, second_factor } = await stored(who.id);
      const fields = { id: who.id, userName: who.account, type: 0, phone, email, secondFactor: second_factor === 1, version, ...more };
      return site.ask(user.calls.edit_child, fields, { token: admin });
    };

    it.each([
      ["e-mail address", { email: "thief@example.org" }],
      ["phone", { phone: "13900001234" }],
      ["second factor", { secondFactor: true }],
    ])("takes the editor's own password when it is the %s, and nothing else does", async (_what, more) => {
      expect((await edit({ nickName: "Nick" })).code).toBe(0);
      for (let turn = 0; turn < 6; turn += 1) {
        const forgotten = await edit(more);
        expect([forgotten.code, forgotten.fields]).toEqual([400, [{ path: "ownPassword", message: "请输入原密码" }]]);
      }
      expect((await edit({ ...more, ownPassword: "secret1" })).code).toBe(1318);
      expect((await edit({ ...more, ownPassword: adminPassword })).code).toBe(0);
    });

    it("is told to the user's addresses from before", async () => {
      expect((await edit({ email: "new@example.org", ownPassword: adminPassword })).code).toBe(0);
      await expect.poll(() => sentTo(who.email)).toHaveLength(1);
      expect((await sentTo(who.email))[0]?.text).toContain("admin");
    });

    const allSent = async (): Promise<number> =>
      (await db().selectFrom("outbox").select("id").where("text", "like", "%Gatehouse: admin%").execute()).length;

    it("is told to no phone that was only typed in and to no e-mail address of today: thirty edits tell the first ones alone", async () => {
      const before = await allSent();
      for (let n = 0; n < 30; n += 1) {
        const more = { phone: `1360000${1000 + n}`, email: `typed${n}@example.org`, ownPassword: adminPassword };
        expect((await edit(more)).code).toBe(0);
      }
      await expect.poll(() => sentTo(who.email)).toHaveLength(1);
      await expect.poll(() => sentTo(who.phone)).toHaveLength(1);
      expect(await allSent()).toBe(before + 2);
    });

    it("is told twenty times an hour for who makes it, then in growing waits, and is not made untold", async () => {
      clock += day;
      const change = async (n: number) => {
        await holds(who.id, { phone: `1350000${1000 + n}`, email: "" });
        return (await edit({ phone: `1351000${1000 + n}`, ownPassword: adminPassword })).code;
      };
      for (let n = 0; n < 20; n += 1) expect(await change(n)).toBe(0);
      expect(await change(20)).toBe(429);
      expect((await stored(who.id)).phone).toBe("13500001020");
      expect((await edit({ nickName: "Nick" })).code).toBe(0);
      clock += 10_000;
      expect(await change(21)).toBe(0);
      expect(await change(22)).toBe(429);
    });

    it("is told to one address in waits, whoever changes and whosever it was", async () => {
      clock += day;
      const token = await site.signIn(who.account, "secret1");
      const second = await site.addUser({ account: `second${count}` });
      await holds(second, who);
      expect((await edit({ email: "new@example.org", ownPassword: adminPassword })).code).toBe(0);
      await expect.poll(() => sentTo(who.phone)).toHaveLength(1);
      const fields = { id: second, userName: "S", type: 0, phone: who.phone, email: "", version: 1, ownPassword: "secret1" };
      expect((await site.ask(user.calls.edit_child, fields, { token })).code).toBe(401);
      const again = await site.signIn(who.account, "secret1");
      expect((await site.ask(user.calls.edit_child, fields, { token: again })).code).toBe(0);
      clock += 60_000;
      await holds(second, who);
      expect((await site.ask(user.calls.edit_child, { ...fields, version: 2 }, { token: again })).code).toBe(0);
      await expect.poll(() => sentTo(who.phone)).toHaveLength(2);
    });

    it.each([
      ["e-mail address", { email: "other@example.org" }],
      ["phone", { phone: "13900001234" }],
      ["second factor", { secondFactor: true }],
    ])("ends the user's sessions when it is the %s, and leaves them when it is a name", async (_what, more) => {
      expect((await edit({ nickName: "Nick" })).code).toBe(0);
      expect((await site.ask(user.calls.my, {}, { token: who.token })).code).toBe(0);
      expect((await edit({ ...more, ownPassword: adminPassword })).code).toBe(0);
      expect((await site.ask(user.calls.my, {}, { token: who.token })).code).toBe(401);
      expect((await site.ask(user.calls.my, {}, { token: admin })).code).toBe(0);
    });

    it("is a new password too: it takes the giver's own password and second factor, and names the field that is missing", async () => {
      const giver = await site.addUser({ account: `giver${count}` });
      const token = await site.signIn(`giver${count}`, "secret1");
      const reset = (more: object) => site.ask(user.calls.reset_child_pass, { id: who.id, password: "Osprey93k", ...more }, { token });
      expect((await reset({})).fields).toEqual([{ path: "ownPassword", message: "请输入原密码" }]);
      expect((await reset({ ownPassword: "wrong1" })).code).toBe(1318);
      await withTotp(giver);
      const missing = await reset({ ownPassword: "secret1" });
      expect([missing.code, missing.fields]).toEqual([400, [{ path: "verifyCode", message: "请输入验证码" }]]);
      expect((await reset({ ownPassword: "secret1", verifyCode: "000000" })).code).toBe(1332);
      expect(await site.signIn(who.account, "secret1")).toBeTruthy();
      expect((await reset({ ownPassword: "secret1", verifyCode: totp() })).code).toBe(0);
      expect((await site.ask(user.calls.my, {}, { token: who.token })).code).toBe(401);
      expect(await site.signIn(who.account, "Osprey93k")).toBeTruthy();
    });

    describe("with a code to the phone as the second factor", () => {
      const next = () => `1372000${1000 + count}`;
      /** The first step of a log-in: where the code went, and what the second step needs. */
      const begin = async () => {
        clock += 300_000;
        const { captchas, phoneCodes } = site.gatehouse.services;
        const random = newId();
        await captchas.draw(random);
        const form = { username: who.account, password: "secret1", random, code: (await captchas.peek(random)) ?? "" };
        const { code, data } = await site.ask(auth.calls.login, form);
        await phoneCodes.idle();
        expect(code).toBe(1019);
        return { form, sent: data };
      };
      const masked = (phone: string) => ({ phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`, factor: "phone" });
      const factored = () => db().updateTable("user").set({ second_factor: 1 }).where("id", "=", who.id).execute();

      it("sends none to a phone that was only typed in until it has stood for a day, but to the one before", async () => {
        await factored();
        expect((await edit({ phone: next(), secondFactor: true, ownPassword: adminPassword })).code).toBe(0);
        const { form, sent } = await begin();
        expect([sent, await sentTo(next())]).toEqual([masked(who.phone), []]);
        expect((await site.ask(auth.calls.login, { ...form, verifyCode: await lastCode(who.phone) })).code).toBe(0);
        clock += day;
        const later = await begin();
        expect(later.sent).toEqual(masked(next()));
        expect((await site.ask(auth.calls.login, { ...later.form, verifyCode: await lastCode(next()) })).code).toBe(0);
        expect((await begin()).sent).toEqual(masked(next()));
      });

      it("sends them to the old phone through two changes in one day, and to the new one where it is the old one again", async () => {
        await factored();
        expect((await edit({ phone: "13730001111", ownPassword: adminPassword })).code).toBe(0);
        expect((await edit({ phone: next(), ownPassword: adminPassword })).code).toBe(0);
        expect((await begin()).sent).toEqual(masked(who.phone));
        expect((await edit({ phone: who.phone, ownPassword: adminPassword })).code).toBe(0);
        expect((await begin()).sent).toEqual(masked(who.phone));
      });

      it("sends them to a first phone at once, since there is none before", async () => {
        await db().updateTable("user").set({ phone: "", proven_phone: "" }).where("id", "=", who.id).execute();
        expect((await edit({ phone: next(), secondFactor: true, ownPassword: adminPassword })).code).toBe(0);
        expect((await begin()).sent).toEqual(masked(next()));
      });

      it("sends them to a phone at once that its holder proved when they made it theirs", async () => {
        await factored();
        for (const phone of [who.phone, next()])
          expect((await site.ask(auth.calls.send_auth_pass_code, { phone }, { token: who.token })).code).toBe(0);
        const codes = { verificationCode: await lastCode(next()), verifyCode: await lastCode(who.phone) };
        expect((await profile({ phone: next(), password: "secret1", ...codes })).code).toBe(0);
        expect((await begin()).sent).toEqual(masked(next()));
      });
    });

    it("is asked for when it is an end consumer's", async () => {
      const id = await site.addUser({ account: `consumer${count}`, type: 3, roles: [] });
      const put = (more: object) => site.ask(terminalUser.calls.put, { id, userName: "C", version: 1, ...more }, { token: admin });
      const forgotten = await put({ email: "thief@example.org", ownPassword: "" });
      expect([forgotten.code, forgotten.fields]).toEqual([400, [{ path: "ownPassword", message: "请输入原密码" }]]);
      expect((await put({ email: "thief@example.org", ownPassword: "wrong1" })).code).toBe(1318);
      const token = await site.signIn(`consumer${count}`, "secret1");
      expect((await put({ email: "new@example.org", ownPassword: adminPassword })).code).toBe(0);
      expect((await site.ask(user.calls.my, {}, { token })).code).toBe(401);
    });
  });
});
