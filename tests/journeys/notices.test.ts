import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { axeFaults } from "#tests/journeys/axeFaults.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addTemplate, connectDevice, sendTelemetry } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const minute = 60_000;
const zone = "Asia/Shanghai";

describe("notices", () => {
  let stage: Stage;
  let visit: Visit;
  let id: string;
  let send: (values: Record<string, number>) => Promise<void>;
  let disconnect: () => Promise<void>;
  const now = Date.now();
  const zh = textsOf("zh");
  const en = textsOf("en");
  const bell = () => visit.page.locator(".gh-bell");
  const count = () => visit.page.locator(".gh-bell-count");
  const rows = () => visit.page.locator(".gh-centre-row");
  const unread = (wanted: number) =>
    visit.page.waitForFunction((many) => (document.querySelector(".gh-bell-count")?.textContent ?? "0") === String(many), wanted);

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    const token = await site.signIn("admin", adminPassword);
    const { recipeId, points } = await addTemplate(site, token, "泵 Pump", [
      { name: "温度", nameEn: "Temperature", address: "1", decimals: 1, unit: "°C" },
    ]);
    const slaves = [
      { no: 1, name: "一号泵 Pump 1", recipeId },
      { no: 2, name: "二号泵 Pump 2", recipeId },
    ];
    const asked = { name: "泵站 Pump house", sn: "PUMP-0001", password: "devicepw", typeId: "type-general", industry: "水务", slaves };
    ({ id } = (await site.ask(device.calls.post, asked, { token })).data);
    const hot = { pushContent: "泵过热", pushContentEn: "Pump too hot", condition: "above", level: 3, a: 80, max: 70 };
    await site.ask(alarmTrigger.calls.post, { name: "Hot", recipeId, pointId: points["1"] ?? null, ...hot }, { token });
    const { db } = site.gatehouse.services;
    await db
      .updateTable("user")
      .set({ created_at: now - 86_400_000 })
      .execute();
    await db.deleteFrom("notice_reader").execute();
    for (const [place, level] of [1, 2, 0].entries())
      await db
        .insertInto("alarm_log")
        .values({
          ...{ id: `earlier-${place}`, device_id: id, company_id: "root", slave: place === 2 ? 0 : 2, rule_id: null, rule_name: "earlier" },
          ...{ point_id: null, point_name: "", point_name_en: "", unit: "", level, state: 0, value: null, open_key: null },
          ...{ content: `早先 ${place}`, content_en: `Earlier ${place}`, raised_at: now - (60 - place) * minute },
          ...{ released_at: now - 30 * minute, processed_at: null, processor_id: null, processor: "", remark: "" },
        })
        .execute();
    const client = await connectDevice(site, "PUMP-0001");
    send = (values) => sendTelemetry(client, "PUMP-0001", { slaves: [{ no: 2, values }] });
    disconnect = async () => void (await client.endAsync());
    visit = await stage.visit();
    visit.page.setDefaultTimeout(15_000);
    await visit.logIn("admin", adminPassword);
    await visit.page.locator(".gh-link-online").waitFor();
  });
  afterEach(() => expect(visit.errors).toEqual([]));
  afterAll(async () => {
    await disconnect?.();
    await stage.close();
  });

  it("are counted at the bell, live, and listed with the slave in alarm, how it stands now and where it leads", async () => {
    const { page } = visit;
    // Three alarms from before, and the device that came online.
    await unread(4);
    await send({ 1: 91 });
    await page.locator(".gh-notice-level-3").waitFor();
    const told = page.locator(".gh-notice-level-3 .gh-notice-title");
    expect(await told.innerText()).toBe("紧急报警 · 泵站 Pump house · 二号泵 Pump 2（PUMP-0001）");
    await unread(5);
    await bell().focus();
    await page.keyboard.press("Enter");
    await rows().nth(4).waitFor();
    expect(await rows().first().innerText()).toContain("二号泵 Pump 2");
    expect(await rows().first().innerText()).toContain("泵过热");
    expect(await rows().nth(2).innerText()).toContain("早先 2");
    expect(await rows().nth(2).locator(".gh-centre-title").innerText()).toContain("泵站 Pump house（PUMP-0001）");
    expect(await rows().nth(2).locator("time").innerText()).toBe(formatInstant(zone, now - 58 * minute));
    expect(await axeFaults(page)).toEqual([]);
    await visit.shot("notices-bell-zh");
  });

  it("are read by following them or at a press, one or all, by keys too, and the focus comes back to the bell", async () => {
    const { page } = visit;
    await rows()
      .nth(3)
      .getByRole("button", { name: zh("notice.markOne") })
      .click();
    await unread(4);
    expect(await rows().nth(3).getAttribute("class")).not.toContain("gh-centre-unread");
    await rows()
      .nth(2)
      .getByRole("link", { name: zh("notice.record") })
      .click();
    await page.waitForURL(/alarms\/history\?record=earlier-2/);
    await page.getByRole("dialog").getByText("早先 2").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await unread(3);
    await bell().focus();
    await page.keyboard.press("Enter");
    await rows().nth(4).waitFor();
    await page.keyboard.press("Escape");
    await rows().first().waitFor({ state: "detached" });
    expect(await bell().evaluate((button) => button === document.activeElement)).toBe(true);
    await bell().click();
    await rows().nth(4).waitFor();
    await page.goBack();
    await rows().first().waitFor({ state: "detached" });
    await page.goForward();
  });

  it("keep their marks over a reload and a new sign-in elsewhere, worded in the language of who reads", async () => {
    await visit.page.reload();
    await unread(3);
    const other = await stage.visit({ language: "en", width: 800, dark: true });
    await other.logIn("admin", adminPassword);
    const { page } = other;
    await page.locator(".gh-bell-count").getByText("3", { exact: true }).waitFor();
    await page.locator(".gh-bell").click();
    const first = page.locator(".gh-centre-row").first();
    expect(await first.innerText()).toContain("Pump too hot");
    await other.shot("notices-bell-en-800");
    await page.getByRole("button", { name: en("notice.markAll") }).click();
    await page.locator(".gh-bell-count").waitFor({ state: "detached" });
    expect(other.errors).toEqual([]);
    await other.close();
    await visit.page.reload();
    await bell().waitFor();
    await visit.page.locator(".gh-link-online").waitFor();
    expect(await bell().getAttribute("aria-label")).toBe("通知，无未读");
    expect(await count().count()).toBe(0);
  });

  it("never cover a button, a field, the pager or a drawer", async () => {
    const { page } = visit;
    await visit.goto("/devices/list");
    await page.getByRole("gridcell").filter({ hasText: "泵站" }).first().waitFor();
    await send({ 1: 60 });
    await page.locator(".gh-notice-released").first().waitFor();
    await send({ 1: 95 });
    await page.locator(".gh-notice-level-3").first().waitFor();
    const covered = () =>
      page.evaluate(() => {
        const line = document.querySelector(".gh-notices");
        const top = line?.getBoundingClientRect().top ?? 0;
        // A menu that is longer than the window ends above the line.
        const side = document.querySelector(".gh-side");
        side?.scrollTo(0, side.scrollHeight);
        // What is scrolled out of sight is under nothing.
        const shownTo = (element: Element): number => {
          let { bottom } = element.getBoundingClientRect();
          for (let around = element.parentElement; around; around = around.parentElement)
            if (getComputedStyle(around).overflowY !== "visible") bottom = Math.min(bottom, around.getBoundingClientRect().bottom);
          return bottom;
        };
        const works = "button, a, input, select, textarea, [role=gridcell], [role=dialog], .bp6-drawer, .gh-status";
        return [...document.querySelectorAll(works)]
          .filter((element) => !line?.contains(element) && element.checkVisibility() && element.getBoundingClientRect().height > 0)
          .filter((element) => element.getBoundingClientRect().top < shownTo(element))
          .filter((element) => shownTo(element) > top + 1 && !element.closest("[role=grid]"))
          .map((element) => element.outerHTML.slice(0, 120));
      });
    expect(await covered()).toEqual([]);
    await visit.shot("notices-line-zh");
    await visit.goto(`/alarms/history`);
    await page
      .locator(".gh-notice-level-3")
      .getByRole("link", { name: zh("notice.record") })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: zh("alarms.action.process") })
      .waitFor();
    expect(await covered()).toEqual([]);
    await visit.shot("notices-drawer-zh");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("and the list of the home page name the slave in alarm", async () => {
    await visit.goto("/monitor");
    await visit.page.locator(".gh-home-newest .gh-home-alarm").first().waitFor();
    expect(await visit.page.locator(".gh-home-newest .gh-home-device").first().innerText()).toBe("泵站 Pump house · 二号泵 Pump 2");
    await visit.shot("notices-home");
  });

  it("stand in front of every window's name as the number of active alarms that nobody has handled, and on its icon in the highest's colour", async () => {
    const { page } = visit;
    const named = (start: string) => page.waitForFunction((text) => document.title.startsWith(text), start);
    const icon = () => page.locator('link[rel="icon"]').getAttribute("href");
    const drawn = async () => decodeURIComponent((await icon()) ?? "");
    await named("(1) ");
    expect(await drawn()).toMatch(/fill="#b0262b".*>1<\/text><\/svg>/);
    await page.waitForFunction(async (href) => (await fetch(href)).ok, "/icon.svg");
    expect(
      await page.evaluate(
        (href) =>
          new Promise((resolve) => Object.assign(new Image(), { src: href, onload: () => resolve(true), onerror: () => resolve(false) })),
        (await icon()) ?? "",
      ),
    ).toBe(true);
    for (const [route, name] of [
      ["/devices/list", "(1) 设备列表"],
      ["/alarm/board", "(1) "],
      ["/nowhere", "(1) "],
      ["/home_page", "(1) 首页"],
    ] as const) {
      await visit.goto(route);
      await named(name);
    }
    await send({ 1: 60 });
    await page.waitForFunction(() => !document.title.startsWith("("));
    expect(await icon()).toBe("/icon.svg");
  });

  it("are handled by keys from the line and from the bell, and who was outrun is told who was first", async () => {
    const { page } = visit;
    const focused = (selector: string) => page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector);
    const dialog = page.locator(".gh-process");
    await visit.goto("/devices/list");
    await page.getByRole("gridcell").filter({ hasText: "泵站" }).first().waitFor();
    await send({ 1: 97 });
    await page.locator(".gh-notice-level-3").first().waitFor();
    await page.keyboard.press("g");
    await focused(".gh-notice");
    await page.keyboard.press("a");
    await dialog.getByText("泵过热").waitFor();
    await focused(".gh-process textarea");
    await page.keyboard.type("换了叶轮");
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await page.locator(".gh-notice-processed").getByText("换了叶轮").waitFor();
    await focused(".gh-notice");

    await bell().focus();
    await page.keyboard.press("Enter");
    await focused(".gh-centre-row");
    await page.keyboard.press("End");
    for (
      let place = await rows().count();
      !(await page.evaluate(() => document.activeElement?.textContent?.includes("早先 1")));
      place -= 1
    ) {
      expect(place).toBeGreaterThan(0);
      await page.keyboard.press("ArrowUp");
    }
    await visit.shot("notices-bell-keys");
    await page.keyboard.press("a");
    await dialog.getByText("早先 1").waitFor();
    await focused(".gh-process textarea");
    const token = await stage.site.signIn("admin", adminPassword);
    await stage.site.ask(alarmLog.calls.recover, { ids: ["earlier-1"], state: 1, remark: "handled elsewhere" }, { token });
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.getByRole("alert").innerText()).toMatch(/已于 .* 处理该报警/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await focused(".gh-centre-row");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("早先 1");
    await page.keyboard.press("Enter");
    await page.waitForURL(/deviceDatail/);
    await rows().first().waitFor({ state: "detached" });
    await focused("#gh-content");
    await page.keyboard.press("?");
    await page.locator(".gh-hotkeys").getByText("转到最新通知").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".gh-hotkeys").waitFor({ state: "detached" });
  });

  it("are told by the desktop once that is switched on and allowed, while no tab of the console is in front", async () => {
    // Of a permission that it has the headless shell says when it is asked, not before.
    const before = `window.shown = []; document.hasFocus = () => window.inFront !== false;
      window.Notification = class extends Notification {
        static permission = "default";
        static async requestPermission() { return (this.permission = await super.requestPermission()); }
        constructor(title, options) { super(title, options); window.shown.push({ title, ...options, click: () => this.onclick() }); }
      };`;
    const other = await stage.visit({ language: "en", before });
    const { page } = other;
    page.setDefaultTimeout(15_000);
    await other.context.grantPermissions(["notifications"], { origin: stage.site.base });
    await other.logIn("admin", adminPassword);
    await other.goto("/alarms/sound");
    const desktop = page.getByRole("checkbox", { name: "Desktop notifications for Emergency alarms" });
    await desktop.waitFor({ state: "attached" });
    expect(await desktop.isChecked()).toBe(false);
    const saved = page.waitForResponse((response) => response.url().includes(alarmSwitch.calls.open_or_close.path));
    await desktop.press("Space");
    await saved;
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("tbody tr td:last-child input")?.checked === true);
    await other.shot("notices-desktop-settings");
    const raise = async () => {
      await send({ 1: 60 });
      await page.waitForFunction(() => !document.title.startsWith("("));
      await send({ 1: 96 });
      await page.waitForFunction(() => document.title.startsWith("(1) "));
    };
    const titles = () =>
      page.evaluate(() => ("shown" in window && Array.isArray(window.shown) ? window.shown : []).map(({ title }) => title));
    const front = (inFront: boolean) =>
      page.evaluate((now) => {
        Object.assign(window, { inFront: now });
        window.dispatchEvent(new Event(now ? "focus" : "blur"));
      }, inFront);
    await raise();
    expect(await titles()).toEqual([]);
    await front(false);
    await raise();
    await expect.poll(titles).toEqual(["Emergency alarm · 泵站 Pump house · 二号泵 Pump 2 (PUMP-0001)"]);
    await page.evaluate(() => "shown" in window && Array.isArray(window.shown) && window.shown[0].click());
    await page.waitForURL(/alarms\/history\?record=/);
    await page.getByRole("dialog").getByText("Pump too hot").first().waitFor();
    expect(other.errors).toEqual([]);
    await other.close();
  });

  it("are in the interface's language, in the line and behind the bell, as soon as that is another one", async () => {
    const { page } = visit;
    await visit.goto("/devices/list");
    await send({ 1: 60 });
    await page.waitForFunction(() => !document.title.startsWith("("));
    await send({ 1: 94 });
    const card = page.locator(".gh-notice-level-3").first();
    await card.getByText("泵过热").waitFor();
    const choose = async (from: string, to: string) => {
      await page.getByRole("button", { name: from }).click();
      await page.getByRole("menuitemradio", { name: to }).click();
    };
    await choose("语言 中文", "English");
    await card.getByText("Pump too hot").waitFor();
    expect(await card.locator(".gh-notice-title").innerText()).toBe("Emergency alarm · 泵站 Pump house · 二号泵 Pump 2 (PUMP-0001)");
    await bell().click();
    await rows().first().getByText("Pump too hot").waitFor();
    await page.keyboard.press("Escape");
    await choose("Language English", "中文");
    await card.getByText("泵过热").waitFor();
  });

  it("have no bell for who is told of nothing", async () => {
    await stage.site.addUser({ account: "powerless", roles: [] });
    const other = await stage.visit();
    await other.logIn("powerless", "secret1");
    await other.page.locator(".gh-account").waitFor();
    expect(await other.page.locator(".gh-bell").count()).toBe(0);
    await other.close();
  });

  it("beside tabs that are more than have room: those stand in a list, the pinned and the open one stay, a device is named", async () => {
    const other = await stage.visit({ width: 800 });
    const { page } = other;
    page.setDefaultTimeout(15_000);
    await other.logIn("admin", adminPassword);
    const routes = ["/devices/list", "/alarms/history", "/template/list", "/user/list", "/role/list", "/system/dict", "/system/menus"];
    for (const route of [...routes, `/devices/deviceDatail?id=${id}`]) {
      await other.goto(route);
      await page.locator(`.gh-tab[data-path="${route.replace(/\?.*/, "")}"]`).waitFor({ state: "attached" });
    }
    const named = page.getByRole("tab", { name: "泵站 Pump house · 设备详情" });
    await named.waitFor();
    expect(await named.getAttribute("aria-selected")).toBe("true");
    await page.waitForFunction(() => document.title.includes("泵站 Pump house · 设备详情 - "));
    const shown = await page.locator(".gh-tabs").getByRole("tab").count();
    const list = page.locator(".gh-tab-more");
    expect(shown + Number(await list.innerText())).toBe(routes.length + 2);
    expect(await page.locator(".gh-tab[data-path='/monitor']").isVisible()).toBe(true);
    await other.shot("tabs-800");
    await list.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem").last().waitFor();
    await other.shot("tabs-list-800");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.waitForURL(/system\/menus/);
    await page.locator(".gh-tab[data-path='/system/menus']").waitFor();
    expect(other.errors).toEqual([]);
    await other.close();
  });
});
