import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { auth } from "#contract/resources/auth.ts";
import { openStage, type Stage, type Visit, type VisitOptions } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { adminPassword } from "#tests/server/site.ts";

const words = {
  zh: {
    account: "请输入账号",
    password: "请输入密码",
    code: "请输入验证码",
    login: "登录",
    forgot: "忘记密码？",
    expired: "账号会话已过期，请重新登录",
    refused: "账号或密码错误，或账号已锁定",
    signOut: "确认退出登录吗？",
    sent: "验证码已发送",
    changed: "修改密码成功",
    reset: "找回密码",
    browsers: "建议使用",
  },
  en: {
    account: "Enter account",
    password: "Enter password",
    code: "Enter Code",
    login: "Sign in",
    forgot: "Forgot password?",
    expired: "The session has expired, please sign in again",
    refused: "Wrong account or password, or the account is locked",
    signOut: "Sign out now?",
    sent: "Verification code sent",
    changed: "Password changed",
    reset: "Reset password",
    browsers: "Use the latest version",
  },
} as const;

describe.each(["zh", "en"] as const)("signing in, %s", (language: Language) => {
  let stage: Stage;
  let visit: Visit;
  const said = words[language];
  const text = textsOf(language);

  beforeAll(async () => {
    stage = await openStage();
    await stage.site.gatehouse.services.db
      .updateTable("dict")
      .set({ remark: "京ICP备2026001号" })
      .where("id", "=", "sys-conf-record")
      .execute();
  });
  afterAll(() => stage.close());
  afterEach(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
  const open = async (route = "/login", options: VisitOptions = {}): Promise<Visit> => {
    visit = await stage.visit({ language, ...options });
    await visit.goto(route);
    return visit;
  };
  const stored = (name: string) => visit.page.evaluate((key) => localStorage.getItem(key) ?? sessionStorage.getItem(key), name);
  const main = () => visit.page.locator(".gh-gate-card");
  const input = (at: number) => visit.page.locator(".gh-gate-card input").nth(at);

  it("shows platform name, fields, captcha, browser notice and filing text, in one language [S2.003] [S2.004] [S2.005] [S2.020] [S2.021] [S3.011] [S3.012] [S2.008] [S2.013]", async () => {
    const { page } = await open();
    await page.locator(".gh-gate-captcha img").waitFor();
    expect(await page.locator("h1").innerText()).toBe("Gatehouse");
    expect(await input(1).getAttribute("type")).toBe("password");
    expect(await input(3).isChecked()).toBe(true);
    expect(await page.locator(".gh-gate-foot").innerText()).toContain(said.browsers);
    expect(await page.locator(".gh-gate-foot").innerText()).toContain("京ICP备2026001号");
    expect(await main().locator("input").count()).toBe(4);
    const shown = await page.locator("body").innerText();
    if (language === "en") expect(shown.replace("中文", "").replace("京ICP备2026001号", "")).not.toMatch(/[\u4e00-\u9fff]/);
    await visit.shot(`login-${language}`);
  });

  it("names what is missing on blur and sends nothing [S5.001] [S5.002] [S5.003]", async () => {
    const { page } = await open();
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/login")) sent += 1;
    });
    await page.locator(".gh-gate-captcha img").waitFor();
    for (const at of [0, 1, 2]) await input(at).focus();
    await page.getByRole("button", { name: said.login, exact: true }).focus();
    for (const fault of [said.account, said.password, said.code]) await main().getByText(fault, { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    expect(sent).toBe(0);
  });

  it("loads another captcha on a click [S2.006]", async () => {
    const { page } = await open();
    const picture = page.locator(".gh-gate-captcha img");
    await picture.waitFor();
    const first = await picture.getAttribute("src");
    await page.locator(".gh-gate-captcha").click();
    await page.waitForFunction((before) => document.querySelector(".gh-gate-captcha img")?.getAttribute("src") !== before, first);
  });

  it("warns of a wrong password, takes a new captcha, and signs in by Enter through /loading to /home_page [S2.018] [S2.019] [S2.036] [S4.003] [S3.003]", async () => {
    const { page } = await open();
    await visit.fillLogin("admin", "wrong-password");
    const before = await page.locator(".gh-gate-captcha img").getAttribute("data-random");
    const posted = page.waitForRequest((request) => request.url().endsWith("/api/login"));
    await page.getByRole("button", { name: said.login, exact: true }).click();
    const form = new URLSearchParams((await posted).postData() ?? "");
    expect([form.get("username"), form.get("password"), form.get("verifyCode")]).toEqual(["admin", "wrong-password", ""]);
    expect(form.get("code")).toMatch(/^\w{4}$/);
    const warning = main().getByRole("alert").filter({ hasText: said.refused });
    await warning.waitFor();
    expect(await warning.getAttribute("data-intent")).toBe("warning");
    await page.waitForFunction((random) => document.querySelector(".gh-gate-captcha img")?.getAttribute("data-random") !== random, before);
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).hash));
    await visit.fillLogin("admin", adminPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/home_page/);
    expect(visited).toContain("#/loading");
    expect(await stored("key")).toMatch(/^[\w-]{32}$/);
    expect(JSON.parse((await stored("menubt")) ?? "[]")).toContain("/api/device/query");
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(adminPassword);
  });

  it("goes to /home_page from /login with a valid key, and to the form with an invalid one, which is forgotten [S4.004] [S4.005] [S8.003]", async () => {
    await open();
    await visit.logIn("admin", adminPassword);
    await visit.goto("/login");
    await visit.page.waitForURL(/#\/home_page/);
    await visit.page.evaluate(() => localStorage.setItem("key", "not-a-token"));
    await visit.goto("/login");
    await visit.page.reload();
    await visit.page.locator(".gh-gate-captcha img").waitFor();
    for (const name of ["key", "menu", "menubt"]) expect(await stored(name)).toBeNull();
  });

  it("forgets key and menu at the start when the key cookie is missing [S4.006]", async () => {
    await open();
    await visit.logIn("admin", adminPassword);
    await visit.context.clearCookies();
    await visit.page.reload();
    await visit.page.waitForURL(/#\/login/);
    for (const name of ["key", "menu", "menubt"]) expect(await stored(name)).toBeNull();
  });

  it("asks before signing out, and then leaves nothing behind [S4.007] [S4.008] [S4.009]", async () => {
    const { page } = await open();
    await visit.logIn("admin", adminPassword);
    const leave = async (): Promise<void> => {
      await page
        .locator("header")
        .getByRole("button", { name: /Administrator/ })
        .click();
      await page.getByRole("menuitem", { name: text("shell.signOut"), exact: true }).click();
      await page.getByText(said.signOut).waitFor();
    };
    await leave();
    await page.keyboard.press("Escape");
    await page.getByText(said.signOut).waitFor({ state: "hidden" });
    expect(await stored("key")).not.toBeNull();
    await leave();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("session.signOut"), exact: true })
      .click();
    await page.waitForURL(/#\/login/);
    for (const name of ["key", "menu", "menubt"]) expect(await stored(name)).toBeNull();
    await visit.goto("/devices/list");
    await page.waitForURL(/#\/login/);
  });

  it("remembers the account, or keeps nothing when it is asked not to [S2.014] [S2.015] [S2.016] [S6.042] [S6.043]", async () => {
    const { page } = await open();
    await visit.goto("/login");
    await visit.fillLogin("admin", adminPassword);
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/home_page/);
    await page.evaluate(() => localStorage.removeItem("key"));
    await page.reload();
    await page.locator(".gh-gate-captcha img").waitFor();
    expect([await input(0).inputValue(), await input(1).inputValue()]).toEqual(["admin", ""]);
    await visit.fillLogin("admin", adminPassword);
    await input(3).uncheck();
    await page.getByRole("button", { name: said.login, exact: true }).click();
    await page.waitForURL(/#\/home_page/);
    expect(
      await page.evaluate(() => [localStorage.getItem("key"), localStorage.getItem("account"), localStorage.getItem("menubt")]),
    ).toEqual([null, null, null]);
    await page.reload();
    await page.locator("main").first().waitFor();
    expect(page.url()).toContain("#/home_page");
    const other = await visit.context.newPage();
    await other.goto(`${stage.site.base}/#/home_page`);
    await other.waitForURL(/#\/login/);
  });

  it("ends the session everywhere when a call is answered 401, and says so [S8.004] [S8.005]", async () => {
    const { page } = await open();
    await visit.logIn("admin", adminPassword);
    await stage.site.gatehouse.services.db.deleteFrom("session").execute();
    await visit.goto("/sample/users");
    await page.waitForURL(/#\/login/);
    await main().getByText(said.expired).waitFor();
    expect(await stored("key")).toBeNull();
  });

  it("agrees with a second tab on who is signed in", async () => {
    const { page } = await open();
    await visit.logIn("admin", adminPassword);
    const second = await visit.context.newPage();
    await second.goto(`${stage.site.base}/#/home_page`);
    await second.locator("main").first().waitFor();
    const token = (await stored("key")) ?? "";
    await second
      .locator("header")
      .getByRole("button", { name: /Administrator/ })
      .click();
    await second.getByRole("menuitem", { name: text("shell.signOut"), exact: true }).click();
    await second
      .getByRole("dialog")
      .getByRole("button", { name: text("session.signOut"), exact: true })
      .click();
    await second.waitForURL(/#\/login/);
    await page.waitForURL(/#\/login/);
    expect((await stage.site.ask(auth.calls.logout, {}, { token })).code).toBe(401);
  });

  it("asks for the code sent to the phone when the server wants a second factor, counts down, and signs in with it [S2.009] [S2.010] [S4.037] [S8.013] [S8.019] [S6.035]", async () => {
    const phone = language === "zh" ? "13800138001" : "13800138002";
    await stage.site.addUser({ account: `chief-${language}`, phone, secondFactor: true });
    const { page } = await open();
    await visit.fillLogin(`chief-${language}`, "secret1");
    await page.keyboard.press("Enter");
    const field = main().getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`);
    await field.waitFor();
    const codes = () =>
      stage.site.gatehouse.services.db.selectFrom("outbox").select("text").where("recipient", "=", phone).orderBy("id", "desc").execute();
    const [first] = await codes();
    await visit.shot(`second-factor-${language}`);
    await input(3).fill(first?.text ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/home_page/);
  });

  it("resets a password by the code sent to the phone [S2.017] [S2.033] [S2.034] [S4.039] [S8.021] [S5.022]", async () => {
    const phone = language === "zh" ? "13900139001" : "13900139002";
    await stage.site.addUser({ account: phone, phone });
    const { page } = await open();
    await page.getByRole("link", { name: said.forgot }).click();
    await page.waitForURL(/#\/account\/ft_password/);
    await page.getByRole("heading", { name: said.reset }).waitFor();
    expect(await main().locator("input").count()).toBe(4);
    const send = main().locator("button").first();
    await input(0).fill("12345");
    await send.click();
    await main().locator(".gh-gate-fault[role=alert]").first().waitFor();
    await input(0).fill(phone);
    await send.click();
    await main().getByText(said.sent).waitFor();
    expect(await send.isDisabled()).toBe(true);
    expect(await send.innerText()).toMatch(/5\d|60/);
    const [sent] = await stage.site.gatehouse.services.db
      .selectFrom("outbox")
      .select("text")
      .where("recipient", "=", phone)
      .orderBy("id", "desc")
      .execute();
    await input(1).fill(sent?.text ?? "");
    await input(2).fill("Kestrel72x");
    await input(3).fill("Kestrel72x");
    await page.reload();
    await page.locator(".gh-gate-card button").first().waitFor();
    expect(await send.isDisabled()).toBe(true);
    await input(0).fill(phone);
    await input(1).fill(sent?.text ?? "");
    await input(2).fill("Kestrel72x");
    await input(3).fill("Kestrel72x");
    await visit.shot(`reset-${language}`);
    await page.keyboard.press("Enter");
    await main().getByText(said.changed).waitFor();
    await visit.logIn(phone, "Kestrel72x");
  });

  it("stays on /loading with the server's words when the session cannot be read [S2.037]", async () => {
    const { page } = await open();
    await page.route("**/api/user/my", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        body: JSON.stringify({ code: 500, data: null, message: "the words of the server" }),
      }),
    );
    await visit.fillLogin("admin", adminPassword);
    await page.keyboard.press("Enter");
    await main().getByText("the words of the server").waitFor();
    expect(page.url()).toContain("#/loading");
  });
});
