import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MqttClient } from "mqtt";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { openRelay, type Relay } from "#tests/journeys/relay.ts";
import { openStage, type Stage, type Visit, type VisitOptions } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";

const built = fileURLToPath(new URL("../../dist/console", import.meta.url));
const en = textsOf("en");
const hour = 3_600_000;
/** Of the browser on a loaded machine, for what is soon there. */
const patienceMs = 30_000;

/** A build that differs in its first script and in one part that old pages may ask for. */
const rebuild = (folder: string, lostPart: string): void => {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const [, entry = ""] = /src="\/assets\/(index-[^"]+\.js)"/.exec(page) ?? [];
  const assets = join(folder, "assets");
  writeFileSync(join(assets, `new-${entry}`), `import "./${entry}";`);
  for (const name of readdirSync(folder)) if (/^index\.html/.test(name)) rmSync(join(folder, name));
  writeFileSync(join(folder, "index.html"), page.replace(entry, `new-${entry}`));
  for (const name of readdirSync(assets)) if (name.startsWith(lostPart)) rmSync(join(assets, name));
};

describe("the page and what can happen to its connection", { timeout: 120_000 }, () => {
  let stage: Stage;
  let relay: Relay;
  let visit: Visit;
  let page: Page;
  let device: MqttClient;
  let deviceId: string;
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-console-"));

  beforeAll(async () => {
    cpSync(built, folder, { recursive: true });
    stage = await openStage({ console: folder });
    relay = await openRelay(() => stage.site.gatehouse.httpPort);
    const token = await stage.site.signIn("admin", adminPassword);
    const points = [{ name: "压力", nameEn: "Pressure", address: "40001" }];
    const template = await addTemplate(stage.site, token, "T-1", points);
    for (const sn of ["SN-0002", "SN-0001"])
      deviceId = await addDevice(stage.site, token, { sn, name: `Pump ${sn}`, recipeId: template.recipeId });
    device = await connectDevice(stage.site, "SN-0001");
    await sendTelemetry(device, "SN-0001", { values: { "40001": 20 } });
  }, 120_000);
  afterEach(async () => {
    relay.mend();
    // What the browser says of requests that fail is meant to be there.
    expect(visit.errors.filter((error) => !/net::ERR_/.test(error))).toEqual([]);
    await visit.close();
  });
  afterAll(async () => {
    await device.endAsync();
    await relay.close();
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (options: VisitOptions = {}): Promise<void> => {
    visit = await stage.visit({ language: "en", base: relay.base, ...options });
    page = visit.page;
    page.setDefaultTimeout(patienceMs);
  };
  const enter = async (options: VisitOptions = {}): Promise<void> => {
    await open(options);
    await visit.logIn("admin", adminPassword);
    await link("online");
  };
  const link = (state: string) => page.locator(`.gh-link-${state}`).waitFor({ timeout: 30_000 });
  const go = (path: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, path);
  const alert = (text: string) => page.getByRole("alert").filter({ hasText: text });
  const lost = () => page.locator(".gh-announcement-lost");

  it("says on the log-in page in words that the server does not answer", async () => {
    await open();
    await visit.goto("/login");
    await visit.fillLogin("admin", adminPassword);
    relay.cut();
    await page.keyboard.press("Enter");
    await page.getByText(en("code.network")).first().waitFor();
    await page.getByRole("link", { name: en("gate.forgot") }).click();
    await alert(en("part.offline")).waitFor();
    relay.mend();
    await page.getByRole("heading", { name: en("gate.resetTitle") }).waitFor();
    expect(await page.getByText("code.network").count()).toBe(0);
  });

  it("loses nothing but the part that did not come, says so, and brings it when the connection is back", async () => {
    await enter();
    await page.locator(".gh-figure").first().waitFor();
    relay.cut();
    await page.keyboard.press("Control+k");
    await alert(en("part.offline")).waitFor();
    await visit.shot("offline-palette");
    await page.keyboard.press("Escape");
    await alert(en("part.offline")).waitFor({ state: "detached" });
    await page.getByRole("button", { name: en("shell.theme"), exact: true }).click();
    await alert(en("part.offline")).waitFor();
    await page.keyboard.press("Escape");
    await go("/system/dict");
    await alert(en("part.offline")).waitFor();
    await page.keyboard.press("?");
    await alert(en("part.offline")).nth(1).waitFor();
    expect(await page.locator("#gh-side").isVisible()).toBe(true);
    relay.mend();
    await page.getByRole("dialog", { name: en("hotkeys.title") }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: en("dict.title") }).waitFor();
    await page.getByRole("gridcell").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("keeps header and rows when a page cannot be turned, and turns it when the server is back", async () => {
    await enter();
    await go("/devices/list?size=1");
    const cell = (name: string) => page.getByRole("gridcell", { name, exact: true });
    await cell("Pump SN-0001").waitFor();
    relay.cut();
    await page.getByRole("button", { name: en("screen.status.next") }).click();
    await alert(en("code.network")).waitFor();
    expect(await cell("Pump SN-0001").isVisible()).toBe(true);
    expect(await page.getByRole("columnheader", { name: "SN", exact: true }).isVisible()).toBe(true);
    await visit.shot("offline-page-turn");
    relay.mend();
    await cell("Pump SN-0002").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(page.url()).toContain("page=2");
  });

  it("dims states and values with their age while the server is gone, and says since when, on a list, a device, home and the large screen", async () => {
    await enter();
    await go(`/devices/deviceDatail?id=${deviceId}`);
    await page.locator(".gh-value-text").getByText("20").waitFor();
    expect(await page.locator(".gh-value-stale, .gh-held-age").count()).toBe(0);
    await go("/devices/list");
    await page.getByRole("gridcell").locator(".gh-presence-online").waitFor();
    await go("/newindex");
    await page.locator(".gh-board-number").first().waitFor();
    relay.cut();
    await lost()
      .getByText(/No connection to the server since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
      .waitFor();
    await page.locator(".gh-board .gh-presence .gh-held-age").first().waitFor();
    await visit.shot("offline-board");
    await page.locator(".gh-board-back").click();
    await page.locator(".gh-figure .gh-held-age:visible").first().waitFor();
    await go("/devices/list");
    await page.locator(".gh-presence-online .gh-held-age:visible").first().waitFor();
    await visit.shot("offline-list");
    await go(`/devices/deviceDatail?id=${deviceId}`);
    await page.locator(".gh-device-head .gh-held-age").waitFor();
    await page.locator(".gh-value-stale").getByText("20").waitFor();
    await visit.shot("offline-device");
    relay.mend();
    await lost().waitFor({ state: "detached" });
    await link("online");
    // Views that were left are drawn anew a little later than the one in sight.
    await expect.poll(() => page.locator(".gh-value-stale, .gh-held-age").count(), { timeout: patienceMs }).toBe(0);
  });

  it("keeps what is typed where the record cannot be read again", async () => {
    await enter();
    await go("/system/settings");
    const name = page.getByRole("textbox", { name: en("settings.field.platform") });
    await name.fill("Half typed");
    await page.route("**/api/sys/query*", (route) => route.abort());
    const asked = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/sys/query"));
    relay.cut();
    await lost().waitFor();
    relay.mend();
    await asked;
    await link("online");
    expect(await name.inputValue()).toBe("Half typed");
  });

  it("notices a connection that died without a word, says so in a view that is opened then, and recovers", async () => {
    await open();
    await page.clock.install();
    await visit.logIn("admin", adminPassword);
    await link("online");
    await go("/system/dict");
    await page.getByRole("gridcell").first().waitFor();
    relay.freeze();
    await go("/devices/history");
    await page.clock.fastForward(16_000);
    await lost().waitFor();
    expect(await page.locator(".gh-link-online").count()).toBe(0);
    await page.clock.fastForward(31_000);
    // The view's own script was never asked for before, and is what does not come.
    await alert(en("part.offline")).first().waitFor();
    await visit.shot("silent-death");
    relay.mend();
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(4_000);
          return [await lost().count(), await alert(en("part.offline")).count()];
        },
        // The page's clock runs four times as fast as the server's: an attempt to connect has time to come through.
        { timeout: 60_000, interval: 1_000 },
      )
      .toEqual([0, 0]);
    await page.locator(".gh-history-bar").waitFor();
  });

  it.each([3 * hour, -3 * hour, 26 * hour])(
    "goes by the server's time where the browser's clock is %i ms ahead, and says so",
    async (ahead) => {
      await sendTelemetry(device, "SN-0001", { values: { "40001": 20 } });
      const before = `{
      const Real = Date;
      const now = () => Real.now() + ${ahead};
      window.Date = class extends Real {
        constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
        static now() { return now(); }
      };
    }`;
      await enter({ before });
      await page
        .locator(".gh-announcement-clock")
        .getByText(`${Math.abs(ahead) / hour} hours ${ahead > 0 ? "ahead" : "behind"}`)
        .waitFor();
      await go(`/devices/deviceDatail?id=${deviceId}`);
      const age = page.locator(".gh-point-age").first();
      await expect.poll(() => age.innerText(), { timeout: patienceMs }).toMatch(/^([0-9]|[1-9][0-9]) (s|min)$/);
      expect(await page.locator(".gh-value-stale").count()).toBe(0);
      await go(`/devices/logs?deviceId=${deviceId}`);
      await page
        .getByText(new Date(Date.now() + 8 * hour).toISOString().slice(0, 10))
        .filter({ visible: true })
        .first()
        .waitFor();
      await page.locator(".gh-presence-online:visible").first().waitFor();
    },
  );

  it("tells an old tab once of a new build, and reloads it without losing what was typed", async () => {
    await enter();
    await go("/system/dict");
    await page
      .getByRole("button", { name: en("dict.action.add") })
      .first()
      .click();
    const name = page.locator(".gh-form-drawer").getByRole("textbox", { name: en("dict.field.name") });
    await name.fill("half typed");
    rebuild(folder, "palette-");
    await stage.site.restart();
    const told = page.locator(".gh-announcement-build");
    await told.waitFor({ timeout: 30_000 });
    await page.keyboard.press("Control+k");
    await alert(en("part.outdated")).waitFor();
    await visit.shot("new-build");
    await alert(en("part.outdated"))
      .getByRole("button", { name: en("part.close") })
      .click();
    await told.getByRole("button", { name: en("part.reload") }).click();
    await page.getByRole("button", { name: en("form.draft.continue") }).click();
    await expect.poll(() => name.inputValue(), { timeout: patienceMs }).toBe("half typed");
    await link("online");
    expect(await told.count()).toBe(0);
    const token = await stage.site.signIn("admin", adminPassword);
    expect((await stage.site.ask(dict.calls.query, {}, { token })).data.list.some((row) => row.name === "half typed")).toBe(false);
  });

  it("ends no other tab's session at a log-out, where neither is remembered", async () => {
    await open();
    const other = await visit.context.newPage();
    const [first, second] = [page, other];
    for (const tab of [first, second]) {
      page = tab;
      await tab.goto(`${relay.base}/#/login`);
      const random = (await tab.locator(".gh-gate-captcha img").getAttribute("data-random")) ?? "";
      const fields = tab.locator(".gh-gate-card input");
      await fields.nth(0).fill("admin");
      await fields.nth(1).fill(adminPassword);
      await fields.nth(2).fill((await stage.site.gatehouse.services.captchas.peek(random)) ?? "");
      await tab.getByLabel(en("gate.remember")).uncheck();
      await tab.keyboard.press("Enter");
      await tab.locator("#gh-side").waitFor();
    }
    await second.locator(".gh-account").click();
    await second.getByRole("menuitem", { name: en("shell.signOut") }).click();
    await second.locator(".gh-confirm-actions button").last().click();
    await second.waitForURL(/#\/login/);
    await first.reload();
    await first.locator("#gh-side").waitFor();
    expect(first.url()).toContain("#/home_page");
  });

  it("comes up without a violation of its policy", async () => {
    const listen = `window.violations = []; addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective + " " + event.blockedURI))`;
    await enter({ before: listen });
    await go("/devices/list");
    await page.getByRole("gridcell").first().waitFor();
    expect(await page.evaluate("window.violations")).toEqual([]);
  });
});
