import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";
import { auth } from "#contract/resources/auth.ts";
import { openSite, type Site } from "#tests/server/site.ts";

/** A browser that keeps its cookies, at an address of its own. */
const browserAt = (site: Site, address: string) => {
  const jar = new Map<string, string>();
  const ask = async (call: Call, request: object = {}): Promise<{ code: number; data: { seconds?: number } | null }> => {
    const fields = new URLSearchParams(encodeFields(request));
    const answer = await fetch(`${site.base}${call.path}${call.method === "GET" ? `?${fields}` : ""}`, {
      method: call.method,
      headers: { "X-Forwarded-For": address, Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(call.method === "GET" ? {} : { body: fields }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return (await answer.json()) as { code: number; data: { seconds?: number } | null };
  };
  const logIn = async (username: string, password: string): Promise<number> => {
    const random = `r${Math.random()}`;
    await site.gatehouse.services.captchas.draw(random);
    const code = (await site.gatehouse.services.captchas.peek(random)) ?? "";
    return (await ask(auth.calls.login, { username, password, random, code })).code;
  };
  return { jar, ask, logIn, open: () => ask(auth.calls.query_main) };
};

describe("what strangers do", () => {
  let site: Site;
  let clock = Date.UTC(2026, 0, 5, 8);
  let count = 0;
  let phone = "";
  beforeAll(async () => {
    site = await openSite({ now: () => clock, variables: { TRUST_PROXY: "1" } });
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    clock += 2 * 3_600_000;
    count += 1;
    phone = `1380000${1000 + count}`;
    await site.addUser({ account: `owner${count}`, phone });
  });
  const lastText = async (): Promise<string> => {
    const { db, phoneCodes } = site.gatehouse.services;
    await phoneCodes.idle();
    const last = await db.selectFrom("outbox").select("text").where("recipient", "=", phone).orderBy("id", "desc").executeTakeFirst();
    return last?.text ?? "";
  };

  it("gets them no code without a token of the page, which serves once and at its own address", async () => {
    const stranger = browserAt(site, "198.51.100.1");
    for (const call of [auth.calls.send_register_code, auth.calls.send_reset_pass_code]) {
      stranger.jar.clear();
      expect((await stranger.ask(call, { phone: `1390000${1000 + count}` })).code).toBe(1361);
      const token = stranger.jar.get("page") ?? "";
      expect((await stranger.ask(call, { phone: `1390000${2000 + count}` })).code).toBe(0);
      stranger.jar.set("page", token);
      expect((await stranger.ask(call, { phone: `1390000${3000 + count}` })).code).toBe(1361);
      const elsewhere = browserAt(site, "198.51.100.2");
      elsewhere.jar.set("page", stranger.jar.get("page") ?? "");
      expect((await elsewhere.ask(call, { phone: `1390000${4000 + count}` })).code).toBe(1361);
      for (const made of ["", "a.b.c", `${token}x`, ".."]) {
        elsewhere.jar.set("page", made);
        expect((await elsewhere.ask(call, { phone: `1390000${5000 + count}` })).code).toBe(1361);
      }
      stranger.jar.clear();
      await stranger.open();
      clock += 12 * 3_600_000 + 1;
      expect((await stranger.ask(call, { phone: `1390000${6000 + count}` })).code).toBe(1361);
    }
  });

  it("keeps no owner from the code to reset a password, nor burns it", async () => {
    const owner = browserAt(site, "192.0.2.1");
    expect(await owner.logIn(`owner${count}`, "secret1")).toBe(0);
    await owner.open();
    for (let n = 0; n < 30; n += 1) {
      const stranger = browserAt(site, n % 2 === 0 ? "192.0.2.1" : `198.51.100.${n}`);
      await stranger.open();
      await stranger.ask(auth.calls.send_reset_pass_code, { phone });
      clock += 61_000;
    }
    const asked = await owner.ask(auth.calls.send_reset_pass_code, { phone });
    expect([asked.code, asked.data]).toEqual([0, { seconds: 60 }]);
    const form = { phone, password: "Kestrel72x", repassword: "Kestrel72x" };
    for (let n = 0; n < 20; n += 1) {
      const stranger = browserAt(site, n % 2 === 0 ? "192.0.2.1" : `198.51.100.${n}`);
      expect((await stranger.ask(auth.calls.reset_pass, { ...form, verificationCode: "000000x" })).code).toBe(1309);
    }
    expect((await owner.ask(auth.calls.reset_pass, { ...form, verificationCode: await lastText() })).code).toBe(0);
  });

  it("does not burn a code that a stranger asked for: its holder answers from an address that got nothing wrong", async () => {
    const stranger = browserAt(site, "198.51.100.1");
    await stranger.open();
    expect((await stranger.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(0);
    await expect.poll(lastText).toMatch(/^\d{6}$/);
    const code = await lastText();
    const form = { phone, password: "Kestrel72x", repassword: "Kestrel72x" };
    const verificationCode = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let n = 0; n < 40; n += 1) {
      const other = browserAt(site, `198.51.100.${n + 2}`);
      expect((await other.ask(auth.calls.reset_pass, { ...form, verificationCode })).code).toBe(1309);
    }
    const owner = browserAt(site, "192.0.2.1");
    expect((await owner.ask(auth.calls.reset_pass, { ...form, verificationCode: code })).code).toBe(0);
  });

  it("uses no token of the page up while there is a wait", async () => {
    const stranger = browserAt(site, "198.51.100.1");
    await stranger.open();
    expect((await stranger.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(0);
    const token = stranger.jar.get("page") ?? "";
    for (let n = 0; n < 3; n += 1) {
      stranger.jar.set("page", token);
      expect((await stranger.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(1310);
    }
    clock += 60_000;
    stranger.jar.set("page", token);
    expect((await stranger.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(0);
    stranger.jar.set("page", token);
    expect((await stranger.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(1361);
  });

  it("keeps a right password from nowhere: not at its own address, not in a browser that signed in before", async () => {
    const account = `owner${count}`;
    const known = browserAt(site, "192.0.2.1");
    expect(await known.logIn(account, "secret1")).toBe(0);
    expect(known.jar.get("browser")).toMatch(/^[\w-]{32}$/);
    for (let n = 0; n < 12; n += 1) {
      const stranger = browserAt(site, n < 2 ? "192.0.2.1" : `198.51.100.${n}`);
      for (let tries = 0; tries < 5; tries += 1) await stranger.logIn(account, "wrong");
    }
    expect(await browserAt(site, "198.51.100.3").logIn(account, "secret1")).toBe(1018);
    expect(await browserAt(site, "192.0.2.1").logIn(account, "secret1")).toBe(1018);
    expect(await known.logIn(account, "secret1")).toBe(0);
    expect(await browserAt(site, "203.0.113.5").logIn(account, "secret1")).toBe(0);
    const marked = browserAt(site, "198.51.100.3");
    marked.jar.set("browser", "x".repeat(32));
    expect(await marked.logIn(account, "wrong")).toBe(1018);
  });
});
