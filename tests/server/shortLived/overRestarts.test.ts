import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";
import { limits } from "#contract/limits.ts";
import { auth } from "#contract/resources/auth.ts";
import { user } from "#contract/resources/user.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { tamper } from "#tests/server/database.ts";
import { openSite, pageCookieOf, type Site } from "#tests/server/site.ts";

const { login, get_random_code, register, reset_pass, send_register_code, send_reset_pass_code } = auth.calls;
const phone = "13800138000";
const oneAnswer = 100;

describe("what is short-lived", () => {
  let site: Site;
  let clock = 0;
  let drawn = 0;
  beforeEach(async () => {
    clock = Date.UTC(2026, 0, 5, 8);
    site = await openSite({ now: () => clock });
  });
  afterEach(() => site.close());

  const captcha = async () => {
    drawn += 1;
    const random = `c${drawn}`;
    expect((await site.ask(get_random_code, { random })).code).toBe(0);
    return { random, code: (await site.gatehouse.services.captchas.peek(random)) ?? "" };
  };
  const sentCode = async (to = phone): Promise<string> => {
    await site.gatehouse.services.phoneCodes.idle();
    const { db } = site.gatehouse.services;
    return (await db.selectFrom("outbox").select("text").where("recipient", "=", to).orderBy("id", "desc").executeTakeFirstOrThrow()).text;
  };
  const logIn = async (password = "secret1", more: object = {}, username = "owner"): Promise<number> =>
    (await site.ask(login, { username, password, ...(await captcha()), ...more })).code;
  /** Straight into the server, so that all of them are there before the first one is judged. */
  const together = async (call: Call, forms: readonly object[], cookie = ""): Promise<number[]> => {
    const answers = await Promise.all(
      forms.map((form) =>
        site.gatehouse.app.inject({
          method: "POST",
          url: call.path,
          headers: { "content-type": "application/x-www-form-urlencoded", cookie },
          payload: new URLSearchParams(encodeFields(form)).toString(),
        }),
      ),
    );
    return answers.map((answer) => answer.json().code).sort((one, other) => one - other);
  };
  const onceOf = (codes: readonly number[], right: number, other: number): void =>
    expect(codes).toEqual([right, ...Array<number>(oneAnswer - 1).fill(other)].sort((one, another) => one - another));
  const newcomer = (code: string, companyName: string) => ({
    ...{ phone, verificationCode: code, userName: "New", nickName: "New", companyName, companyLevel: "Manager" },
    ...{ email: "new@example.org", password: "Kestrel72x", repassword: "Kestrel72x" },
  });

  describe("goes on after a restart", () => {
    it("a captcha, for one answer, until its time is over", async () => {
      await site.addUser({ account: "owner" });
      const [used, late, wrong] = [await captcha(), await captcha(), await captcha()];
      await site.restart();
      expect(await logIn("secret1", used)).toBe(0);
      expect(await logIn("secret1", used)).toBe(1009);
      expect(await logIn("secret1", { ...wrong, code: "none" })).toBe(1009);
      await site.restart();
      expect([await logIn("secret1", used), await logIn("secret1", wrong)]).toEqual([1009, 1009]);
      clock += limits.captcha.ttlSeconds * 1000;
      expect(await logIn("secret1", late)).toBe(1009);
    });

    it("a code, for one account", async () => {
      expect((await site.ask(send_register_code, { phone })).code).toBe(0);
      const code = await sentCode();
      await site.restart();
      expect((await site.ask(register, newcomer(code, "First"))).code).toBe(0);
      await site.restart();
      expect((await site.ask(register, newcomer(code, "Second"))).code).toBe(1309);
    });

    it.each([
      [4, 0],
      [5, 1309],
    ])("what was answered wrong of a code: after %i the right one answers %i", async (times, answer) => {
      await site.addUser({ account: "owner", phone });
      expect((await site.ask(send_reset_pass_code, { phone })).code).toBe(0);
      const code = await sentCode();
      const reset = async (verificationCode: string): Promise<number> =>
        (await site.ask(reset_pass, { phone, verificationCode, password: "Kestrel72x", repassword: "Kestrel72x" })).code;
      for (let n = 0; n < times; n += 1) {
        expect(await reset(String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0"))).toBe(1309);
        await site.restart();
      }
      expect(await reset(code)).toBe(answer);
    });

    it("the captcha and the code of a log-in that waits for its second factor", async () => {
      await site.addUser({ account: "owner", phone, secondFactor: true });
      const first = await captcha();
      expect(await logIn("secret1", first)).toBe(1019);
      const verifyCode = await sentCode();
      await site.restart();
      expect(await logIn("secret1", { ...first, verifyCode }, "other")).toBe(1009);
      const second = await captcha();
      expect(await logIn("secret1", second)).toBe(1019);
      await site.restart();
      expect(await logIn("secret1", { ...second, verifyCode })).toBe(0);
      expect(await logIn("secret1", { ...second, verifyCode })).toBe(1309);
    });

    it("a token of the page, for one code", async () => {
      const Cookie = await pageCookieOf(site.base);
      const send = async (to: string): Promise<number> => {
        const body = new URLSearchParams({ phone: to });
        const answer = await fetch(`${site.base}${send_register_code.path}`, { method: "POST", headers: { Cookie }, body });
        return ((await answer.json()) as { code: number }).code;
      };
      await site.restart();
      expect(await send(phone)).toBe(0);
      expect(await send("13800138001")).toBe(1361);
      await site.restart();
      expect(await send("13800138002")).toBe(1361);
    });

    it("the lock of an account, to its end and with what it had come to", async () => {
      await site.addUser({ account: "owner" });
      const { perAccount, lockSeconds } = limits.login;
      const lock = async (): Promise<void> => {
        for (let n = 0; n < perAccount; n += 1) expect(await logIn("wrong")).toBe(1018);
      };
      await lock();
      await site.restart();
      expect(await logIn()).toBe(1018);
      clock += lockSeconds * 1000 - 1;
      expect(await logIn()).toBe(1018);
      clock += 1;
      await lock();
      await site.restart();
      clock += lockSeconds * 2000 - 1;
      expect(await logIn()).toBe(1018);
      clock += 1;
      expect(await logIn()).toBe(0);
    });

    it("the count of wrong answers that lock nothing yet", async () => {
      await site.addUser({ account: "owner" });
      for (let n = 0; n < limits.login.perAccount; n += 1) {
        expect(await logIn("wrong")).toBe(1018);
        await site.restart();
      }
      expect(await logIn()).toBe(1018);
    });

    it("the wait for another code", async () => {
      expect((await site.ask(send_register_code, { phone })).code).toBe(0);
      await site.restart();
      expect((await site.ask(send_register_code, { phone })).code).toBe(1310);
      clock += limits.resend.registerSeconds * 1000;
      expect((await site.ask(send_register_code, { phone })).code).toBe(0);
    });
  });

  describe("serves one of a hundred that come at once", () => {
    it("a captcha", async () => {
      await site.addUser({ account: "owner" });
      const one = await captcha();
      const form = { username: "owner", password: "secret1", ...one };
      onceOf(await together(login, Array<object>(oneAnswer).fill(form)), 0, 1009);
    });

    it("a code that resets a password", async () => {
      await site.addUser({ account: "owner", phone });
      expect((await site.ask(send_reset_pass_code, { phone })).code).toBe(0);
      const verificationCode = await sentCode();
      const forms = Array.from({ length: oneAnswer }, (_, n) => ({ password: `Kestrel72x${n}`, repassword: `Kestrel72x${n}` }));
      const reset = forms.map((form) => ({ phone, verificationCode, ...form }));
      onceOf(await together(reset_pass, reset), 0, 1309);
    });

    it("a token of the page", async () => {
      const cookie = await pageCookieOf(site.base);
      const forms = Array.from({ length: oneAnswer }, (_, n) => ({ phone: `138001380${String(n).padStart(2, "0")}` }));
      onceOf(await together(send_register_code, forms, cookie), 0, 1361);
    });
  });

  describe("that is lost", () => {
    const file = (): string => join(site.folder, "short-lived.db");
    const change = async (statement: string): Promise<void> => {
      const { database } = site.gatehouse.services.config;
      if (isPostgresUrl(database)) return tamper(database, statement);
      const raw = openSqlite(file());
      raw.exec(statement);
      raw.close();
    };
    const troubles = async (): Promise<string[]> =>
      ((await (await fetch(`${site.base}/readyz`)).json()) as { troubles: string[] }).troubles;

    it("keeps everybody from signing in and nobody who is signed in from working, is told, and goes on when it is back", async () => {
      await site.addUser({ account: "owner" });
      const token = await site.signIn("owner", "secret1");
      const before = await captcha();
      await change("alter table short_lived rename to elsewhere");
      const answer = await site.ask(login, { username: "owner", password: "secret1", ...before });
      expect([answer.status, answer.code]).toEqual([500, 500]);
      expect((await site.ask(get_random_code, { random: "lost" })).status).toBe(500);
      expect((await site.ask(user.calls.my, {}, { token })).code).toBe(0);
      expect(await troubles()).toContain("short-lived state");
      expect(await (await fetch(`${site.base}/metrics`)).text()).toContain('gatehouse_trouble{part="short-lived state"} 1');
      await change("alter table elsewhere rename to short_lived");
      expect(await logIn("secret1", before)).toBe(0);
      expect(await troubles()).not.toContain("short-lived state");
    });

    it("is there again, empty, after a restart", async () => {
      await site.addUser({ account: "owner" });
      const before = await captcha();
      await change("drop table short_lived");
      await site.restart();
      expect(await logIn("secret1", before)).toBe(1009);
      expect(await logIn()).toBe(0);
    });

    it.skipIf(Boolean(process.env.TEST_POSTGRES))(
      "goes on while its file is deleted under it, and begins anew at the next start",
      async () => {
        await site.addUser({ account: "owner" });
        const [before, late] = [await captcha(), await captcha()];
        for (const end of ["", "-wal", "-shm"]) rmSync(`${file()}${end}`, { force: true });
        expect(await logIn("secret1", before)).toBe(0);
        expect(await logIn("secret1", before)).toBe(1009);
        await site.restart();
        expect(existsSync(file())).toBe(true);
        expect([await logIn("secret1", late), await logIn()]).toEqual([1009, 0]);
      },
    );
  });
});
