import { readFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { partsOf } from "#tests/journeys/parts.ts";
import { openStage, type Stage, type Visit } from "#tests/journeys/stage.ts";
import { textsOf } from "#tests/journeys/texts.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword } from "#tests/server/site.ts";
import { textOfSheet } from "#tests/server/xlsxCells.ts";

const en = textsOf("en");
const keyMs = 305;
const stepMs = 350;
/** For an answer over the slow link, on a machine with other work. */
const waitMs = 10_000;

/** What an input method shows while 南山 is spelt out. */
const spelt = ["n", "na", "nan", "nan's", "nan'sh", "nan'sha", "nan'shan"];

describe("tables in use", () => {
  let stage: Stage;
  let visit: Visit;
  let page: Page;
  let cdp: CDPSession;
  let token: string;
  let recipeId: string;

  beforeAll(async () => {
    stage = await openStage();
    const { site } = stage;
    token = await site.signIn("admin", adminPassword);
    ({ recipeId } = await addTemplate(site, token, "Meter", [{ name: "Level", address: "1" }]));
    for (let at = 1; at <= 26; at += 1) {
      const sn = `GHCP26${String(at).padStart(3, "0")}`;
      await addDevice(site, token, { sn, name: at === 8 ? "南山泵站" : `Pump ${String(at).padStart(2, "0")}`, recipeId });
    }
    visit = await stage.visit({ language: "en" });
    ({ page } = visit);
    page.setDefaultTimeout(waitMs);
    cdp = await visit.context.newCDPSession(page);
    await visit.logIn("admin", adminPassword);
  }, 60_000);
  afterEach(async () => {
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    expect(visit.errors).toEqual([]);
  });
  afterAll(() => stage.close());

  const { act, cell, press } = partsOf(() => page, en);
  const search = () => page.getByRole("searchbox", { name: en("devices.filter.search"), exact: true });
  const question = () => page.locator(".gh-confirm");
  const rows = () => page.locator(".gh-view:visible [data-row]:not([data-row='-1'])[data-col='1']");
  const slowly = async (latency: number) =>
    await cdp.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
  const typeSlowly = async (text: string) => {
    for (const [place, key] of [...text].entries()) await page.keyboard.press(key, { delay: keyMs + 5 * (place % 5) });
  };
  const compose = async (word: string) => {
    for (const text of spelt) {
      await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await page.waitForTimeout(stepMs);
    }
    await cdp.send("Input.insertText", { text: word });
  };
  /** What the server is asked to look for meanwhile. */
  const asked = async (run: () => Promise<void>): Promise<string[]> => {
    const texts: string[] = [];
    const listen = (request: { url(): string; postData(): string | null }) => {
      const text = new URLSearchParams(request.postData() ?? new URL(request.url()).search).get("search");
      if (text) texts.push(text);
    };
    page.on("request", listen);
    await run();
    page.off("request", listen);
    return texts;
  };

  it("keeps every letter of a search that is typed slowly over a slow link", async () => {
    await visit.goto("/devices/list");
    await cell("Pump 01").waitFor();
    await slowly(400);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await search().click();
    await typeSlowly("GHCP26008");
    expect(await search().inputValue()).toBe("GHCP26008");
    await cell("南山泵站").waitFor();
    await expect.poll(() => rows().count(), { timeout: waitMs }).toBe(1);
    expect(await search().inputValue()).toBe("GHCP26008");
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await press("Escape");
    expect(await search().inputValue()).toBe("");
    await cell("Pump 01").waitFor();
  });

  it("asks for nothing while a word is composed, and Enter while composing picks nothing", async () => {
    await search().click();
    const texts = await asked(async () => {
      await compose("南山");
      await cell("南山泵站").waitFor();
      await expect.poll(() => rows().count(), { timeout: waitMs }).toBe(1);
    });
    expect(texts).toEqual(["南山"]);
    expect(await search().inputValue()).toBe("南山");
    await press("Escape");
    await slowly(0);
    await visit.goto("/devices/history");
    const finder = page.getByRole("combobox", { name: en("history.device"), exact: true });
    await finder.click();
    await page.getByRole("option").first().waitFor();
    const found = await asked(async () => {
      for (const text of spelt) {
        await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
        await finder.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true });
      }
      expect(await finder.getAttribute("aria-expanded")).toBe("true");
      await cdp.send("Input.insertText", { text: "南山" });
      await page.getByRole("option", { name: "南山泵站" }).waitFor();
    });
    expect(found).toEqual(["南山"]);
    await press("Enter");
    await expect.poll(() => finder.inputValue(), { timeout: waitMs }).toBe("南山泵站 (GHCP26008)");
    await press("Control+k");
    await page.locator(".gh-palette input").waitFor();
    const inPalette = await asked(async () => {
      await compose("南山");
      await page.locator(".gh-palette").getByRole("option", { name: "南山泵站" }).waitFor();
    });
    expect(inPalette).toEqual(["南山"]);
    await press("Escape");
  });

  it("ends a question with the view that asked it: what stands on another page deletes nothing", async () => {
    const id = await addDevice(stage.site, token, { sn: "GONE-1", name: "Kept pump", recipeId });
    const still = async () => (await stage.site.ask(device.calls.get, { id }, { token })).code;
    await visit.goto("/home_page");
    await page.waitForURL(/home_page/);
    await visit.goto("/devices/list");
    await act("Kept pump", en("devices.action.remove"));
    await question().waitFor();
    await page.goBack();
    await page.waitForURL(/home_page/);
    await question().waitFor({ state: "detached", timeout: 5000 });
    await page.goForward();
    await cell("Kept pump").waitFor();
    expect(await question().count()).toBe(0);
    expect(await still()).toBe(0);
    await act("Kept pump", en("devices.action.remove"));
    await question().waitFor();
    await press("Control+k");
    await page.locator(".gh-palette input").fill(en("shell.largeScreen"));
    await page.locator(".gh-palette").getByRole("option").first().waitFor();
    await press("Enter");
    await page.waitForURL(/newindex/);
    await question().waitFor({ state: "detached", timeout: 5000 });
    expect(await still()).toBe(0);
    await page.goBack();
    await cell("Kept pump").waitFor();
  });

  it.each([1440, 800])("keeps the actions of every row on screen at %i px, and its last column within reach", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await visit.goto("/devices/list");
    await cell("Pump 01").waitFor();
    const actions = page.locator(".gh-view:visible [data-row='0'] .gh-actions button");
    await actions.first().waitFor();
    for (const button of await actions.all()) {
      const box = await button.boundingBox();
      expect(box && box.x > 0 && box.x + box.width <= width).toBe(true);
      expect(
        await button.evaluate(
          (element) =>
            document.elementFromPoint(element.getBoundingClientRect().x + 4, element.getBoundingClientRect().y + 4)?.closest("button") ===
            element,
        ),
      ).toBe(true);
    }
    const head = await page.locator(".gh-page-head").boundingBox();
    expect(head?.height).toBeLessThan(84);
    await page.getByRole("gridcell", { name: "Pump 01" }).first().click();
    await press("End");
    await press("Enter");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(en("devices.action.follow"));
    await press("Escape", "Home");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("reaches the account at 400 px", async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await page.locator(".gh-account").click();
    await page.getByRole("menuitem", { name: en("shell.signOut") }).waitFor();
    await press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("lists the keys of the table that has the focus, and gives the focus back to the row that was opened", async () => {
    await visit.goto("/devices/list");
    await cell("Pump 05").click();
    await press("?");
    const dialog = page.locator(".gh-hotkeys");
    await dialog.getByText(en("table.hotkey.selectPage"), { exact: true }).waitFor();
    expect(await dialog.locator("h3").first().textContent()).toBe(en("table.hotkeys"));
    // As pressed before the focus has come into the dialog.
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
    await dialog.waitFor({ state: "detached" });
    for (const [route, row] of [
      ["/devices/list", "Pump 05"],
      ["/template/list", "Meter"],
    ] as const) {
      await visit.goto(route);
      await cell(row).dblclick();
      await page.waitForURL(/deviceDatail|template\/edit/);
      await page.goBack();
      await cell(row).waitFor();
      await expect
        .poll(
          () =>
            page.evaluate(() => {
              const active = document.activeElement?.getAttribute("aria-activedescendant");
              const place = active ? document.getElementById(active)?.getAttribute("data-row") : undefined;
              return [...document.querySelectorAll(`[data-row="${place}"]`)].map((one) => one.textContent);
            }),
          { timeout: waitMs },
        )
        .toContain(row);
    }
  });

  it("moves by arrows in chips and views, and lets Tab out of them", async () => {
    await visit.goto("/devices/list");
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const chip = page.getByRole("button", { name: en("devices.filter.presence"), exact: true });
    await chip.focus();
    await press("ArrowDown");
    await page.locator(".bp6-popover a.bp6-menu-item:focus").waitFor();
    const first = await focused();
    await press("ArrowDown");
    expect(await focused()).not.toBe(first);
    await press("ArrowUp");
    expect(await focused()).toBe(first);
    await press("Tab", "Tab", "Tab");
    await page.locator(".bp6-popover").waitFor({ state: "detached" });
    expect(await focused()).toBe(en("devices.filter.typeId"));
    const views = page.getByRole("button", { name: en("screen.views"), exact: true });
    await views.focus();
    await press("Enter");
    await page.locator(".bp6-popover input").fill("All");
    await press("Enter");
    await page.locator(".bp6-popover a.bp6-menu-item").waitFor();
    await page.locator(".bp6-popover input").focus();
    await press("ArrowUp");
    expect(await focused()).toContain("All");
    await press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON");
    await press("Escape");
    await page.locator(".bp6-popover").waitFor({ state: "detached" });
  });

  it("exports all that the filter leaves, and prints the table alone with all of its rows", async () => {
    await visit.goto("/devices/list?search=Pump&size=10");
    await cell("Pump 01").waitFor();
    for (const format of ["csv", "xlsx"] as const) {
      await page.getByRole("button", { name: en("screen.export"), exact: true }).click();
      const coming = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: en(`file.format.${format}`) }).click();
      const file = readFileSync(await (await coming).path());
      const cells = format === "csv" ? file.toString("utf8") : textOfSheet(file);
      for (const name of ["Pump 01", "Pump 26", "GHCP26026"]) expect(cells).toContain(name);
      expect(cells).not.toContain("南山泵站");
    }
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".gh-print tbody tr").count()).toBe(10);
    expect(await page.locator("#root").isVisible()).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    expect(await page.locator(".gh-print").count()).toBe(0);
    // The browser's own dialog, which nobody answers here.
    await page.evaluate(() => {
      window.print = () => window.dispatchEvent(new Event("beforeprint"));
    });
    await page.getByRole("button", { name: en("screen.export"), exact: true }).click();
    await page.getByRole("menuitem", { name: en("screen.print"), exact: true }).click();
    const paper = page.locator(".gh-print tbody tr");
    const total = Number(await page.locator(".gh-page-count:visible").innerText());
    expect(total).toBeGreaterThan(20);
    await expect.poll(() => paper.count()).toBe(total);
    expect(await paper.last().textContent()).toContain("Pump 26");
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect.poll(() => paper.count()).toBe(0);
  });

  it("deletes many only when their number is typed", async () => {
    for (const place of [1, 2]) await addDevice(stage.site, token, { sn: `SCRAP-${place}`, recipeId });
    await visit.goto("/devices/list?search=SCRAP");
    await cell("SCRAP-1").waitFor();
    await page.getByRole("checkbox", { name: en("table.selectAll") }).click();
    await page
      .getByRole("toolbar", { name: en("screen.bulk.label") })
      .getByRole("button", { name: en("devices.action.removeMany"), exact: true })
      .click();
    const remove = question().getByRole("button", { name: en("feedback.action.delete"), exact: true });
    expect(await remove.isDisabled()).toBe(true);
    await page.keyboard.type("3");
    expect(await remove.isDisabled()).toBe(true);
    await press("Backspace");
    await page.keyboard.type("2");
    await press("Enter");
    await page.getByText(en("screen.nothingFound"), { exact: true }).waitFor();
  });

  it("copies a link where the browser has no clipboard object, as on plain http", async () => {
    await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await visit.goto("/devices/query_user_event");
    await page.reload();
    await cell("admin").dblclick();
    await page.getByRole("button", { name: en("operations.copy"), exact: true }).click();
    await page.locator(".bp6-toast").getByText(en("operations.copied")).first().waitFor();
  });
});
