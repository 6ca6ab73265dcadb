import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";
import { screens as allScreens } from "#src/app/screens.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { openStage, type Stage, type Visit, type VisitOptions } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const leaves = (items: readonly BuiltinItem[]): BuiltinItem[] => items.flatMap((item) => (item.children ? leaves(item.children) : [item]));
const chinese = /[\u3400-\u9fff]/;
/** Names and codes that stand as they are in both languages. */
const names = /^(SN|ICCID|CSV|MQTT JSON|Gatehouse|admin|Administrator|English|[\d\s.,:%/–-]*|⌘K|Ctrl\+?K)$/;

/** What the interface itself says on the page: headings, buttons, labels, menus, tabs and columns, but no data. */
const saidBy = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "h1, h2, h3, button, label, legend, nav a, [role=columnheader], [role=tab], [role=menuitem], dt, th",
      ),
    ]
      .filter((element) => element.offsetParent !== null && !element.closest("[role=gridcell], .gh-account, [data-name]"))
      .map((element) => element.innerText.trim())
      .filter((text) => text !== ""),
  );

describe("the shell", () => {
  let stage: Stage;
  let visit: Visit;
  let deviceId: string;
  let recipeId: string;
  let groupId: string;

  beforeAll(async () => {
    stage = await openStage();
    const token = await stage.site.signIn("admin", adminPassword);
    const template = await addTemplate(stage.site, token, "T-1", [{ name: "P-1", nameEn: "P-1", address: "40001" }]);
    recipeId = template.recipeId;
    deviceId = await addDevice(stage.site, token, { sn: "SN-0001", name: "D-1", recipeId });
    groupId = (await stage.site.ask(deviceRecipePicture.calls.post, { name: "T-1" }, { token })).data.id;
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
  const address = (path: string): string =>
    path === "/devices/deviceDatail" || path === "/devices/edit"
      ? `${path}?id=${deviceId}`
      : path.startsWith("/template/") && path !== "/template/list"
        ? `${path}?id=${recipeId}&recipeId=${recipeId}`
        : path === "/devices/icon/grouplist"
          ? `${path}?id=${groupId}`
          : path;
  const settled = async (page: Page): Promise<void> => {
    await page.locator("#gh-side").waitFor();
    await page.locator("main h1:visible:not(.gh-gate-title)").first().waitFor();
    await page.waitForLoadState("networkidle");
  };
  /** Drawn alone. */
  const bare = new Set(allScreens.flatMap((entry) => (entry.bare ? [entry.path] : [])));
  const screens = leaves(builtinMenu).filter(({ path }) => !bare.has(path) && path !== "/template/edits");

  it.each([
    ["zh", 1440, true],
    ["en", 800, false],
  ] as const)(
    "shows every screen inside header, menu and tabs, wholly in %s, at %i px, dark %s, without a reload, a page that scrolls as a whole or a fault that axe finds [S1.001] [S1.002] [S2.059]",
    async (language: Language, width, dark) => {
      const { page } = await open({ language, width, dark });
      await visit.logIn("admin", adminPassword);
      await page.evaluate(() => void Object.assign(window, { same: true }));
      for (const { path } of screens) {
        await visit.goto(address(path));
        await settled(page);
        for (const landmark of ["header", "nav", "[role=tablist]", "main"])
          expect([path, await page.locator(landmark).first().isVisible()]).toEqual([path, true]);
        const fits = () => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight;
        expect([path, await page.evaluate(fits)]).toEqual([path, true]);
        const said = await saidBy(page);
        const foreign = said.filter((text) =>
          language === "en" ? chinese.test(text) && text !== "中文" : /[a-z]{3}/i.test(text) && !chinese.test(text) && !names.test(text),
        );
        expect([path, foreign.filter((text) => !/^(T-1|P-1|D-1|SN-0001|Main)/.test(text))]).toEqual([path, []]);
        expect([path, await axeFaults(page)]).toEqual([path, []]);
        await visit.shot(`${path.replaceAll("/", "_").slice(1)}-${width}-${dark ? "dark" : "light"}`);
      }
      expect(await page.evaluate(() => "same" in window)).toBe(true);
    },
    240_000,
  );

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
