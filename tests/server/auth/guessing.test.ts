import { TOTP } from "otpauth";
import { afterEach, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";
import { auth } from "#contract/resources/auth.ts";
import { sample } from "#contract/resources/sample.ts";
import { user } from "#contract/resources/user.ts";
import { openSite, type Site } from "#tests/server/site.ts";

describe("guesses that come at once", () => {
  let site: Site;
  afterEach(() => site.close());

  /** Straight into the server, so that all of them are there in this order before the first one is judged. */
  const together = async (call: Call, requests: readonly object[], headers: Record<string, string> = {}): Promise<number[]> => {
    const answers = await Promise.all(
      requests.map((request) =>
        site.gatehouse.app.inject({
          method: "POST",
          url: call.path,
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          payload: new URLSearchParams(encodeFields(request)).toString(),
        }),
      ),
    );
    return answers.map((answer) => answer.json().code);
  };
  let drawn = 0;
  const captcha = async () => {
    drawn += 1;
    const random = `c${drawn}`;
    await site.gatehouse.services.captchas.draw(random);
    return { random, code: (await site.gatehouse.services.captchas.peek(random)) ?? "" };
  };
  const withCaptchas = (forms: readonly object[]) => Promise.all(forms.map(async (form) => ({ ...form, ...(await captcha()) })));
  const passwords = (times: number): string[] => Array.from({ length: times }, (_, n) => `wrong${n}`);
  const often = (codes: readonly number[], code: number): number => codes.filter((each) => each === code).length;

  it.each([40, 100])("of %s passwords the right one comes too late to sign in", async (times) => {
    site = await openSite();
    await site.addUser({ account: "owner" });
    const tries = await withCaptchas([...passwords(times - 1), "secret1"].map((password) => ({ username: "owner", password })));
    const codes = await together(auth.calls.login, tries);
    expect(codes).toEqual(codes.map(() => 1018));
  });

  it("of forty right passwords from one address all sign in", async () => {
    site = await openSite();
    for (let n = 0; n < 10; n += 1) await site.addUser({ account: `person${n}` });
    const tries = await withCaptchas(Array.from({ length: 40 }, (_, n) => ({ username: `person${n % 10}`, password: "secret1" })));
    expect(often(await together(auth.calls.login, tries), 0)).toBe(40);
  });

  it.each(["totp", "phone"] as const)(
    "of forty codes of the second factor (%s) five are judged, and the right one comes too late",
    async (factor) => {
      site = await openSite();
      const phone = "13800138000";
      const id = await site.addUser({ account: "owner", phone, secondFactor: factor === "phone" });
      const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
      const { db, now, phoneCodes } = site.gatehouse.services;
      if (factor === "totp") await db.insertInto("user_factor").values({ user_id: id, secret, confirmed_at: now() }).execute();
      const first = await site.ask(auth.calls.login, { username: "owner", password: "secret1", ...(await captcha()) });
      expect(first.code).toBe(1019);
      await phoneCodes.idle();
      const text = await db.selectFrom("outbox").select("text").where("recipient", "=", phone).executeTakeFirst();
      const right = text?.text ?? new TOTP({ secret }).generate({ timestamp: now() });
      const wrong = Array.from({ length: 39 }, (_, n) => String((Number(right) + 1000 + n) % 1_000_000).padStart(6, "0"));
      const tries = await withCaptchas([...wrong, right].map((verifyCode) => ({ username: "owner", password: "secret1", verifyCode })));
      const codes = await together(auth.calls.login, tries);
      expect([often(codes, factor === "totp" ? 1332 : 1309), often(codes, 0)]).toEqual([5, 0]);
    },
  );

  describe("of an authenticator", () => {
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    let token = "";
    /** A code that is right neither now nor a few steps from now. */
    const wrongCode = (): string => {
      const { now } = site.gatehouse.services;
      const near = [-2, -1, 0, 1, 2, 3].map((step) => new TOTP({ secret }).generate({ timestamp: now() + step * 30_000 }));
      return ["000000", "111111", "222222", "333333", "444444", "555555", "666666"].find((code) => !near.includes(code)) ?? "";
    };
    const opened = async () => {
      site = await openSite();
      const id = await site.addUser({ account: "owner" });
      token = await site.signIn("owner", "secret1");
      const { db, now } = site.gatehouse.services;
      await db.insertInto("user_factor").values({ user_id: id, secret, confirmed_at: now() }).execute();
    };

    it.each([
      ["the sample's log-in", sample.calls.login, { username: "owner", password: "secret1" }],
      ["ending the sessions", user.calls.end_sessions, { password: "secret1" }],
      ["the own password without a code", user.calls.totp_end, { password: "secret1" }],
    ])("five are judged in a session, whatever right passwords are given between them to %s", async (_what, call, request) => {
      await opened();
      const codes: number[] = [];
      for (let n = 0; n < 12; n += 1) {
        codes.push((await site.ask(user.calls.totp_end, { password: "secret1", verifyCode: wrongCode() }, { token })).code);
        await site.ask(call as Call, request, { token });
      }
      expect([often(codes, 1332), often(codes, 429)]).toEqual([5, 7]);
      expect((await site.ask(sample.calls.login, { username: "owner", password: "secret1" }, { token })).code).toBe(0);
    });

    it("five are judged in log-ins whose password is right, whatever right passwords are given between them, and a right code clears them", async () => {
      await opened();
      const logIn = async (verifyCode: string): Promise<number> => {
        const first = await captcha();
        expect((await site.ask(auth.calls.login, { username: "owner", password: "secret1", ...first })).code).toBe(1019);
        return (await site.ask(auth.calls.login, { username: "owner", password: "secret1", ...first, verifyCode })).code;
      };
      const right = () => new TOTP({ secret }).generate({ timestamp: site.gatehouse.services.now() });
      for (let n = 0; n < 4; n += 1) expect(await logIn(wrongCode())).toBe(1332);
      expect(await logIn(right())).toBe(0);
      const codes: number[] = [];
      for (let n = 0; n < 9; n += 1) {
        codes.push(await logIn(wrongCode()));
        await site.ask(sample.calls.login, { username: "owner", password: "secret1" }, { token });
      }
      expect([often(codes, 1332), often(codes, 1018)]).toEqual([5, 4]);
      expect(await logIn(right())).toBe(1018);
    });
  });

  it("of forty codes that confirm an authenticator five are judged", async () => {
    site = await openSite();
    await site.addUser({ account: "owner" });
    const token = await site.signIn("owner", "secret1");
    const { secret } = (await site.ask(user.calls.totp_begin, { password: "secret1" }, { token })).data;
    const right = new TOTP({ secret }).generate();
    const wrong = Array.from({ length: 39 }, (_, n) => String((Number(right) + 1000 + n) % 1_000_000).padStart(6, "0"));
    const codes = await together(
      user.calls.totp_confirm,
      [...wrong, right].map((verifyCode) => ({ verifyCode })),
      { token },
    );
    expect([often(codes, 1332), often(codes, 429)]).toEqual([5, 35]);
  });

  it.each([
    ["a change of the password", user.calls.update_pass, { newPassword: "Kestrel72x", repassword: "Kestrel72x" }, 1318, 429],
    ["ending the sessions", user.calls.end_sessions, {}, 1318, 429],
    ["the sample's log-in", sample.calls.login, { username: "owner" }, 1318, 1018],
  ])(
    "of forty own passwords for %s five are judged, and the right one comes too late",
    async (_what, call, more, wrongCode, lockedCode) => {
      site = await openSite();
      await site.addUser({ account: "owner" });
      const token = await site.signIn("owner", "secret1");
      const codes = await together(
        call,
        [...passwords(39), "secret1"].map((password) => ({ ...more, password })),
        { token },
      );
      expect([often(codes, wrongCode), often(codes, lockedCode)]).toEqual([5, 35]);
    },
  );
});
