import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage, type Visit, type VisitOptions } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { adminPassword } from "#tests/server/site.ts";

describe("the shell", () => {
  let stage: Stage;
  let visit: Visit;

  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  afterEach(async () => {
    expect(visit.errors).toEqual([]);
    await visit.close();
  });
  const open = async (options: VisitOptions = {}): Promise<Visit> => {
    visit = await stage.visit(options);
    return visit;
  };

  it("opens the large screen from the header, drawn alone, and comes back [S2.133]", async () => {
    const { page } = await open({ language: "en" });
    await visit.logIn("admin", adminPassword);
    await page.locator("header a[href='#/newindex']").first().click();
    await page.waitForURL(/#\/newindex/);
    await page.locator(".gh-board-head").waitFor();
    expect(await page.locator("nav:visible").count()).toBe(0);
    await visit.shot("newindex");
  });

  it("is 200 px wide at its left, and its tab menu at least 105 [S9.011] [S9.012]", async () => {
    const { page } = await open({});
    await visit.logIn("admin", adminPassword);
    expect((await page.locator("nav").first().boundingBox())?.width).toBe(200);
    await page.getByRole("tab").last().click({ button: "right" });
    const menu = page.getByRole("menu");
    await menu.waitFor();
    expect((await page.locator(".gh-menu").boundingBox())?.width).toBeGreaterThanOrEqual(105);
  });

  it("folds the menu below 800 px, and not at 800 [S2.140] [S9.009]", async () => {
    const { page } = await open({ width: 800 });
    await visit.logIn("admin", adminPassword);
    const width = async () => (await page.locator("nav").first().boundingBox())?.width;
    expect(await width()).toBe(200);
    await page.setViewportSize({ width: 799, height: 900 });
    await page.waitForFunction(() => (document.querySelector("nav")?.getBoundingClientRect().width ?? 200) < 60);
  });

  it("speaks Chinese with nothing or anything unknown stored, English when en is stored, and keeps the choice [S4.015] [S4.016] [S4.017] [S9.001] [S9.002] [S2.002]", async () => {
    const { page } = await open();
    const [zh, en] = [textsOf("zh"), textsOf("en")];
    const button = (text: (id: string) => string) => page.getByRole("button", { name: text("gate.login"), exact: true });
    await visit.goto("/login");
    await button(zh).waitFor();
    await page.evaluate(() => localStorage.setItem("lang", "fr"));
    await page.reload();
    await button(zh).waitFor();
    await page.evaluate(() => localStorage.removeItem("lang"));
    await page.reload();
    await button(zh).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await button(en).waitFor();
    for (const id of ["gate.account", "gate.password", "gate.captcha", "gate.remember", "gate.forgot", "gate.browsers"])
      await page.getByText(en(id), { exact: true }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem("lang"))).toBe("en");
    await page.reload();
    await button(en).waitFor();
  });

  it("turns menu, tabs, header and screen to the language that is chosen, and asks the server in it [S2.135] [S7.016]", async () => {
    const { page } = await open({ language: "zh" });
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(request.headers()["accept-language"] ?? "");
    });
    await visit.logIn("admin", adminPassword);
    await visit.goto("/sample/users");
    const [zh, en] = [textsOf("zh"), textsOf("en")];
    await page.getByRole("heading", { name: zh("sample.users.title") }).waitFor();
    expect(new Set(asked)).toEqual(new Set(["zh-CN"]));
    asked.length = 0;
    await page
      .locator("header")
      .getByRole("button", { name: zh("shell.language") })
      .click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await page.getByRole("heading", { name: en("sample.users.title") }).waitFor();
    await page.getByRole("tab", { name: "Sample users" }).waitFor();
    await page.locator("nav").getByText("Alarms", { exact: true }).waitFor();
    await visit.goto("/devices/list");
    await page.getByRole("heading", { name: en("devices.title") }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(asked.slice(-3)).toEqual(["en-US", "en-US", "en-US"]);
  });
});
